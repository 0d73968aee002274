import type { Schema } from './schema.js';

/** Groups of keywords that change each other's meaning, so groups of two schemas are not mixed. */
const FAMILIES: readonly (readonly (keyof Schema)[])[] = [
  ['items', 'prefixItems'],
  ['contains', 'minContains', 'maxContains'],
  ['properties', 'patternProperties', 'additionalProperties'],
  ['anyOf', 'oneOf', 'discriminator'],
  ['if', 'then', 'else'],
];

/** The order of keywords in a schema. Other keywords follow, sorted by name. */
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

const VALUES = 1 << FAMILIES.length;
/** Marks keywords that evaluate members or items. */
export const EVALUATES = VALUES << 1;
/** Marks keywords that reject members or items that no other keyword has evaluated. */
export const CLOSES = VALUES << 2;
/** All marks: a keyword with one needs care if both schemas have a keyword with the same mark. */
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

export interface Entry {
  readonly keyword: string;
  readonly rank: number;
  readonly value: unknown;
}

export interface Reading {
  readonly entries: readonly Entry[];
  readonly marks: number;
}

/** Reads all keywords in one loop: a document needs tens of thousands of intersections. */
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

export function compareEntries(a: Entry, b: Entry): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.keyword < b.keyword ? -1 : a.keyword > b.keyword ? 1 : 0;
}

export function ordered(schema: Schema): Schema {
  return Object.fromEntries(readKeywords(schema).entries.map(({ keyword, value }) => [keyword, value]));
}

export function sharedFamilies(a: Schema, b: Schema): readonly (readonly (keyof Schema)[])[] {
  return FAMILIES.filter((family) => {
    const [ofA, ofB] = [family.filter((keyword) => keyword in a), family.filter((keyword) => keyword in b)];
    return ofA.length > 0 && ofB.length > 0 && new Set([...ofA, ...ofB]).size > 1;
  });
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
