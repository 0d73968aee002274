import type { Schema } from './schema.js';

/**
 * Returns true if no value satisfies the schema's own bounds: minLength above maxLength, no multiple between
 * minimum and maximum. It ignores patterns and references, so it may miss other contradictions.
 */
export function isImpossible(schema: Schema): boolean {
  const { type, not } = schema;
  if (not !== undefined && isFalse(schema)) return true;
  switch (type) {
    case 'string':
      return isNoText(schema);
    case 'number':
    case 'integer':
      return isBetweenNone(schema, type === 'integer' ? 1 : undefined);
    case 'array':
      return isNoList(schema);
    case 'object':
      return (schema.minProperties ?? 0) > (schema.maxProperties ?? Infinity);
    default:
      return (
        Array.isArray(type) && type.every((alternative) => isImpossible({ ...schema, type: alternative }))
      );
  }
}

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

/** @param unit a number that divides every number of the type; 1 for integers */
function isBetweenNone(schema: Schema, unit: number | undefined): boolean {
  if ((schema.maximum ?? schema.exclusiveMaximum) === undefined) return false;
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, multipleOf = 0 } = schema;
  const { maximum = Infinity, exclusiveMaximum = Infinity } = schema;
  // Fractions are ignored: their multiples are inexact in floating point.
  const step = Number.isInteger(multipleOf) && multipleOf > 0 ? multipleOf : unit;
  const from = Math.max(minimum, exclusiveMinimum);
  let first = step === undefined ? from : Math.ceil(from / step) * step;
  if (step !== undefined && first === exclusiveMinimum) first += step;
  const isOpen = step === undefined && first === exclusiveMinimum && first === maximum;
  return first > maximum || first >= exclusiveMaximum || isOpen;
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
