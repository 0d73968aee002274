import type { Schema } from '../json-schema/schema.js';
import type { Entry, Registry } from './registry.js';
import { isToken, type Tokens } from './tokens.js';

/**
 * Puts the views of one class that come to the same schema into one group.
 * Two views are the same if their schemas are, and whatever they refer to is the same in turn; so all
 * are taken for the same at first, and groups are split until every group agrees (partition refinement).
 */
export function unifyViews(entries: readonly Entry[]): Map<string, Entry[]> {
  let groups = groupBySource(entries);
  for (;;) {
    const groupOf = new Map<string, number>();
    for (const [index, group] of groups.entries()) for (const { token } of group) groupOf.set(token, index);
    const refined = groups.flatMap((group) => (group.length === 1 ? [group] : split(group, groupOf)));
    if (refined.length === groups.length) break;
    groups = refined;
  }
  return new Map(groups.flatMap((group) => group.map((entry) => [entry.token, group] as const)));
}

function groupBySource(entries: readonly Entry[]): Entry[][] {
  const groups = new Map<unknown, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.source);
    if (group === undefined) groups.set(entry.source, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

/** The entries of a group by what their schemas say. */
function split(group: readonly Entry[], groupOf: ReadonlyMap<string, number>): Entry[][] {
  const parts: Entry[][] = [];
  for (const entry of group) {
    const same = parts.find(([first]) => isSame(first?.schema, entry.schema, groupOf));
    if (same === undefined) parts.push([entry]);
    else same.push(entry);
  }
  return parts;
}

/** Whether two schemas are the same JSON, where references to one group are the same. */
function isSame(a: Schema | undefined, b: Schema | undefined, groupOf: ReadonlyMap<string, number>): boolean {
  if (a === undefined || b === undefined) return a === b;
  const pairs = pairsIn(a, b);
  return pairs?.every(([left, right]) => groupOf.get(left) === groupOf.get(right)) ?? false;
}

/** References that stand in the same place of two schemas. */
type Pair = readonly [string, string];

/** What each schema was compared with last: it is asked of the same two whenever a document is made. */
const compared = new WeakMap<Schema, { readonly other: Schema; readonly pairs: Pair[] | undefined }>();

/** The references that must be the same for the schemas to be the same; `undefined` if something else differs. */
function pairsIn(a: Schema, b: Schema): Pair[] | undefined {
  const known = compared.get(a);
  if (known?.other === b) return known.pairs;
  const found: Pair[] = [];
  const pairs = collectPairs(a, b, found) ? found : undefined;
  compared.set(a, { other: b, pairs });
  return pairs;
}

type Loose = Readonly<Record<string, unknown>>;

/** Whether but for references, which are added to `pairs`, the values are the same JSON. */
function collectPairs(a: unknown, b: unknown, pairs: Pair[]): boolean {
  if (a === b) return true;
  if (isToken(a) && isToken(b)) return pairs.push([a, b]) > 0;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a, b] as [Loose, Loose];
  const [names, others] = [Object.keys(a), Object.keys(b)];
  if (names.length !== others.length) return false;
  let index = 0;
  for (const name of names) {
    if (others[index++] !== name && !Object.hasOwn(b, name)) return false;
    // Most of what two views have is one object.
    if (left[name] !== right[name] && !collectPairs(left[name], right[name], pairs)) return false;
  }
  return true;
}

/** The entries that can be reached from a value, in the order they are met. */
export function reachableFrom(value: unknown, registry: Registry, tokens: Tokens): Entry[] {
  const met = new Set<Entry>();
  const queue = [...tokens.in(value)];
  // The list grows while it is walked.
  for (const token of queue) {
    const entry = registry.entryOf(token);
    if (entry === undefined || met.has(entry)) continue;
    met.add(entry);
    if (entry.schema !== undefined) queue.push(...tokens.keep(entry.schema));
  }
  return [...met];
}
