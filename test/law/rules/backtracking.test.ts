import { compileCounting, TooManySteps } from './backtracking.js';
import { schemaOf } from './compare.js';
import { samples, type Sample } from './samples.js';

const ENDINGS = ['', '\u0000', '-'];

/** Texts in which one piece of a seed is repeated, and the end spoils the match. */
function attacks(seed: string, times: number): string[] {
  const starts = Array.from({ length: Math.min(seed.length, 16) }, (_, at) => at);
  const pieces = starts.flatMap((at) =>
    [1, 2].map((length) => [at, Math.min(at + length, seed.length)] as const),
  );
  return pieces.flatMap(([from, to]) => {
    const pumped = seed.slice(0, from) + seed.slice(from, to).repeat(times) + seed.slice(to);
    return ENDINGS.map((ending) => pumped + ending);
  });
}

/** The attacks on a pattern that cost far more at twice the length. */
function expensive(pattern: string, seeds: readonly string[]): string[] {
  const match = compileCounting(pattern);
  const steps = (text: string) => {
    try {
      return match(text).steps;
    } catch (error) {
      if (error instanceof TooManySteps) return Infinity;
      throw error;
    }
  };
  return seeds.flatMap((seed) => {
    const short = attacks(seed, 12);
    const long = attacks(seed, 24);
    // Twice the text may cost four times as much, or eight where a pattern is searched for; no exponent does.
    return long.filter((text, index) => steps(text) > 10 * steps(short[index] ?? '') + 5_000);
  });
}

function patternsWithSeeds(): [string, string, string[]][] {
  const found = new Map<string, { use: string; seeds: Set<string> }>();
  for (const sample of samples)
    for (const contract of ['exact', 'declared'] as const)
      for (const pattern of schemaOf(sample, contract).patterns) {
        const entry = found.get(pattern) ?? { use: sample.decorator + sample.use, seeds: new Set() };
        for (const seed of textsOf(sample)) entry.seeds.add(seed);
        found.set(pattern, entry);
      }
  return [...found].map(([pattern, { use, seeds }]) => [use, pattern, [...seeds]]);
}

function textsOf(sample: Sample): string[] {
  const texts = sample.seeds.filter((seed): seed is string => typeof seed === 'string' && seed.length < 60);
  return texts.slice(0, 6);
}

describe('issue 3: no pattern that a document carries can be made to run for ever', () => {
  it.each(patternsWithSeeds())('%s', (_, pattern, seeds) => {
    expect(expensive(pattern, ['a1', '..', ...seeds])).toEqual([]);
  });

  it('counts as it should: nested repetition runs away, plain repetition does not', () => {
    expect(expensive('^(?:a+)+$', ['a'])).not.toEqual([]);
    expect(expensive('^(?:a|a)*$', ['a'])).not.toEqual([]);
    expect(expensive('^a+$', ['a'])).toEqual([]);
  });

  it.each(['^(?:a|bc)+?d{2,3}$', '(?<=x)y\\b', '^([-:])a\\1$', '^(?!.*z)[^q]+$'])(
    'matches %s as RegExp does',
    (pattern) => {
      const expression = new RegExp(pattern, 'u');
      const match = compileCounting(pattern);
      const texts = ['abcdd', 'add', 'xy', 'xyz', '-a-', '-a:', ':a:', 'aq', 'az', 'aa', ''];
      expect(texts.map((text) => match(text).matches)).toEqual(texts.map((text) => expression.test(text)));
    },
  );
});
