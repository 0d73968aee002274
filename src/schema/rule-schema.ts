import type { Rule } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { ruleEntryOf } from './rules/index.js';
import type { RuleContext } from './rules/types.js';
import type { Schema } from '../json-schema/schema.js';

/**
 * What one rule says; open, with a diagnostic, where JSON Schema cannot say all of it.
 *
 * @param subject what the rule looks at, as far as it is known: the schema may then be shorter
 */
export function schemaOfRule(rule: Rule, context: SchemaContext, subject: Schema = {}): Schema {
  if (rule.conditional) return inexact(rule, context, {}, 'its validateIf option may switch it off');
  const entry = ruleEntryOf(rule.name);
  if (entry === undefined)
    return inexact(rule, context, {}, 'it is a custom rule; registerRule can say what it means');
  try {
    const said = entry(rule.constraints, ruleContext(context, subject));
    return said.inexact === undefined ? said.schema : inexact(rule, context, said.schema, said.inexact);
  } catch (error) {
    // The application's own function; what else the class says stands.
    context.options.report({
      code: 'broken-rule',
      severity: 'error',
      place: context.place,
      message: `What registerRule('${rule.name}', …) was given ${error instanceof Error ? `throws: ${error.message}` : 'throws'}. It takes the constraints of the validator and returns JSON Schema keywords.`,
    });
    return {};
  }
}

function ruleContext(context: SchemaContext, { type, items }: Schema): RuleContext {
  const itemType = typeof items === 'object' ? items.type : undefined;
  return {
    contract: context.options.contract,
    component: (name, schema) => context.schemaOfNamed(name, schema, context.place),
    type: Array.isArray(type) ? undefined : type,
    scalarItems: typeof itemType === 'string' && SCALARS.has(itemType),
  };
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

function inexact(rule: Rule, { options, place }: SchemaContext, schema: Schema, reason: string): Schema {
  options.report({
    code: 'inexact-rule',
    severity: 'warning',
    place,
    message: `Some values that ${rule.name} rejects pass this schema: ${reason}. Say it in @Description, if callers should know.`,
  });
  return schema;
}
