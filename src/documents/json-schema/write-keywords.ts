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
 * @returns the schema, or the one that replaces it; undefined if keywords meet, so that only `intersect`
 *   joins them
 */
export function writeKeywords(schema: Schema, keywords: Schema): Schema | undefined {
  const added = keywords as Keywords;
  let written = schema as Keywords;
  let last = lastPlaceIn(written);
  if (last === undefined) return undefined;
  // Items mean something else beside other keywords of a list.
  if (schema.items === undefined && hasAll(added, written))
    return hasAll(written, added) ? schema : { ...keywords };
  if (!areIndependent(written, added)) return undefined;
  for (const keyword in added) {
    if (written[keyword] !== undefined) continue;
    const place = PLACES.get(keyword) ?? last;
    if (place < last) written = insert(written, keyword, added[keyword], place);
    else written[keyword] = added[keyword];
    last = Math.max(last, place);
  }
  return written;
}

/** Returns the place of the last keyword, or undefined if a keyword may meet others or is not in order. */
function lastPlaceIn(schema: Keywords): number | undefined {
  let last = -1;
  for (const keyword in schema) {
    const place = PLACES.get(keyword);
    if (place === undefined || place < last) return undefined;
    last = place;
  }
  return last;
}

function hasAll(schema: Keywords, keywords: Keywords): boolean {
  for (const keyword in keywords) if (schema[keyword] !== keywords[keyword]) return false;
  return true;
}

/** Returns whether the added keywords meet no written one. An integer is a number. */
function areIndependent(written: Keywords, added: Keywords): boolean {
  for (const keyword in added) {
    const known = written[keyword];
    if (known === added[keyword]) continue;
    if (!PLACES.has(keyword)) return false;
    if (known === undefined) continue;
    if (keyword !== 'type' || known !== 'integer' || added.type !== 'number') return false;
  }
  return true;
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
