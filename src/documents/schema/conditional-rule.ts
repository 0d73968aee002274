import { accepts } from '../json-schema/accepts.js';
import { sameJson } from '../json-schema/canonical.js';
import { isFalse } from '../json-schema/never.js';
import type { Schema } from '../json-schema/schema.js';
import type { Exemption } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { narrow } from './narrow.js';

/** Returns a schema that a rule narrowed, with the values that the rule's `validateIf` option exempts from it. */
export function unlessExempt(
  schema: Schema,
  narrowed: Schema,
  exempt: readonly Exemption[],
  context: SchemaContext,
): Schema {
  const added = exempt
    .filter((one) => !('value' in one) || accepts(narrowed, one.value, context.outlineOf) !== true)
    .map((one) => narrow(schema, exemptSchema(one), context))
    .filter((branch) => !isFalse(branch));
  if (added.length === 0) return narrowed;
  if (added.some((branch) => sameJson(branch, schema))) return schema;
  if (!isFalse(narrowed)) return { anyOf: [narrowed, ...added] };
  const [first, ...others] = added;
  return others.length === 0 && first !== undefined ? first : { anyOf: added };
}

function exemptSchema(exemption: Exemption): Schema {
  const { type } = exemption;
  if (!('value' in exemption)) return { type };
  const { value } = exemption;
  return { type: Number.isInteger(value) ? 'integer' : type, const: value };
}
