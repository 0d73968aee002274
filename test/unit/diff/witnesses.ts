import type { Change } from 'dtospec/diff';
import { changesOf } from './corpus/verdicts.js';
import { askSecond, type Question } from './second-validator.js';

export type Pair = readonly [first: unknown, second: unknown];

/** A property that a direction does not carry is not required in it; validators do not know that of themselves. Nor does the second know the range of int32. */
export const isPlain = (pair: Pair): boolean =>
  !/readOnly|writeOnly|Missing|int32/.test(JSON.stringify(pair));

/** Every witness of these pairs: the sender's schema must accept it, the receiver's must refuse it. */
export async function checkWitnesses(pairs: readonly Pair[], version: string): Promise<number> {
  const ask = await changesOf(pairs, ['body'], [version, version]);
  const questions: Question[] = [];
  const labels: string[] = [];
  for (const [index, [first, second]] of pairs.entries())
    for (const direction of ['request', 'response'] as const)
      for (const { witness, rule } of ask(index, 'body', direction).filter(
        (change: Change) => change.verdict === 'breaking',
      )) {
        const [from, to] = direction === 'request' ? [first, second] : [second, first];
        questions.push(
          { version, schema: from, value: witness!.value },
          { version, schema: to, value: witness!.value },
        );
        labels.push(
          `${direction} ${rule}: ${JSON.stringify(witness!.value)} of ${JSON.stringify([from, to])}`,
        );
      }
  const answers = askSecond(questions);
  const wrong = labels.filter((_, index) => answers[index * 2] !== true || answers[index * 2 + 1] !== false);
  expect(wrong).toEqual([]);
  return labels.length;
}
