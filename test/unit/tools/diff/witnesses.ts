import { changesOf } from './corpus/verdicts.js';
import { askSecond, type Question } from './second-validator.js';

export type Pair = readonly [first: unknown, second: unknown];

/** A property that a direction does not carry is not required in it; validators do not know that of themselves. Nor does the second know the range of int32. */
export const isPlain = (pair: Pair): boolean =>
  !/readOnly|writeOnly|Missing|int32/.test(JSON.stringify(pair));

/** Where a value stands that is written as text, and what the second validator may read it as. */
export type WitnessSlot = 'body' | 'parameter' | 'header';

/** Of every witness of these pairs: that the sender's schema accepts it, and the receiver's refuses it. */
export async function claimsOf(
  pairs: readonly Pair[],
  version: string,
  slots: readonly WitnessSlot[] = ['body'],
): Promise<Claim[]> {
  const ask = await changesOf(pairs, slots, [version, version]);
  const claims: Claim[] = [];
  for (const slot of slots)
    for (const [index, [first, second]] of pairs.entries())
      for (const direction of ['request', 'response'] as const)
        for (const { witness, rule, verdict } of ask(index, slot, direction)) {
          if (verdict !== 'breaking' || witness?.value === undefined) continue;
          const [from, to] = direction === 'request' ? [first, second] : [second, first];
          const { value } = witness;
          const label = `${direction} ${slot} ${rule}: ${JSON.stringify(value)} of ${JSON.stringify([from, to])}`;
          const values = slot === 'body' ? [value] : readingsOf(value);
          claims.push({ label, slot, version, from, to, values });
        }
  return claims;
}

/**
 * That a schema accepts one of these values, and another accepts none: text may be read as several values, and is accepted
 * if one of them is, refused if all are.
 */
export interface Claim {
  readonly label: string;
  readonly slot?: WitnessSlot;
  readonly version: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly values: readonly unknown[];
}

/** What the second validator does not confirm: all by one process of it, which takes a second to start. */
export function refutedOf(claims: readonly Claim[]): string[] {
  const questions = claims.flatMap(({ version, from, to, values }) =>
    [from, to].flatMap((schema) => values.map((value): Question => ({ version, schema, value }))),
  );
  const answers = [...askSecond(questions)];
  return claims.flatMap(({ label, values }) => {
    const [sent, read] = [answers.splice(0, values.length), answers.splice(0, values.length)];
    const isConfirmed = sent.includes(true) && read.every((answer) => answer === false);
    return isConfirmed ? [] : [`${label}: ${JSON.stringify([sent, read])}`];
  });
}

/** What text may be read as: by itself and with all scalars in it as they look. */
export function readingsOf(value: unknown): unknown[] {
  const text = mapScalars(value, (one) => (one === null ? '' : String(one as number)));
  const looks = mapScalars(text, (one) => {
    const isWord = ['true', 'false', 'null'].includes(one as string);
    if (one === '') return null;
    return isWord || /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(one as string)
      ? (JSON.parse(one as string) as unknown)
      : one;
  });
  return [value, text, looks];
}

function mapScalars(value: unknown, change: (scalar: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapScalars(item, change));
  if (typeof value !== 'object' || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapScalars(one, change)]));
}
