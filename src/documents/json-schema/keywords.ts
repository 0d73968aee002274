import type { Schema } from './schema.js';

/** Keywords that change each other's meaning, so that those of two schemas are said apart. */
const FAMILIES: readonly (readonly (keyof Schema)[])[] = [
  ['items', 'prefixItems'],
  ['contains', 'minContains', 'maxContains'],
  ['properties', 'patternProperties', 'additionalProperties'],
  ['anyOf', 'oneOf', 'discriminator'],
  ['if', 'then', 'else'],
];

/** The order in which a schema is written, whatever it was made of. Others follow, by name. */
const ORDER: readonly string[] = [
  ...['$ref', '$dynamicRef', 'type', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf'],
  ...['enum', 'const', 'x-enum-varnames', 'contentEncoding', 'contentMediaType'],
  ...['prefixItems', 'items', 'unevaluatedItems', 'contains', 'minContains', 'maxContains'],
  ...['minItems', 'maxItems', 'uniqueItems', 'properties', 'patternProperties'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'required'],
  ...['minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas'],
  ...['not', 'anyOf', 'oneOf', 'discriminator', 'allOf', 'if', 'then', 'else'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['externalDocs', 'xml', '$comment'],
];
const RANKS: ReadonlyMap<string, number> = new Map(ORDER.map((keyword, rank) => [keyword, rank]));

/** Keywords that list values. */
const VALUES = 1 << FAMILIES.length;
/** Keywords that others look at where they stand beside them, */
export const EVALUATES = VALUES << 1;
/** and these others, which refuse what those have not evaluated. */
export const CLOSES = VALUES << 2;
/** Marks that two schemas may only share with care: a bit for each family, and those above. */
export const MEETING = CLOSES - 1 + CLOSES;

const MARKS: readonly (readonly [mark: number, keywords: readonly string[]])[] = [
  ...FAMILIES.map((family, index) => [1 << index, family] as const),
  [VALUES, ['enum', 'const']],
  [EVALUATES, ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', 'properties']],
  [EVALUATES, ['patternProperties', 'additionalProperties', 'prefixItems', 'items', 'contains']],
  [EVALUATES | CLOSES, ['unevaluatedProperties', 'unevaluatedItems']],
];
const MARKS_BY_RANK: readonly number[] = ORDER.map((keyword) =>
  MARKS.reduce((marks, [mark, keywords]) => (keywords.includes(keyword) ? marks | mark : marks), 0),
);

/** A keyword of a schema and its place among others. */
export interface Entry {
  readonly keyword: string;
  readonly rank: number;
  readonly value: unknown;
}

/** The keywords of a schema in the order in which they are written, and all their marks. */
export interface Reading {
  readonly entries: readonly Entry[];
  readonly marks: number;
}

/** Reads the keywords of a schema: once for each intersection, of which a document takes tens of thousands. */
export function readKeywords(schema: Schema): Reading {
  const entries: Entry[] = [];
  let marks = 0;
  let isSorted = true;
  let last: Entry | undefined;
  for (const keyword in schema) {
    const rank = RANKS.get(keyword) ?? ORDER.length;
    const entry = { keyword, rank, value: (schema as Record<string, unknown>)[keyword] };
    if (last !== undefined && last.rank >= rank) isSorted &&= compareEntries(last, entry) <= 0;
    entries.push(entry);
    last = entry;
    marks |= MARKS_BY_RANK[rank] ?? 0;
  }
  return { entries: isSorted ? entries : entries.sort(compareEntries), marks };
}

/** Sorts keywords as schemas are written. */
export function compareEntries(a: Entry, b: Entry): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.keyword < b.keyword ? -1 : a.keyword > b.keyword ? 1 : 0;
}

/** A copy that is written in the order of keywords. */
export function ordered(schema: Schema): Schema {
  return Object.fromEntries(readKeywords(schema).entries.map(({ keyword, value }) => [keyword, value]));
}

/** The families of which both schemas have keywords, and at least two in all. */
export function sharedFamilies(a: Schema, b: Schema): readonly (readonly (keyof Schema)[])[] {
  return FAMILIES.filter((family) => {
    const [ofA, ofB] = [family.filter((keyword) => keyword in a), family.filter((keyword) => keyword in b)];
    return ofA.length > 0 && ofB.length > 0 && new Set([...ofA, ...ofB]).size > 1;
  });
}

/** The schema with these keywords only. */
export function pick(schema: Schema, keywords: readonly string[]): Schema {
  const picked: Record<string, unknown> = {};
  for (const keyword of keywords) {
    if (keyword in schema) picked[keyword] = (schema as Record<string, unknown>)[keyword];
  }
  return picked;
}

/** The schema without these keywords. */
export function omit(schema: Schema, keywords: readonly string[]): Schema {
  const rest: Record<string, unknown> = {};
  for (const keyword of Object.keys(schema)) {
    if (!keywords.includes(keyword)) rest[keyword] = (schema as Record<string, unknown>)[keyword];
  }
  return rest;
}

/** Whether the schema has this keyword and no other. */
export function isOnly(schema: Schema | boolean, keyword: keyof Schema): boolean {
  return typeof schema === 'object' && keyword in schema && Object.keys(schema).length === 1;
}
