import { accepts } from '../json-schema/checker/checker.js';
import { FALSE_SCHEMA, isFalse } from '../json-schema/impossible.js';
import type { Schema } from '../json-schema/schema.js';
import { sameJson } from '../json-schema/values.js';
import { analyseConditions } from '../model/class-validator/conditions.js';
import type { Exemption, Rule } from '../model/types.js';
import { plainJson } from '../../shared/values.js';
import { applyRule, applyToElements, reportLooser } from './apply-rule.js';
import type { SchemaContext } from './context.js';
import { restrict } from './references.js';

/**
 * Applies a rule that may be off.
 *
 * @param rules all rules of the property
 */
export function applyConditional(
  schema: Schema,
  rule: Rule,
  key: string,
  rules: readonly Rule[],
  context: SchemaContext,
): Schema {
  const conditions = rule.condition === undefined ? [] : [rule.condition];
  const { open, exempt } = analyseConditions(conditions, key, undefined, rules);
  if (open) {
    reportLooser(rule, 'its validateIf option may switch it off', context);
    return schema;
  }
  if (exempt.some((exemption) => !('value' in exemption)))
    reportLooser(rule, 'its validateIf option is tested with typical values of each type only', context);
  // A rule writes into the schema, which the exempt values need as it is.
  const copy = plainJson(schema);
  const narrowed = rule.each
    ? applyToElements(copy, rule, context)
    : mapBranches(copy, (branch) => applyRule(branch, rule, context));
  return withExemptions(schema, narrowed, exempt, context);
}

function withExemptions(
  schema: Schema,
  narrowed: Schema,
  exempt: readonly Exemption[],
  context: SchemaContext,
): Schema {
  const added = exempt
    .filter(
      (exemption) =>
        !('value' in exemption) || accepts(narrowed, exemption.value, context.outlineOf) !== true,
    )
    .map((exemption) => mapBranches(schema, (branch) => restrict(branch, exemptSchema(exemption), context)))
    .filter((branch) => !isFalse(branch));
  if (added.length === 0) return narrowed;
  if (added.some((branch) => sameJson(branch, schema))) return schema;
  if (!isFalse(narrowed)) return { anyOf: [narrowed, ...added] };
  const [first, ...others] = added;
  return others.length === 0 && first !== undefined ? first : { anyOf: added };
}

/** Narrows each branch of a union, so that branches of other types disappear. */
function mapBranches(schema: Schema, narrow: (branch: Schema) => Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (anyOf === undefined || Object.keys(rest).length > 0) return narrow(schema);
  const branches: Schema[] = [];
  for (const branch of anyOf.map((alternative) => mapBranches(alternative, narrow)))
    if (!isFalse(branch) && !branches.some((known) => sameJson(known, branch))) branches.push(branch);
  const [first = FALSE_SCHEMA] = branches;
  return branches.length > 1 ? { anyOf: branches } : first;
}

function exemptSchema(exemption: Exemption): Schema {
  const { type } = exemption;
  if (!('value' in exemption)) return { type };
  const { value } = exemption;
  return { type: Number.isInteger(value) ? 'integer' : type, const: value };
}
