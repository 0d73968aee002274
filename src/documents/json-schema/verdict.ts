import type { Schema } from './schema.js';
import type { Resolve } from './walk.js';

export type Verdict = boolean | undefined;

export interface Walk {
  readonly judge: (schema: Schema | boolean, value: unknown, walk: Walk) => Verdict;
  readonly resolve: Resolve;
  readonly format: (format: string, value: unknown) => Verdict;
  /** References already followed for this value, so that a recursive schema ends. */
  readonly followed: readonly string[];
  /** Cached verdicts on members and items. Without them, each level of a recursive union would double the work. */
  readonly known: Map<object, Map<Schema | boolean, Verdict>>;
}

export type Check = (value: unknown, argument: never, schema: Schema, walk: Walk) => Verdict;

export type Checks = Readonly<Record<string, Check>>;

export function judgeInside(schema: Schema | boolean, value: unknown, walk: Walk): Verdict {
  const judge = (): Verdict =>
    walk.judge(schema, value, walk.followed.length === 0 ? walk : { ...walk, followed: [] });
  if (typeof value !== 'object' || value === null) return judge();
  const verdicts = walk.known.get(value) ?? new Map<Schema | boolean, Verdict>();
  walk.known.set(value, verdicts);
  if (!verdicts.has(schema)) verdicts.set(schema, judge());
  return verdicts.get(schema);
}

/** Returns false as soon as one item is false, even if others are undecidable. */
export function every<T>(items: readonly T[], judge: (item: T, index: number) => Verdict): Verdict {
  let all: Verdict = true;
  for (const [index, item] of items.entries()) {
    const verdict = judge(item, index);
    if (verdict === false) return false;
    all = verdict && all;
  }
  return all;
}

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

export function negate(verdict: Verdict): Verdict {
  return verdict === undefined ? undefined : !verdict;
}

export function matches(pattern: string): (text: string) => Verdict {
  try {
    const expression = new RegExp(pattern, 'u');
    return (text) => expression.test(text);
  } catch {
    return () => undefined;
  }
}

export function namesOf(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}

export function has(value: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}
