import { compileCounting } from './counting.js';
import { questions } from './patterns.js';

/** What takes a time of its square would not come to an end at either. */
const LONG = process.env.DTOSPEC_RUNS === undefined ? 30_000 : 100_000;
/** Values of a pattern that grow so long: one of letters and digits, and one of its own, or six. */
const GROWN = process.env.DTOSPEC_RUNS === undefined ? [0, 3] : [0, 1, 2, 3, 4, 5];
/** Steps on a short text that no linear pattern takes. */
const TOO_MANY = 1_000_000;

/** Texts of about a length in which one piece of a value is repeated, and the end spoils the match. */
function attacks(value: string, length: number): string[] {
  const starts = Array.from({ length: Math.min(value.length, 12) }, (_, at) => at);
  const pieces = starts.flatMap((at) =>
    [1, 2, 5].map((size) => [at, Math.min(at + size, value.length)] as const),
  );
  return pieces.flatMap(([from, to]) => {
    const piece = value.slice(from, to);
    const times = Math.ceil(length / piece.length);
    const pumped = value.slice(0, from) + piece.repeat(times) + value.slice(to);
    return ['', '\0', '-', '!'].map((end) => pumped + end);
  });
}

/** The attacks on a pattern that cost more than twice as much at twice the length, with room for what is constant. */
function expensive(pattern: string, values: readonly string[]): string[] {
  const steps = compileCounting(pattern);
  return values.flatMap((value) => {
    const [short, long] = [attacks(value, 200), attacks(value, 400)];
    return long.filter((text, index) => {
      const limit = 3 * steps(short[index]!, TOO_MANY) + 2_500;
      return limit > TOO_MANY || steps(text, limit) > limit;
    });
  });
}

/** A few values of each length and kind. */
function fewOf(values: readonly string[]): string[] {
  const usable = values.filter((value) => value !== '' && value.length < 80);
  return ['a1', '..', '  ', ...usable.filter((_, index) => index % Math.ceil(usable.length / 8) === 0)];
}

describe('the time of a match is linear in the text', () => {
  const asked = questions(10).map(({ pattern, values }) => ({ pattern, values: fewOf(values) }));

  /** Only these are given to the engine: another one would keep it for hours. */
  const linear: typeof asked = [];

  it.each(asked)('$pattern', (one) => {
    expect(expensive(one.pattern, one.values)).toEqual([]);
    linear.push(one);
  });

  it(`ends in the engine itself, too, at ${LONG} characters`, () => {
    const seen = linear.flatMap(({ pattern, values }) => {
      const expression = new RegExp(pattern, 'u');
      const grown = GROWN.flatMap((at) => values[at] ?? []);
      return grown.flatMap((value) => attacks(value, LONG).map((text) => expression.test(text)));
    });
    expect(seen.length).toBeGreaterThan(1000);
  }, 300_000);

  it.each([
    ['^(?:a+)+$', 'exponential'],
    ['^(?:a|a)*$', 'exponential'],
    ['^a*a*$', 'quadratic'],
    ['a*b', 'quadratic'],
    ['^ *[0-9 ]*-$', 'quadratic'],
  ])('counts %s as %s', (pattern) => {
    expect(expensive(pattern, ['a', ' 1'])).not.toEqual([]);
  });

  it.each(['^a+$', '^[0-9]{3,5}(?:a|bc)?$', '^a*b*$'])('counts %s as linear', (pattern) => {
    expect(expensive(pattern, ['a', 'ab', '123', 'abc'])).toEqual([]);
  });
});
