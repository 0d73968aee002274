import type { Schema, SchemaType } from './schema.js';

/**
 * Returns true if no value satisfies the schema's own bounds: minLength above maxLength, no multiple between
 * minimum and maximum. It ignores patterns and references, so it may miss other contradictions.
 */
export function isImpossible(schema: Schema): boolean {
  if (isFalse(schema)) return true;
  const { type } = schema;
  if (Array.isArray(type)) return type.every((alternative) => hasNoValue(alternative, schema));
  return type !== undefined && hasNoValue(type, schema);
}

function hasNoValue(type: SchemaType, schema: Schema): boolean {
  return BOUNDS_EXCLUDE_ALL.get(type)?.(schema) === true;
}

const BOUNDS_EXCLUDE_ALL: ReadonlyMap<SchemaType, (schema: Schema) => boolean> = new Map([
  ['string', isNoText],
  ['number', (schema) => isBetweenNone(schema, undefined)],
  ['integer', (schema) => isBetweenNone(schema, 1)],
  ['array', isNoList],
  ['object', ({ minProperties = 0, maxProperties = Infinity }) => minProperties > maxProperties],
]);

function isNoText({ format = '', minLength = 0, maxLength = Infinity }: Schema): boolean {
  const length = LENGTHS[format];
  if (length !== undefined && (length < minLength || length > maxLength)) return true;
  return minLength > maxLength;
}

function isNoList({ minItems = 0, maxItems = Infinity, items }: Schema): boolean {
  if (minItems > maxItems) return true;
  return minItems > 0 && typeof items === 'object' && isImpossible(items);
}

const LENGTHS: Readonly<Record<string, number>> = { uuid: 36 };

/** Returns false for fractions, which are ignored: their multiples are inexact in floating point. */
function isWholeStep(multipleOf: number): boolean {
  return Number.isInteger(multipleOf) && multipleOf > 0;
}

/** @param unit a number that divides every number of the type; 1 for integers */
function isBetweenNone(schema: Schema, unit: number | undefined): boolean {
  if ((schema.maximum ?? schema.exclusiveMaximum) === undefined) return false;
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, multipleOf = 0 } = schema;
  const { maximum = Infinity, exclusiveMaximum = Infinity } = schema;
  const from = Math.max(minimum, exclusiveMinimum);
  const step = isWholeStep(multipleOf) ? multipleOf : unit;
  if (step === undefined)
    return from > maximum || from >= exclusiveMaximum || (from === maximum && from === exclusiveMinimum);
  const next = Math.ceil(from / step) * step;
  const first = next === exclusiveMinimum ? next + step : next;
  return first > maximum || first >= exclusiveMaximum;
}

/** Rejects every value. More tools support `{ not: {} }` than `false`. */
export const FALSE_SCHEMA: Schema = Object.freeze({ not: Object.freeze({}) });

export function isFalse(schema: Schema | boolean): boolean {
  if (typeof schema === 'boolean') return !schema;
  const { not } = schema as { not?: Schema | boolean };
  return not === true || (typeof not === 'object' && isEmpty(not));
}

function isEmpty(schema: object): boolean {
  for (const _ in schema) return false;
  return true;
}
