import { intersect } from '../json-schema/intersect.js';
import { isFalse } from '../json-schema/never.js';
import type { Schema } from '../json-schema/schema.js';
import { reportDisagreement } from '../model/api-property/disagreement.js';
import type { PropertyModel } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { narrow } from './narrow.js';

/** Keywords about a list; the others are about its elements, as @nestjs/swagger has it. */
const OF_LISTS: ReadonlySet<string> = new Set(['minItems', 'maxItems', 'uniqueItems']);

/** The schema with what @nestjs/swagger's decorators ask of the value, as far as it is what runs. */
export function applyApiProperty(
  schema: Schema,
  { keywords, checked }: NonNullable<PropertyModel['apiProperty']>,
  context: SchemaContext,
): Schema {
  if (schema.type !== 'array' || typeof schema.items !== 'object')
    return apply(schema, keywords, checked, context);
  const entries = Object.entries(keywords);
  const ofList = Object.fromEntries(entries.filter(([name]) => OF_LISTS.has(name))) as Schema;
  const ofItems = Object.fromEntries(entries.filter(([name]) => !OF_LISTS.has(name))) as Schema;
  const list = apply(schema, ofList, checked, context);
  return { ...list, items: apply(schema.items, ofItems, checked, context) };
}

function apply(schema: Schema, keywords: Schema, checked: boolean, context: SchemaContext): Schema {
  const { format, ...asserted } = keywords;
  const formatted = withFormat(schema, format, context);
  if (Object.keys(asserted).length === 0) return formatted;
  if (!checked) {
    const narrowed = narrow(formatted, asserted, context);
    return isFalse(narrowed) ? formatted : narrowed;
  }
  for (const [name, value] of Object.entries(asserted)) compare(formatted, name, value, context);
  return formatted;
}

/** A format is an annotation, so where rules give none it is no promise of theirs. */
function withFormat(schema: Schema, format: string | undefined, context: SchemaContext): Schema {
  if (format === undefined || schema.format === format || !isFormatKept(format, context)) return schema;
  if (schema.format === undefined) return intersect(schema, { format });
  disagree(`the format "${format}"`, `the format of what is validated is "${schema.format}"`, context);
  return schema;
}

/** No rule checks a format that a decorator of documents names, so asserted it may refuse anything; bytes are not asserted. */
export function isFormatKept(format: string, { options }: SchemaContext): boolean {
  return options.formats === 'all' || format === 'binary';
}

function compare(schema: Schema, name: string, value: unknown, context: SchemaContext): void {
  const running = (schema as Readonly<Record<string, unknown>>)[name];
  if (JSON.stringify(running) === JSON.stringify(value)) return;
  disagree(
    `${name}: ${JSON.stringify(value)}`,
    running === undefined
      ? `no validator checks ${name}`
      : `what is validated has ${name}: ${JSON.stringify(running)}`,
    context,
  );
}

function disagree(documented: string, runs: string, { options, place }: SchemaContext): void {
  const remedy = 'Correct it there, or the validators.';
  reportDisagreement({ place, report: options.report }, documented, runs, remedy);
}
