import * as fc from 'fast-check';
import type { Change } from 'dtospec-tools/diff';
import { changesOf, verdictOf } from './corpus/verdicts.js';

// Whether one expression takes all that another takes is not decided here: strings of a few characters tell where it does
// not, and of the rest nothing may be claimed but for the same expression.

/** All strings of these characters, up to five of them. */
const STRINGS = (() => {
  let [all, last] = [[''], ['']];
  for (let length = 1; length <= 5; length += 1) {
    last = last.flatMap((text) => ['a', 'b', '1'].map((character) => text + character));
    all = [...all, ...last];
  }
  return all;
})();

const atom = fc.constantFrom('a', 'b', '1', '[ab]', '[^a]', '\\d', '\\w', '.', '(?:a|b1)', '(?:ab|)');
const piece = fc
  .tuple(atom, fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,3}'))
  .map((parts) => parts.join(''));
const pattern = fc
  .tuple(fc.boolean(), fc.array(piece, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([isStart, pieces, isEnd]) => `${isStart ? '^' : ''}${pieces.join('')}${isEnd ? '$' : ''}`);

type Pair = readonly [string, string];
const KNOWN: readonly Pair[] = [
  ['^[a-z]{1,5}$', '^[a-z]{1,10}$'],
  ['^[a-z]+$', '^[a-z0-9]+$'],
  ['^a$', 'a'],
  ['^.*$', '.*'],
  ['.*', '^.*$'],
  ['^(?:a|b)$', '^[ab]$'],
  ['\\d', '[0-9]'],
];
const pairs = [
  ...KNOWN,
  ...KNOWN.map(([a, b]): Pair => [b, a]),
  ...fc.sample(fc.tuple(pattern, pattern), { numRuns: 150, seed: 21 }),
];

test('a pattern is compatible only if no string distinguishes it from the other, and breaking only with such a string', async () => {
  const schemas = pairs.map(
    (pair) => pair.map((one) => ({ type: 'string', pattern: one })) as [object, object],
  );
  const ask = await changesOf(schemas, ['body']);
  const wrong: unknown[] = [];
  const missed: unknown[] = [];
  const counts = { breaking: 0, unclear: 0, compatible: 0 };
  for (const [index, pair] of pairs.entries())
    for (const direction of ['request', 'response'] as const) {
      const [from, to] = (direction === 'request' ? pair : [...pair].reverse()).map(
        (one) => new RegExp(one, 'u'),
      );
      const changes: readonly Change[] = ask(index, 'body', direction);
      const verdict = verdictOf(changes);
      counts[verdict] += 1;
      const apart = STRINGS.find((text) => from!.test(text) && !to!.test(text));
      if (verdict === 'unclear' && apart !== undefined) missed.push([from!.source, to!.source, apart]);
      if (verdict === 'compatible' && apart !== undefined) wrong.push([pair, direction, apart]);
      for (const { witness } of changes.filter((one) => one.verdict === 'breaking')) {
        const value = witness!.value as string;
        if (!from!.test(value) || to!.test(value)) wrong.push([pair, direction, value]);
      }
    }
  expect(wrong).toEqual([]);
  // Most that differ are told by a witness, and no claim is made of what none was found for.
  expect(counts.breaking).toBeGreaterThan(pairs.length);
  expect(missed.length).toBeLessThan(counts.breaking / 20);
  expect(counts.unclear).toBeGreaterThan(10);
});
