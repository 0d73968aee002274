import { canonical } from '../json-schema/canonical.js';
import { replaceTokens, tokensIn, type Entry, type Registry } from './registry.js';

/**
 * Puts the views of one class that come to the same schema into one group.
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
export function reachableFrom(value: unknown, registry: Registry): Entry[] {
  const met = new Set<Entry>();
  const queue = [...tokensIn(value)];
  // The list grows while it is walked.
  for (const token of queue) {
    const entry = registry.entryOf(token);
    if (entry === undefined || met.has(entry)) continue;
    met.add(entry);
    queue.push(...tokensIn(entry.schema));
  }
  return [...met];
}

function groupBy<T>(items: readonly T[], key: (item: T) => unknown): T[][] {
  const groups = new Map<unknown, T[]>();
  for (const item of items) {
    const of = key(item);
    const group = groups.get(of);
    if (group) group.push(item);
    else groups.set(of, [item]);
  }
  return [...groups.values()];
}
