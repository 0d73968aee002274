import { sameJson, canonical } from './canonical.js';
import { combineKeyword, distinct } from './combiners.js';
import type { Join } from './combiners.js';
import { intersectValues, LISTING, valuesOf } from './intersect-values.js';
import { CLOSES, EVALUATES, MEETING, omit, ordered, pick, readKeywords, sharedFamilies } from './keywords.js';
import type { Entry, Reading } from './keywords.js';
import { FALSE_SCHEMA, isFalse } from './never.js';
import type { Schema } from './schema.js';

/**
 * A schema that accepts what both accept, one keyword at a time; what one keyword means for another is left to
 * `simplify`. The two may come in either order. Neither is edited, and the result may share parts with them.
 */
export function combine(a: Schema, b: Schema, join: Join): Schema {
  if (a === b) return a;
  const left = readKeywords(a);
  const right = readKeywords(b);
  if (right.entries.length === 0) return a;
  if (left.entries.length === 0) return b;
  if ((a.not !== undefined && isFalse(a)) || (b.not !== undefined && isFalse(b))) return FALSE_SCHEMA;
  if ((left.marks & right.marks & MEETING) === 0) return zip(left.entries, right.entries, [], join);
  if (closes(left, right) || closes(right, left)) return { allOf: distinct([a, b]) };
  const listed = joinValues(a, b);
  if (listed === undefined) return FALSE_SCHEMA;
  const apart: Schema[] = [];
  const [ofA, ofB] = setApart(...listed, apart);
  return zip(readKeywords(ofA).entries, readKeywords(ofB).entries, apart, join);
}

/** Whether the first refuses members for what stands beside it, to which the second must not be added. */
function closes(a: Reading, b: Reading): boolean {
  return (a.marks & CLOSES) !== 0 && (b.marks & EVALUATES) !== 0;
}

/** Lists the values that both list in the first; `undefined` if there are none. */
function joinValues(a: Schema, b: Schema): [Schema, Schema] | undefined {
  if (valuesOf(a) === undefined || valuesOf(b) === undefined) return [a, b];
  const values = intersectValues(a, b);
  return values && [{ ...omit(a, LISTING), ...values }, omit(b, LISTING)];
}

/**
 * Moves a family of keywords that both use into `allOf`, as a whole: `items` beside a `prefixItems` that came from
 * elsewhere would mean something else.
 */
function setApart(a: Schema, b: Schema, apart: Schema[]): [Schema, Schema] {
  let [left, right] = [a, b];
  for (const family of sharedFamilies(a, b)) {
    const [ofA, ofB] = [pick(a, family), pick(b, family)];
    const staysInA = isFirst(ofA, ofB);
    if (!sameJson(ofA, ofB)) apart.push(staysInA ? ofB : ofA);
    if (staysInA) right = omit(right, family);
    else left = omit(left, family);
  }
  return [left, right];
}

/** Of two that cannot be said together, which stays: the one that a third can join more easily. */
function isFirst(a: Schema, b: Schema): boolean {
  const difference = Object.keys(a).length - Object.keys(b).length;
  return difference === 0 ? canonical(a) <= canonical(b) : difference < 0;
}

/** Keywords of one stay, those of both are combined, all in the order of keywords. */
function zip(a: readonly Entry[], b: readonly Entry[], apart: Schema[], join: Join): Schema {
  const merged: Record<string, unknown> = {};
  let next = 0;
  for (const ofA of a) {
    let ofB = b[next];
    // compareEntries, but for the call: there are tens of thousands of these.
    while (ofB !== undefined && (ofB.rank === ofA.rank ? ofB.keyword < ofA.keyword : ofB.rank < ofA.rank)) {
      merged[ofB.keyword] = ofB.value;
      ofB = b[(next += 1)];
    }
    const isInBoth = ofB?.keyword === ofA.keyword;
    if (isInBoth) next += 1;
    merged[ofA.keyword] =
      isInBoth && ofA.value !== ofB?.value
        ? combineKeyword(ofA.keyword, ofA.value, ofB?.value, apart, join)
        : ofA.value;
  }
  for (; next < b.length; next += 1) {
    const ofB = b[next];
    if (ofB !== undefined) merged[ofB.keyword] = ofB.value;
  }
  if (Array.isArray(merged.type) && merged.type.length === 0) return FALSE_SCHEMA;
  if (apart.length === 0) return merged;
  const allOf = distinct([...((merged.allOf as Schema[] | undefined) ?? []), ...apart]);
  return ordered({ ...merged, allOf });
}
