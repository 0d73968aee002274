import type { Schema, SchemaType } from './schema.js';

/**
 * Returns true if no value satisfies the schema's own bounds: minLength above maxLength, no multiple between minimum
 * and maximum. It ignores patterns and references, so it may miss other contradictions.
 */
export function isImpossible(schema: Schema): boolean {
  const { type } = schema;
  if (schema.not !== undefined && isFalse(schema)) return true;
  if (typeof type === 'string') return IMPOSSIBLE[type]?.(schema) === true;
  return type?.every((one) => IMPOSSIBLE[one]?.(schema) === true) === true;
}

const IMPOSSIBLE: Readonly<Partial<Record<SchemaType, (schema: Schema) => boolean>>> = {
  string: ({ minLength = 0, maxLength = Infinity, format = '' }) => {
    const length = LENGTHS[format];
    return minLength > maxLength || (length !== undefined && (length < minLength || length > maxLength));
  },
  number: (schema) => isBetweenNone(schema, undefined),
  integer: (schema) => isBetweenNone(schema, 1),
  array: ({ minItems = 0, maxItems = Infinity, items }) =>
    minItems > maxItems || (minItems > 0 && typeof items === 'object' && isImpossible(items)),
  object: ({ minProperties = 0, maxProperties = Infinity }) => minProperties > maxProperties,
};

const LENGTHS: Readonly<Record<string, number>> = { uuid: 36 };

/** @param unit a number that divides every number of the type; 1 for integers */
function isBetweenNone(schema: Schema, unit: number | undefined): boolean {
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
