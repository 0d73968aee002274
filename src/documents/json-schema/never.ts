import type { Schema } from './schema.js';

/** Accepts nothing: what contradictory schemas come to. Tools read it better than `false`. */
export const FALSE_SCHEMA: Schema = Object.freeze({ not: Object.freeze({}) });

/** Whether a schema is written so that it accepts nothing. Other schemas may contradict themselves too. */
export function isFalse(schema: Schema | boolean): boolean {
  if (typeof schema === 'boolean') return !schema;
  const { not } = schema as { not?: Schema | boolean };
  return not === true || (typeof not === 'object' && isEmpty(not));
}

/** Whether nothing is said. */
export function isEmpty(schema: object): boolean {
  for (const _ in schema) return false;
  return true;
}
