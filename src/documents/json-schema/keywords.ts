import type { Schema } from './schema.js';

/** Keywords of JSON Schema and OpenAPI that describe values without limiting them. */
export const ANNOTATION_KEYWORDS = [
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'xml',
  '$comment',
] as const;

/** The type, and keywords that apply to texts or to numbers only, in the order of keywords. */
export const SCALAR_KEYWORDS = [
  'type',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
] as const;

export const CONTENT_KEYWORDS = ['contentEncoding', 'contentMediaType'] as const;

/** All keywords, in the order in which a schema is written. */
export const KEYWORDS: readonly string[] = [
  '$ref',
  '$dynamicRef',
  ...SCALAR_KEYWORDS,
  'enum',
  'const',
  'x-enum-varnames',
  'x-enum-descriptions',
  ...CONTENT_KEYWORDS,
  'prefixItems',
  'items',
  'unevaluatedItems',
  'contains',
  'minContains',
  'maxContains',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'required',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'not',
  'anyOf',
  'oneOf',
  'discriminator',
  'allOf',
  'if',
  'then',
  'else',
  ...ANNOTATION_KEYWORDS,
];
const RANKS: ReadonlyMap<string, number> = new Map(KEYWORDS.map((keyword, rank) => [keyword, rank]));

export function ordered(schema: Schema): Schema {
  let last = -1;
  for (const keyword in schema) {
    const rank = RANKS.get(keyword) ?? KEYWORDS.length;
    if (rank <= last) return pick(schema, Object.keys(schema).sort(compare));
    last = rank;
  }
  return schema;
}

function compare(a: string, b: string): number {
  const difference = (RANKS.get(a) ?? KEYWORDS.length) - (RANKS.get(b) ?? KEYWORDS.length);
  if (difference !== 0 || a === b) return difference;
  return a < b ? -1 : 1;
}

export function pick(schema: Schema, keywords: readonly string[]): Schema {
  const picked: Record<string, unknown> = {};
  for (const keyword of keywords) {
    if (keyword in schema) picked[keyword] = (schema as Record<string, unknown>)[keyword];
  }
  return picked;
}

export function omit(schema: Schema, keywords: readonly string[]): Schema {
  const rest: Record<string, unknown> = {};
  for (const keyword of Object.keys(schema)) {
    if (!keywords.includes(keyword)) rest[keyword] = (schema as Record<string, unknown>)[keyword];
  }
  return rest;
}

export function isOnly(schema: Schema | boolean, keyword: keyof Schema): boolean {
  return typeof schema === 'object' && keyword in schema && Object.keys(schema).length === 1;
}

export function hasAny(schema: Schema, keywords: ReadonlySet<string>): boolean {
  for (const keyword in schema) if (keywords.has(keyword)) return true;
  return false;
}
