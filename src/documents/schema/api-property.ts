import { intersect } from '../json-schema/intersect.js';
import { sameJson } from '../json-schema/values.js';
import { isFalse, isImpossible } from '../json-schema/impossible.js';
import type { Schema, SchemaType } from '../json-schema/schema.js';
import { reportDisagreement, reportNarrowing } from '../model/api-property/presence.js';
import type { PropertyModel } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { restrict } from './references.js';

const OF_LISTS: ReadonlySet<string> = new Set(['minItems', 'maxItems', 'uniqueItems']);

export function applyApiProperty(
  schema: Schema,
  { keywords, written, checked }: ApiProperty,
  context: SchemaContext,
): Schema {
  if (schema.type !== 'array' || typeof schema.items !== 'object')
    return apply(schema, { keywords, written, checked }, context);
  const entries = Object.entries(keywords);
  const ofList = Object.fromEntries(entries.filter(([name]) => OF_LISTS.has(name))) as Schema;
  const ofItems = Object.fromEntries(entries.filter(([name]) => !OF_LISTS.has(name))) as Schema;
  const list = apply(schema, { keywords: ofList, written, checked }, context);
  return { ...list, items: apply(schema.items, { keywords: ofItems, written, checked }, context) };
}

type ApiProperty = NonNullable<PropertyModel['apiProperty']>;

/** The types that a keyword applies to. Strict validators reject it beside another type. */
const TYPE_OF: Readonly<Record<string, readonly SchemaType[]>> = {
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
  exclusiveMinimum: ['number', 'integer'],
  exclusiveMaximum: ['number', 'integer'],
  multipleOf: ['number', 'integer'],
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  minProperties: ['object'],
  maxProperties: ['object'],
};

/** Values of keywords that every value satisfies. */
const NO_LIMIT: Readonly<Record<string, unknown>> = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  uniqueItems: false,
  pattern: '',
};

function isAbout({ type }: Schema, name: string): boolean {
  const wanted = TYPE_OF[name];
  return type === undefined || wanted === undefined || [type].flat().some((type) => wanted.includes(type));
}

function typeOfKeyword(name: string): Schema {
  const [type] = TYPE_OF[name] ?? [];
  return type === undefined ? {} : { type };
}

function isOpen(schema: Schema): boolean {
  return !['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((name) => name in schema);
}

function apply(
  withoutKeywords: Schema,
  { keywords, written, checked }: ApiProperty,
  context: SchemaContext,
): Schema {
  const { format, ...asserted } = keywords;
  const place = { place: context.place, report: context.options.report, written };
  let schema = withFormat(withoutKeywords, format, place, context);
  for (const [name, value] of Object.entries(asserted)) {
    const narrowed = narrowedBy(schema, name, value, context);
    if (checked) reportKeyword({ name, value, schema, narrowed }, place);
    schema = narrowed ?? schema;
  }
  return schema;
}

/** Returns the schema with one more keyword, or undefined if no value would satisfy it. */
function narrowedBy(
  schema: Schema,
  name: string,
  value: unknown,
  context: SchemaContext,
): Schema | undefined {
  if (!isAbout(schema, name)) return undefined;
  const keyword = { ...(isOpen(schema) && typeOfKeyword(name)), [name]: value };
  const narrowed = restrict(schema, keyword, context);
  return isFalse(narrowed) || isImpossible(narrowed) ? undefined : narrowed;
}

type Place = Parameters<typeof reportDisagreement>[0];

interface AppliedKeyword {
  readonly name: string;
  readonly value: unknown;
  readonly schema: Schema;
  readonly narrowed: Schema | undefined;
}

/** Reports a keyword that contradicts what runs, or that promises more than it. */
function reportKeyword({ name, value, schema, narrowed }: AppliedKeyword, place: Place): void {
  if (narrowed === undefined || !sameJson(valueIn(narrowed, name), value))
    disagree(name, `${name}: ${JSON.stringify(value)}`, runningText(name, valueIn(schema, name)), place);
  else if (value !== NO_LIMIT[name] && !sameJson(narrowed, schema)) reportNarrowing(place, name);
}

function valueIn(schema: Schema, keyword: string): unknown {
  return (schema as Readonly<Record<string, unknown>>)[keyword];
}

function runningText(name: string, running: unknown): string {
  return running === undefined
    ? `the rules have no ${name}`
    : `the rules have ${name}: ${JSON.stringify(running)}`;
}

function withFormat(
  schema: Schema,
  format: string | undefined,
  place: Place,
  context: SchemaContext,
): Schema {
  if (format === undefined || schema.format === format || !isFormatKept(format, context)) return schema;
  if (schema.format === undefined) return intersect(schema, { format });
  disagree('format', `the format "${format}"`, `the format of the rules is "${schema.format}"`, place);
  return schema;
}

/**
 * Returns whether to keep the format of a decorator that only documents. No rule checks it, so validators
 * that assert formats may reject valid values; they do not assert `binary`.
 */
export function isFormatKept(format: string, { options }: SchemaContext): boolean {
  return options.formats === 'all' || format === 'binary';
}

function disagree(
  option: string,
  documented: string,
  runs: string,
  place: Parameters<typeof reportDisagreement>[0],
): void {
  reportDisagreement(place, option, documented, runs, 'Correct it there, or the validators.');
}
