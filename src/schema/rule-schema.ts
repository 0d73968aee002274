import type { Rule } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { ruleEntryOf } from './rules/index.js';
import type { Schema } from './schema.js';

/** What one rule says; open, with a diagnostic, where JSON Schema cannot say all of it. */
export function schemaOfRule(rule: Rule, context: SchemaContext): Schema {
  if (rule.conditional) return inexact(rule, context, {}, 'its validateIf option may switch it off');
  const entry = ruleEntryOf(rule.name);
  if (entry === undefined)
    return inexact(rule, context, {}, 'it is a custom rule; registerRule can say what it means');
  const said = entry(rule.constraints, {
    contract: context.options.contract,
    component: (name, schema) => context.schemaOfNamed(name, schema, context.place),
  });
  return said.inexact === undefined ? said.schema : inexact(rule, context, said.schema, said.inexact);
}

function inexact(rule: Rule, { options, place }: SchemaContext, schema: Schema, reason: string): Schema {
  options.report({
    code: 'inexact-rule',
    severity: 'warning',
    place,
    message: `The schema accepts more than ${rule.name} does: ${reason}.`,
  });
  return schema;
}
