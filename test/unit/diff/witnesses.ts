import type { Change } from 'dtospec/diff';
import { changesOf } from './corpus/verdicts.js';
import { askSecond, type Question } from './second-validator.js';

export type Pair = readonly [first: unknown, second: unknown];

/** A property that a direction does not carry is not required in it; validators do not know that of themselves. Nor does the second know the range of int32. */
export const isPlain = (pair: Pair): boolean =>
  !/readOnly|writeOnly|Missing|int32/.test(JSON.stringify(pair));

/** Where a value stands that is written as text, and what the second validator may read it as. */
export type WitnessSlot = 'body' | 'parameter' | 'header';

/**
 * Every witness of these pairs: the sender's schema must accept it, the receiver's must refuse it. Text is read as each of
 * the values that it may be: accepted if one of them is, refused if all are.
 */
export async function checkWitnesses(
  pairs: readonly Pair[],
  version: string,
  slot: WitnessSlot = 'body',
): Promise<number> {
  const ask = await changesOf(pairs, [slot], [version, version]);
  const claims: Claim[] = [];
  for (const [index, [first, second]] of pairs.entries())
    for (const direction of ['request', 'response'] as const)
      for (const { witness, rule } of ask(index, slot, direction).filter(
        (change: Change) => change.verdict === 'breaking' && change.witness?.value !== undefined,
      )) {
        const [from, to] = direction === 'request' ? [first, second] : [second, first];
        const value = witness!.value;
        const label = `${direction} ${rule}: ${JSON.stringify(value)} of ${JSON.stringify([from, to])}`;
        claims.push({ label, version, from, to, values: slot === 'body' ? [value] : readingsOf(value) });
      }
  expect(refutedOf(claims)).toEqual([]);
  return claims.length;
}

/** That a schema accepts one of these values, and another accepts none. */
export interface Claim {
  readonly label: string;
  readonly version: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly values: readonly unknown[];
}

/** What the second validator does not confirm. */
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
