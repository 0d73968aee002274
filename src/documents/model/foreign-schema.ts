import { classOnly } from '../../../decorators/store.js';
import type { StandardType, TypeDeclaration } from '../../../decorators/type-input.js';
import type { Constructor } from '../../shared/types.js';
import { isRecord, isTooDeep, MOST_LEVELS } from '../../shared/values.js';
import { TypeInputError } from './type/type-input-error.js';
import { pluginLevels } from './nest-swagger/metadata.js';
import type { Direction, TypeRef } from './types.js';

type Raw = Extract<TypeRef, { kind: 'raw' }>;
type Loose = Readonly<Record<string, unknown>>;

const SCHEMA_MEMBERS = ['schema', 'zodSchema'];

export function standardSchemaOf(target: Constructor): StandardType | undefined {
  let standard: StandardType | undefined;
  for (const name of SCHEMA_MEMBERS) {
    const member = (target as unknown as Loose)[name];
    if (member !== undefined && '~standard' in Object(member)) standard ??= member as StandardType;
  }
  if (standard === undefined || 'jsonSchema' in standard['~standard']) return standard;
  // For Zod 3, nestjs-zod writes properties as the compiler plugin does. For Zod 4, it writes properties that
  // only its own cleanup can read.
  const [properties] = pluginLevels(target).filter((members) => Object.keys(members).length > 0);
  return properties === undefined || JSON.stringify(properties).includes('"x-nestjs_zod')
    ? standard
    : undefined;
}

const converted = new WeakMap<object, Map<Direction, Raw>>();

/**
 * Returns the JSON Schema of a Standard JSON Schema for one direction. Its `$defs` become components, since
 * references into them would not resolve in a document.
 *
 * @throws the library's error for a type that JSON Schema cannot represent
 */
export function schemaOfStandard(standard: StandardType, direction: Direction): Raw {
  const known = converted.get(standard) ?? new Map<Direction, Raw>();
  converted.set(standard, known);
  const raw = known.get(direction) ?? convert(standard, direction);
  known.set(direction, raw);
  return raw;
}

function convert({ '~standard': { jsonSchema } }: StandardType, direction: Direction): Raw {
  return withDefinitions(jsonSchema[direction]({ target: 'draft-2020-12' }));
}

const rawTypes = new WeakMap<object, Raw>();

/**
 * Returns the type of a hand-written schema. The target of a reference inside itself (`#/$defs/Item`, `#`, an
 * `$anchor`) becomes a component, since such references would not resolve in a document.
 */
export function rawTypeOf(schema: Loose): Raw {
  const known = rawTypes.get(schema);
  if (known !== undefined) return known;
  if (isTooDeep(schema))
    throw new TypeInputError(
      `A schema is nested more than ${MOST_LEVELS} levels deep.`,
      'Move parts of it to $defs, and refer to them with $ref.',
    );
  const raw: Raw = refersToItself(schema) ? withDefinitions(schema) : { kind: 'raw', schema };
  rawTypes.set(schema, raw);
  return raw;
}

function refersToItself(value: unknown, seen = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null || seen.has(value)) return false;
  seen.add(value);
  const { $ref } = value as Loose;
  if (typeof $ref === 'string' && /^#(?!\/components\/)/.test($ref)) return true;
  return Object.values(value).some((member) => refersToItself(member, seen));
}

function withDefinitions({ $schema: _, $id: _id, id: _name, $defs, ...root }: Loose): Raw {
  const classes = new Map<string, Constructor>();
  for (const [name, schema] of Object.entries(isRecord($defs) ? $defs : {}))
    classes.set(`#/$defs/${name}`, classFor(schemaName(schema, name), schema, classes));
  // The schema contains itself.
  classes.set('#', classFor(schemaName(root, 'Schema'), root, classes));
  for (const [anchor, schema] of anchorsIn({ $defs, root }))
    classes.set(`#${anchor}`, classFor(schemaName(schema, anchor), schema, classes));
  return { kind: 'raw', schema: withoutAnchor(root), classes };
}

function anchorsIn(value: unknown): [string, Loose][] {
  if (typeof value !== 'object' || value === null) return [];
  const { $anchor } = value as Loose;
  const own: [string, Loose][] = typeof $anchor === 'string' ? [[$anchor, value as Loose]] : [];
  return [...own, ...Object.values(value).flatMap(anchorsIn)];
}

function withoutAnchor({ $anchor: _, ...schema }: Loose): Loose {
  return schema;
}

/** Sets the type that a class without a source represents. */
export const StandsFor = classOnly('StandsFor', (_place, type: TypeDeclaration) => ({ type }));

function classFor(name: string, schema: unknown, classes: ReadonlyMap<string, Constructor>): Constructor {
  // oxlint-disable-next-line typescript/no-extraneous-class -- it represents a schema, and has no instances
  const target = { [name]: class {} }[name] as unknown as Constructor;
  const { id: _, $id: _id, ...rest } = withoutAnchor(schema as Loose);
  StandsFor({ form: 'raw', schema: rest, classes })(target);
  standIns.add(target);
  return target;
}

const standIns = new WeakSet<Constructor>();

/**
 * Returns whether another library made the class from a schema. The library creates a new class at each call.
 */
export function isMadeOfSchema(target: Constructor): boolean {
  return standIns.has(target) || standardSchemaOf(target) !== undefined;
}

function schemaName(schema: unknown, fallback: string): string {
  const { title, id } = schema as Loose;
  const chosen = [id, title, fallback].find((name) => typeof name === 'string' && name !== '') as string;
  return chosen.replace(/[^A-Za-z0-9._-]/g, '').replace(/^_+/, '') || 'Schema';
}
