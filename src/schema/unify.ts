import { canonical } from './canonical.js';
import { replaceTokens, tokensIn, type Entry } from './registry.js';

/**
 * Puts the views of one class that come to the same schema into one group (design 5, two views).
 * Two views are the same if their schemas are, and whatever they refer to is the same in turn; so all
 * are taken for the same at first, and groups are split until every group agrees (partition refinement).
 */
export function unifyViews(entries: readonly Entry[]): Map<string, Entry[]> {
  let groups = groupBy(entries, (entry) => entry.source);
  for (;;) {
    const groupOf = new Map(
      groups.flatMap((group, index) => group.map((entry) => [entry.token, index] as const)),
    );
    const refined = groups.flatMap((group) =>
      group.length === 1
        ? [group]
        : groupBy(group, (entry) =>
            canonical(replaceTokens(entry.schema, (token) => String(groupOf.get(token)))),
          ),
    );
    if (refined.length === groups.length) break;
    groups = refined;
  }
  return new Map(groups.flatMap((group) => group.map((entry) => [entry.token, group] as const)));
}

/** The entries that can be reached from a value, in the order they are met. */
export function reachableFrom(value: unknown, entries: readonly Entry[]): Entry[] {
  const byToken = new Map(entries.map((entry) => [entry.token, entry]));
  const met = new Set<Entry>();
  const queue = [...tokensIn(value)];
  for (let token = queue.shift(); token !== undefined; token = queue.shift()) {
    const entry = byToken.get(token);
    if (entry === undefined || met.has(entry)) continue;
    met.add(entry);
    queue.push(...tokensIn(entry.schema));
  }
  return [...met];
}

function groupBy<T>(items: readonly T[], key: (item: T) => unknown): T[][] {
  const groups = new Map<unknown, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}
