import { classOnly } from '../../../decorators/store.js';
import type { StandardType, TypeDeclaration } from '../../../decorators/type-input.js';
import type { Constructor } from '../../shared/types.js';
import { isRecord } from '../../shared/values.js';
import { pluginLevels } from './nest-swagger/metadata.js';
import type { Direction, TypeRef } from './types.js';

type Raw = Extract<TypeRef, { kind: 'raw' }>;
type Loose = Readonly<Record<string, unknown>>;

const SCHEMA_MEMBERS = ['schema', 'zodSchema'];

export function standardSchemaOf(target: Constructor): StandardType | undefined {
  const members = SCHEMA_MEMBERS.map((name) => (target as unknown as Loose)[name]);
  const standard = members.find((one): one is StandardType => '~standard' in Object(one));
  if (standard === undefined || 'jsonSchema' in standard['~standard']) return standard;
  // For Zod 3, nestjs-zod writes properties as the compiler plugin does. For Zod 4, it writes properties that
  // only its own cleanup can read.
  const [properties] = pluginLevels(target).filter((members) => Object.keys(members).length > 0);
  return properties === undefined || JSON.stringify(properties).includes('"x-nestjs_zod')
    ? standard
    : undefined;
}

const made = new WeakMap<object, Map<Direction, Raw>>();

/**
 * Returns the JSON Schema of a Standard JSON Schema for one direction. Its `$defs` become components, since references
 * into them would not resolve in a document.
 *
 * @throws the library's error for a type that JSON Schema cannot represent
 */
export function schemaOfStandard(standard: StandardType, direction: Direction): Raw {
  const known = made.get(standard) ?? new Map<Direction, Raw>();
  made.set(standard, known);
  const raw = known.get(direction) ?? convert(standard, direction);
  known.set(direction, raw);
  return raw;
}

function convert({ '~standard': { jsonSchema } }: StandardType, direction: Direction): Raw {
  const {
    $schema: _,
    $id: _id,
    id: _name,
    $defs,
    ...root
  } = jsonSchema[direction]({ target: 'draft-2020-12' });
  const classes = new Map<string, Constructor>();
  for (const [name, schema] of Object.entries(isRecord($defs) ? $defs : {}))
    classes.set(`#/$defs/${name}`, classFor(nameOf(schema, name), schema, classes));
  // The schema contains itself.
  classes.set('#', classFor(nameOf(root, 'Schema'), root, classes));
  return { kind: 'raw', schema: root, classes };
}

const StandsFor = classOnly('StandsFor', (_place, type: TypeDeclaration) => ({ type }));

function classFor(name: string, schema: unknown, classes: ReadonlyMap<string, Constructor>): Constructor {
  // oxlint-disable-next-line typescript/no-extraneous-class -- it stands for a schema, and has no instances
  const target = { [name]: class {} }[name] as unknown as Constructor;
  const { id: _, $id: _id, ...rest } = schema as Loose;
  StandsFor({ form: 'raw', schema: rest, classes })(target);
  standIns.add(target);
  return target;
}

const standIns = new WeakSet<Constructor>();

/** Returns whether another library made the class from a schema. The library creates a new class at each call. */
export function isMadeOfSchema(target: Constructor): boolean {
  return standIns.has(target) || standardSchemaOf(target) !== undefined;
}

function nameOf(schema: unknown, fallback: string): string {
  const { title, id } = schema as Loose;
  const given = [id, title, fallback].find((name) => typeof name === 'string' && name !== '') as string;
  return given.replace(/[^A-Za-z0-9._-]/g, '').replace(/^_+/, '') || 'Schema';
}
