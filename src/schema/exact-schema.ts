import { settle } from '../model/type-ref.js';
import type { PropertyModel, Rule } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { exactNested } from './exact-nested.js';
import { addFreeValues } from './free-values.js';
import { intersect } from './merge.js';
import { excludeNull, makeNullable, takesNull } from './nullable.js';
import { orderRules } from './rule-order.js';
import { schemaOfRule } from './rule-schema.js';
import type { Schema } from '../json-schema/schema.js';

/**
 * What `validate(plainToInstance(C, v))` takes, to the letter (design 5, `contract: 'exact'`): only rules and
 * nested classes say something, a declared type does not, since nothing checks it at run time.
 */
export function exactSchema(property: PropertyModel, context: SchemaContext): Schema {
  const reason = OPEN.find(({ concerns }) => concerns(property));
  if (reason !== undefined) report(reason, context);
  if (reason !== undefined && !isCoercedDate(property)) return {};
  const rules = orderRules(rulesOf(property));
  const parts = rules.filter((rule) => !rule.each).map((rule) => ownSchema(rule, context));
  const ofElements = rules.filter((rule) => rule.each);
  if (ofElements.length > 0) parts.push(eachSchema(ofElements, context));
  if (property.nested) parts.push(exactNested(property.type, context));
  const schema = addFreeValues(parts.reduce(intersect, {}), property);
  if (!property.acceptsNull) return excludeNull(schema);
  return takesNull(schema) ? schema : makeNullable(schema);
}

interface OpenReason {
  readonly code: string;
  readonly concerns: (property: PropertyModel) => boolean;
  readonly message: string;
}

/** Where the rules do not see what travels, or may not run at all, no value can be refused. */
const OPEN: readonly OpenReason[] = [
  {
    code: 'transformed-type',
    concerns: ({ transformed }) => transformed,
    message: 'A @Transform decides what the rules see, so to the letter any value may pass.',
  },
  {
    code: 'transformed-type',
    concerns: ({ written }) => written,
    message: 'A setter decides what the rules see, so to the letter any value may pass.',
  },
  {
    code: 'conditional-rules',
    concerns: ({ conditional }) => conditional,
    message:
      'A @ValidateIf may switch the rules off, by other properties or in a way that its text does not tell, so any value may pass.',
  },
  {
    code: 'coerced-type',
    concerns: ({ coerced }) => coerced,
    message: '@Type makes a value of its type from others, so to the letter any value may pass.',
  },
];

function report({ code, message }: OpenReason, { options, place }: SchemaContext): void {
  options.report({ code, severity: 'warning', place, message });
}

/** Rules that say in JSON what `new Date(x)` makes a date of; the others see a `Date`, which does not travel. */
const DATE_RULES: ReadonlySet<string> = new Set(['isDate', 'minDate', 'maxDate']);

function isCoercedDate({ coerced, transformed, written, conditional, type }: PropertyModel): boolean {
  return coerced && !transformed && !written && !conditional && settle(type).kind === 'date';
}

function rulesOf(property: PropertyModel): Rule[] {
  return property.rules.filter(
    (rule) => !isCoercedDate(property) || (DATE_RULES.has(rule.name) && !rule.each),
  );
}

function ownSchema(rule: Rule, context: SchemaContext): Schema {
  const said = schemaOfRule(rule, context);
  return rule.acceptsNull && !takesNull(said) ? makeNullable(said) : said;
}

/** `each` looks at the elements of a list, and at anything else itself. */
function eachSchema(rules: readonly Rule[], context: SchemaContext): Schema {
  const all = rules.map((rule) => ownSchema(rule, context));
  const elements = rules.map((rule, index) => {
    const element = all[index] ?? {};
    return rule.acceptsNull ? element : excludeNull(element);
  });
  const list: Schema = { type: 'array', items: elements.reduce(intersect, {}) };
  return { anyOf: [list, excludeList(all.reduce(intersect, {}))] };
}

function excludeList(schema: Schema): Schema {
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  return types?.includes('array') === false ? schema : intersect(schema, { not: { type: 'array' } });
}
