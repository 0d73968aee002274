import { CONTENT_KEYWORDS, SCALAR_KEYWORDS } from './keywords.js';
import type { Schema } from './schema.js';

type Keywords = Record<string, unknown>;

/** Keywords that never change what another one of them means, in the order of keywords. */
const INDEPENDENT = [
  // An exclusive limit decides whether the other one counts.
  ...SCALAR_KEYWORDS.filter((keyword) => !keyword.startsWith('exclusive')),
  ...CONTENT_KEYWORDS,
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
];
const PLACES: ReadonlyMap<string, number> = new Map(INDEPENDENT.map((keyword, place) => [keyword, place]));

/**
 * Writes keywords into a schema that nothing else uses, in the order of keywords.
 *
 * @param keywords the result of `simplify`
 * @returns the schema, or the one that replaces it; undefined if keywords meet, so that only `intersect` joins them
 */
export function writeKeywords(schema: Schema, keywords: Schema): Schema | undefined {
  const added = keywords as Keywords;
  let written = schema as Keywords;
  let last = -1;
  // Items mean something else beside other keywords of a list.
  let isRepeated = schema.items === undefined;
  for (const keyword in written) {
    const place = PLACES.get(keyword);
    if (place === undefined || place < last) return undefined;
    if (written[keyword] !== added[keyword]) isRepeated = false;
    last = place;
  }
  for (const keyword in added) {
    const known = written[keyword];
    if (known === added[keyword]) continue;
    if (isRepeated) return { ...keywords };
    if (!PLACES.has(keyword)) return undefined;
    if (known === undefined) continue;
    if (keyword !== 'type' || known !== 'integer' || added.type !== 'number') return undefined;
  }
  for (const keyword in added) {
    if (written[keyword] !== undefined) continue;
    const place = PLACES.get(keyword) ?? last;
    if (place < last) written = insert(written, keyword, added[keyword], place);
    else written[keyword] = added[keyword];
    last = Math.max(last, place);
  }
  return written;
}

/** Returns a copy with a keyword before the first one of a later place. */
function insert(schema: Keywords, keyword: string, value: unknown, place: number): Keywords {
  const copy: Keywords = {};
  for (const known in schema) {
    if (copy[keyword] === undefined && place < (PLACES.get(known) ?? place)) copy[keyword] = value;
    copy[known] = schema[known];
  }
  return copy;
}
