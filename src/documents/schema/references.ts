import { mapItems, mapMembers } from '../json-schema/walk.js';
import { sameJson } from '../json-schema/values.js';
import { intersect } from '../json-schema/intersect.js';
import { FALSE_SCHEMA, isFalse } from '../json-schema/impossible.js';
import type { Schema } from '../json-schema/schema.js';
import type { SchemaContext } from './context.js';

/** Prefix of symbolic references. A reference of a user cannot begin with NUL. */
const PREFIX = '\u0000dtospec:';

export function symbolicRef(number: number): string {
  return `${PREFIX}${number}`;
}

export function isSymbolicRef(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(PREFIX);
}

/** A symbolic reference, and the member of an object or array that holds it. */
export interface Reference {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly ref: string;
}

/** Adds the symbolic references in a value, in their order. */
export function referencesIn(value: unknown, references: Reference[] = []): Reference[] {
  const holder = value as Record<string, unknown>;
  for (const key in holder) {
    const ref = holder[key];
    if (typeof ref === 'object') referencesIn(ref, references);
    else if (typeof ref === 'string' && ref.startsWith(PREFIX)) references.push({ holder, key, ref });
  }
  return references;
}

/**
 * Returns the JSON text of a value whose references have
 * their names. The value itself keeps the symbolic ones.
 */
export function stringifyNamed(
  value: unknown,
  references: readonly Reference[],
  refOf: (ref: string) => string,
): string {
  for (const { holder, key, ref } of references) holder[key] = refOf(ref);
  try {
    return JSON.stringify(value);
  } finally {
    for (const { holder, key, ref } of references) holder[key] = ref;
  }
}

export function replaceRefs<T>(value: T, refOf: (ref: string) => string): T {
  if (isSymbolicRef(value)) return refOf(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  const replace = (member: unknown): unknown => replaceRefs(member, refOf);
  if (Array.isArray(value)) return mapItems(value, replace) as T;
  return mapMembers(value as Record<string, unknown>, replace) as T;
}

export type References = Pick<SchemaContext, 'outlineOf'>;

export const NO_REFERENCES: References = { outlineOf: () => undefined };

export function dereferenced(schema: Schema, { outlineOf }: References): Schema {
  const outline = schema.$ref === undefined ? undefined : outlineOf(schema.$ref);
  if (outline === undefined) return schema;
  const { $ref: _, ...rest } = schema;
  return intersect(outline, rest);
}

/**
 * Returns a schema that requires both. Keywords that the referenced component already has are not repeated.
 */
export function restrict(schema: Schema, added: Schema, references: References): Schema {
  if (schema.$ref === undefined && added.$ref === undefined) {
    const hasBranches = schema.anyOf !== undefined || schema.oneOf !== undefined;
    return intersect(hasBranches ? withoutContradictions(schema, added, references) : schema, added);
  }
  const whole = dereferenced(schema, references);
  const ruled = dereferenced(added, references);
  const both = intersect(whole, ruled);
  if (isFalse(both)) return FALSE_SCHEMA;
  if (sameJson(both, whole)) return schema;
  if (sameJson(both, ruled) && isWhole(schema, both)) return added;
  return intersect(schema, added);
}

/**
 * Drops the alternatives that cannot hold beside the added
 * schema: `intersect` does not know the type of a reference.
 */
function withoutContradictions(schema: Schema, added: Schema, references: References): Schema {
  const keyword = schema.anyOf === undefined ? 'oneOf' : 'anyOf';
  const branches = schema[keyword];
  if (branches === undefined || schema.discriminator !== undefined) return schema;
  const left = branches.filter((branch) => !isFalse(restrict(branch, added, references)));
  if (left.length === 0) return FALSE_SCHEMA;
  return left.length === branches.length ? schema : { ...schema, [keyword]: left };
}

/**
 * Returns whether the schema of a reference is fully known, as for an enumeration. A class is known only as
 * an object at this time, so its reference must remain.
 */
function isWhole({ $ref }: Schema, both: Schema): boolean {
  return $ref === undefined || both.enum !== undefined || both.const !== undefined;
}
