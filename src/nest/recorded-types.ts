import { TYPE, type StandardType, type TypeInput } from '../../decorators/type-input.js';
import { builtInOf } from '../documents/model/type/type-ref.js';
import { schemaOfStandard } from '../documents/model/foreign-schema.js';
import type { Constructor } from '../shared/types.js';
import { isConstructor, isRecord } from '../shared/values.js';

const SCHEMAS = new Map<unknown, Readonly<Record<string, unknown>>>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
  [BigInt, { type: 'string', pattern: '^-?[0-9]+$' }],
  [Date, { type: 'string', format: 'date-time' }],
]);

const OPEN = new Set<unknown>([undefined, null, Object, Promise, Function, Symbol]);
const LISTS = new Set<unknown>([Array, Set]);

export function isDto(type: unknown): type is Constructor {
  if (!isConstructor(type) || isLater(type) || builtInOf(type) !== undefined) return false;
  return ![SCHEMAS, OPEN, LISTS].some((known) => known.has(type)) && !isNative(type);
}

/**
 * Returns whether Nest waits for the value: a promise of a
 * library, or an Observable, which rxjs knows by its methods.
 */
function isLater({ prototype }: Constructor): boolean {
  const has = (name: string): boolean => typeof (prototype as Loose)[name] === 'function';
  return has('then') || (has('lift') && has('subscribe'));
}

function isNative(type: unknown): boolean {
  return Object.values(globals).includes(type);
}

const globals: Readonly<Record<string, unknown>> = {
  Map,
  WeakMap,
  Buffer,
  ArrayBuffer,
  Uint8Array,
  Blob,
  Error,
  URL,
};

export function schemaOfDesign(type: unknown): Readonly<Record<string, unknown>> | undefined {
  const known = isConstructor(type) ? (builtInOf(type) ?? type) : type;
  if (LISTS.has(known)) return { type: 'array', items: {} };
  return SCHEMAS.get(known);
}

export function withSchema(type: TypeInput): TypeInput {
  if (Array.isArray(type)) {
    const items = withSchema((type as readonly [TypeInput])[0]);
    return isPlain(items) ? { type: 'array', items } : type;
  }
  return SCHEMAS.get(type) ?? type;
}

export function isPlain(type: TypeInput): type is Readonly<Record<string, unknown>> {
  return typeof type === 'object' && Object.getPrototypeOf(type) === Object.prototype && !(TYPE in type);
}

/**
 * Returns the schema of values that a Standard Schema accepts. It keeps references; undefined if the Standard
 * Schema has no JSON Schema.
 */
export function schemaOfPiped(
  schema: unknown,
): { type: TypeInput; properties: SchemaProperty[] } | undefined {
  try {
    const { schema: root, classes = new Map() } = schemaOfStandard(schema as StandardType, 'input');
    const typed = (part: Loose): TypeInput =>
      JSON.stringify(part).includes('"$ref"') ? { [TYPE]: { form: 'raw', schema: part, classes } } : part;
    const required: unknown = root.required;
    return {
      type: typed(root),
      properties: Object.entries(isRecord(root.properties) ? root.properties : {}).map(
        ([name, property]) => ({
          name,
          required: Array.isArray(required) && required.includes(name),
          schema: typed(property as Loose),
        }),
      ),
    };
  } catch {
    // The Standard Schema has no JSON Schema, or none for its types.
    return undefined;
  }
}

type Loose = Readonly<Record<string, unknown>>;

interface SchemaProperty {
  readonly name: string;
  readonly required: boolean;
  readonly schema: TypeInput;
}

/** Returns whether a Standard Schema accepts a missing value. An asynchronous one counts as rejecting it. */
export function refusesNothing(schema: unknown): boolean {
  try {
    const { validate } = (schema as { '~standard': { validate: (value: unknown) => unknown } })['~standard'];
    const result = validate(undefined);
    return !isRecord(result) || result instanceof Promise || result.issues !== undefined;
  } catch {
    return true;
  }
}
