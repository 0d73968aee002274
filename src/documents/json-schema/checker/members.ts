import type { Verdict } from './assertion.js';

// Members of objects. A member that is undefined is absent, as in JSON text.

export type Members = Readonly<Record<string, unknown>>;

export function namesIn(value: Members): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}

export function has(value: Members, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

/**
 * Returns a test of texts, which answers undefined for a pattern that ECMAScript cannot compile. The flag `u`
 * matches code points, as JSON Schema requires; some patterns of other engines compile only without it.
 */
export function matches(pattern: string): (text: string) => Verdict {
  for (const flags of ['u', ''])
    try {
      const expression = new RegExp(pattern, flags);
      return (text) => expression.test(text);
    } catch {
      // The pattern needs other flags, or another engine.
    }
  return () => undefined;
}

export function negate(verdict: Verdict): Verdict {
  return verdict === undefined ? undefined : !verdict;
}

/** Returns false as soon as one item is false, even if others are undecidable. */
export function every<T>(items: readonly T[], judge: (item: T, index: number) => Verdict): Verdict {
  let all: Verdict = true;
  for (let index = 0; index < items.length; index += 1) {
    const verdict = judge(items[index] as T, index);
    if (verdict === false) return false;
    if (verdict === undefined) all = undefined;
  }
  return all;
}

/** Returns whether between `low` and `high` items are true. */
export function counted<T>(
  items: readonly T[],
  judge: (item: T) => Verdict,
  low: number,
  high: number,
): Verdict {
  let sure = 0;
  let possible = 0;
  for (const item of items) {
    const verdict = judge(item);
    if (verdict === true) sure += 1;
    if (verdict !== false) possible += 1;
  }
  if (sure > high || possible < low) return false;
  return sure >= low && possible <= high ? true : undefined;
}
