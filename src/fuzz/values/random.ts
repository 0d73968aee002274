// With `mutate.ts` the only files that need fast-check.
import fc from 'fast-check';
import { pathsOf, replaceAt, valueAt } from './json-path.js';
import { mutationsOf } from './mutate.js';

/** A string as its characters; fast-check's own units of this breadth take seconds to set up. */
const codePoints = fc.array(
  fc.oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  ),
  { maxLength: 20 },
);
const shorter = fc.array(fc.integer());

/** That many values, each some changes away from one of the given ones; the same for the same seed. */
export function mutatedValues(
  values: readonly unknown[],
  keys: readonly string[],
  seed: number,
  count: number,
): readonly unknown[] {
  const from = fc.constantFrom(...values);
  const text = codePoints.map((points) => String.fromCodePoint(...points));
  const texts = fc.tuple(from, text, fc.nat()).map(([value, other, place]) => withText(value, other, place));
  const any = fc.oneof({ weight: 3, arbitrary: mutationsOf(from, keys) }, { weight: 2, arbitrary: texts });
  return fc.sample(any, { seed, numRuns: count });
}

/** One of the strings in a value is another one; a value without any becomes it. */
function withText(value: unknown, text: string, place: number): unknown {
  const paths = pathsOf(value).filter((path) => typeof valueAt(value, path) === 'string');
  return replaceAt(value, paths[place % Math.max(1, paths.length)] ?? [], () => text);
}

const integers = fc.integer();

/** Simpler strings or numbers than this, the simplest first. */
export function* simplerScalars(value: unknown): Generator {
  if (typeof value === 'string') yield* simplerStrings(value);
  if (typeof value === 'number') {
    yield* [0, 1, Math.trunc(value)].filter((one) => Math.abs(one) < Math.abs(value));
    if (integers.canShrinkWithoutContext(value))
      for (const shrunk of integers.shrink(value, undefined)) yield shrunk.value;
  }
  if (value === true) yield false;
}

/** Shorter first, then of the same length with plain letters. */
function* simplerStrings(value: string): Generator<string> {
  const characters = Array.from(value);
  for (const { value: indices } of shorter.shrink([...characters.keys()], undefined))
    if (indices.length < characters.length) yield indices.map((index) => characters[index]).join('');
  const plain = 'a'.repeat(characters.length);
  if (plain === value) return;
  yield plain;
  if (characters.length > 40) return;
  for (const [index, character] of characters.entries())
    if (character !== 'a') yield characters.with(index, 'a').join('');
}
