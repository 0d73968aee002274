import { classAnnotationsOf } from '../model/annotations.js';
import { settle } from '../model/type-ref.js';
import type { PropertyModel, Rule, TypeRef } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { schemaOfRule } from './rule-schema.js';
import type { Schema } from '../json-schema/schema.js';

/** Whether a rule only repeats what the type or a table of codes says already. */
export function isIdle(rule: Rule, { type, rules }: PropertyModel, context: SchemaContext): boolean {
  const settled = settle(type);
  const subject = rule.each && settled.kind === 'array' ? settle(settled.items) : settled;
  if (rule.name !== 'isNotEmpty') return SAID_BY_KIND.get(rule.name)?.includes(subject.kind) ?? false;
  const others = rules.filter((other) => other !== rule && other.each === rule.each);
  return isNeverEmptyText(subject) || others.some((other) => isTableWithoutEmptyText(other, context));
}

const SAID_BY_KIND: ReadonlyMap<string, readonly TypeRef['kind'][]> = new Map([
  ['isObject', ['class', 'map', 'union']],
  ['isEnum', ['enum']],
  ['isDate', ['date']],
  ['isString', ['string']],
]);

/** `@IsNotEmpty` refuses `''` only, which is no object and no member of most enums. */
function isNeverEmptyText(type: TypeRef): boolean {
  const settled = settle(type);
  if (settled.kind === 'enum') return settled.members.every(({ value }) => value !== '');
  if (settled.kind === 'union') return settled.anyOf.every(isNeverEmptyText);
  if (settled.kind !== 'class') return false;
  const { override, type: ownType } = classAnnotationsOf(settled.target);
  return override === undefined && ownType === undefined;
}

/** Whether the rule says a component of its own, such as the country codes, that `''` is none of. */
function isTableWithoutEmptyText(rule: Rule, context: SchemaContext): boolean {
  const tables: Schema[] = [];
  const options = { ...context.options, report: () => undefined };
  const schemaOfNamed = (_: string, schema: Schema): Schema => {
    tables.push(schema);
    return schema;
  };
  schemaOfRule(rule, { ...context, options, schemaOfNamed });
  return tables.some(refusesEmptyText);
}

function refusesEmptyText({ enum: members, pattern, anyOf }: Schema): boolean {
  if (members !== undefined) return !members.includes('');
  if (pattern !== undefined) return !new RegExp(pattern, 'u').test('');
  return anyOf?.every(refusesEmptyText) ?? false;
}
