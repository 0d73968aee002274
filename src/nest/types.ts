import type { TypeInput } from '../../decorators/type-input.js';
import type { Constructor } from '../shared/types.js';
import { isConstructor, isRecord } from '../shared/values.js';

const SCHEMAS = new Map<unknown, Readonly<Record<string, unknown>>>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
  [BigInt, { type: 'string', pattern: '^-?[0-9]+$' }],
  [Date, { type: 'string', format: 'date-time' }],
]);

/** The compiler records these if it knows no class. */
const OPEN = new Set<unknown>([undefined, null, Object, Promise, Function, Symbol]);
const LISTS = new Set<unknown>([Array, Set]);

export function isDto(type: unknown): type is Constructor {
  return isConstructor(type) && !SCHEMAS.has(type) && !OPEN.has(type) && !LISTS.has(type) && !isNative(type);
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
  if (LISTS.has(type)) return { type: 'array', items: {} };
  return SCHEMAS.get(type);
}

export function withSchema(type: TypeInput): TypeInput {
  if (Array.isArray(type)) {
    const items = withSchema((type as readonly [TypeInput])[0]);
    return isPlain(items) ? { type: 'array', items } : type;
  }
  return SCHEMAS.get(type) ?? type;
}

export function isPlain(type: TypeInput): type is Readonly<Record<string, unknown>> {
  return (
    typeof type === 'object' &&
    Object.getPrototypeOf(type) === Object.prototype &&
    Object.getOwnPropertySymbols(type).length === 0
  );
}

interface Standard {
  readonly validate?: (value: unknown) => unknown;
  readonly jsonSchema?: { readonly input?: (options: { readonly target: string }) => unknown };
}

/** Returns the JSON Schema of what a Standard Schema accepts; undefined if it has none, or one with references. */
export function jsonSchemaOfStandard(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const { jsonSchema } = standardOf(schema);
  try {
    const made: unknown = jsonSchema?.input?.({ target: 'draft-2020-12' });
    if (!isRecord(made) || JSON.stringify(made).includes('"$ref"')) return undefined;
    const { $schema: _, ...rest } = made;
    return rest;
  } catch {
    return undefined;
  }
}

/** Reports whether a Standard Schema rejects a missing value. An asynchronous schema counts as one that does. */
export function refusesNothing(schema: unknown): boolean {
  try {
    const result: unknown = standardOf(schema).validate?.(undefined);
    return !isRecord(result) || result.issues !== undefined;
  } catch {
    return true;
  }
}

function standardOf(schema: unknown): Standard {
  const standard = (schema as { readonly '~standard'?: Standard } | null | undefined)?.['~standard'];
  return standard ?? {};
}
