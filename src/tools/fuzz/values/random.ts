import type fastCheck from 'fast-check';
import { ConfigError, isRecord } from 'dtospec/internal';
import { pathsOf, replaceAt, valueAt } from './json-path.js';
import { mutationsOf } from './mutate.js';

const AT_ONCE = 64;

export class RandomValues {
  constructor(private readonly fc: typeof fastCheck) {}

  static async load(): Promise<RandomValues> {
    try {
      return new RandomValues((await import('fast-check')).default);
    } catch (error) {
      if (!/^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((error as { code?: unknown }).code))) throw error;
      throw new ConfigError(
        'Fuzzing needs fast-check, which is not installed. Run: npm install --save-dev fast-check',
        { cause: error },
      );
    }
  }

  *near(values: readonly unknown[], keys: readonly string[], seed: number): Generator<unknown, never> {
    const { fc } = this;
    const from = fc.constantFrom(...values);
    const texts = fc
      .tuple(from, this.#text(), fc.nat())
      .map(([value, text, place]) => withText(value, text, place));
    const mutated = mutationsOf(fc, from, keys);
    const any = fc.oneof({ weight: 3, arbitrary: mutated }, { weight: 2, arbitrary: texts });
    // Samples are generated in small batches, so that the first ones are available at once.
    for (let turn = 0; ; turn += 1) yield* fc.sample(any, { seed: (seed + turn) | 0, numRuns: AT_ONCE });
  }

  *simpler(value: unknown): Generator {
    if (Array.isArray(value)) yield* this.#shorter(value as unknown[]);
    else if (isRecord(value))
      for (const entries of this.#shorter(Object.entries(value))) yield Object.fromEntries(entries);
    if (typeof value === 'string') yield* this.#simplerStrings(value);
    if (typeof value === 'number') {
      yield* [0, 1, Math.trunc(value)].filter((number) => Math.abs(number) < Math.abs(value));
      const integers = this.fc.integer();
      if (integers.canShrinkWithoutContext(value))
        for (const shrunk of integers.shrink(value, undefined)) yield shrunk.value;
    }
    if (value === true) yield false;
  }

  /** Generates text from code points. fast-check's own generator for this range takes seconds to start. */
  #text(): fastCheck.Arbitrary<string> {
    const { fc } = this;
    const character = fc.oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.integer({ min: 0, max: 0xd7ff }),
      fc.integer({ min: 0xe000, max: 0x10ffff }),
    );
    return fc.array(character, { maxLength: 20 }).map((points) => String.fromCodePoint(...points));
  }

  *#shorter<T>(list: readonly T[]): Generator<T[]> {
    const indices = this.fc.array(this.fc.integer());
    for (const { value } of indices.shrink([...list.keys()], undefined))
      if (value.length < list.length) yield value.map((index) => list[index] as T);
  }

  *#simplerStrings(value: string): Generator<string> {
    const characters = Array.from(value);
    for (const shorter of this.#shorter(characters)) yield shorter.join('');
    const plain = 'a'.repeat(characters.length);
    if (plain === value) return;
    yield plain;
    if (characters.length > 40) return;
    for (const [index, character] of characters.entries())
      if (character !== 'a') yield characters.with(index, 'a').join('');
  }
}

function withText(value: unknown, text: string, place: number): unknown {
  const paths = pathsOf(value).filter((path) => typeof valueAt(value, path) === 'string');
  return replaceAt(value, paths[place % Math.max(1, paths.length)] ?? [], () => text);
}
