import { combine } from './combine.js';
import type { Schema } from './schema.js';
import { simplify } from './simplify.js';

/**
 * A schema that accepts what both accept, written with few and plain keywords in one order. Which comes first makes no
 * difference but to the order of `properties` inside. Neither is edited, and the result may share parts with them.
 */
export function intersect(a: Schema, b: Schema): Schema {
  return simplify(combine(a, b, intersect));
}
