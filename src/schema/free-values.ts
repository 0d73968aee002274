import { settle } from '../model/type-ref.js';
import type { PropertyModel } from '../model/types.js';
import { accepts } from '../json-schema/accepts.js';
import { sameJson } from './canonical.js';
import { NOTHING } from './merge.js';
import { oneOf } from './rules/say.js';
import type { Schema } from '../json-schema/schema.js';

type Scalar = PropertyModel['freeValues'][number];

/**
 * The schema, and the values that a `@ValidateIf` frees from it.
 *
 * @param declared where it is given, only values of its type are added
 */
export function addFreeValues(schema: Schema, property: PropertyModel, declared: Schema = {}): Schema {
  if (property.freeValues.length === 0 || isMadeDate(property)) return schema;
  const gained = property.freeValues.filter(
    (value) => isOfType(value, declared) && accepts(schema, value) !== true,
  );
  if (gained.length === 0) return schema;
  const free = oneOf(gained).schema;
  return sameJson(schema, NOTHING) ? free : { anyOf: [schema, free] };
}

/** The condition sees the date that was made of what travels, which is none of the listed values. */
function isMadeDate({ coerced, type }: PropertyModel): boolean {
  return coerced && settle(type).kind === 'date';
}

function isOfType(value: Scalar, { type, $ref }: Schema): boolean {
  if (type === undefined) return $ref === undefined;
  const types = [type].flat();
  return types.some((one) => one === typeof value || (one === 'integer' && Number.isInteger(value)));
}
