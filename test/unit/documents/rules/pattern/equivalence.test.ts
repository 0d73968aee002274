import fc from 'fast-check';
import { translatePattern } from '../../../../../src/documents/rules/pattern/translate.js';
import { FLAGS, LEGACY, SOURCES, UNICODE } from './sources.js';

// What a pattern matches is asked of the regular expression that it came from.

const CHARS = Array.from('aAbzZ019_- \n\u2028é\u00C9ßſKςσΣ.,{}[]^$|?*+()\\/@');
const plain = fc.array(fc.constantFrom(...CHARS), { maxLength: 7 }).map((chars) => chars.join(''));
const spicy = fc
  .array(fc.constantFrom(...CHARS, '😀', '𐐀', '𐐨', '\uD83D', '\uDE00'), { maxLength: 6 })
  .map((chars) => chars.join(''));

/** V8 14 (Node.js 26) loses a pair of surrogates where a class of all characters meets a lookbehind. */
const FAILS_BEHIND_PAIRS = !/[\s\S](?<=[\s\S])$/u.test('😀');

/**
 * The texts on which a pattern and its original differ. Without the `u` flag a character beyond U+FFFF counts twice,
 * in a pattern always once.
 */
function differences(expression: RegExp, texts: readonly string[]): string[] {
  const translated = translatePattern(expression);
  if (translated === undefined) return [];
  const pattern = new RegExp(translated, 'u');
  const original = new RegExp(expression.source, expression.flags.replace('y', ''));
  const isMisread = FAILS_BEHIND_PAIRS && translated.includes('(?<');
  return texts
    .filter((text) => (expression.flags.includes('u') && !isMisread) || !/[\uD800-\uDFFF]/.test(text))
    .filter((text) => pattern.test(text) !== original.test(text));
}

const ENDS = Array.from(
  'A \u0001 (\u0001 ]\u0001 \\\u0001 a\u0001 \u00FF ? \u0007 ! \u0011 uu A1'.split(' '),
);

const ATOMS = [
  ...['a', 'b', 'K', 'é', '1', '_', '-', '.', '😀', '\\d', '\\w', '\\W', '\\s', '\\n', '\\.', '[a-z]'],
  ...['[^a]', '[^\\d-]', '[A-Z_]', '[\\s\\S]', '[ſ-ƀ]', '\\@', '{', ']', '^', '$', '\\b', '[\\w-.]'],
];
const COUNTS = ['*', '+', '?', '{2}', '{1,2}', '{2,}', '*?'];
const LOOKS = ['?=', '?!', '?<=', '?<!'];

/** Any expression of the atoms. */
function expressionOf(atoms: readonly string[]): fc.Arbitrary<RegExp> {
  const atom = fc.constantFrom(...atoms);
  const { source } = fc.letrec<{ source: string; term: string }>((tie) => ({
    term: fc.oneof(
      { depthSize: 'small' },
      atom,
      fc.tuple(atom, fc.constantFrom(...COUNTS)).map((parts) => parts.join('')),
      tie('source').map((inner) => `(?:${inner})`),
      tie('source').map((inner) => `(${inner})`),
      fc.tuple(fc.constantFrom(...LOOKS), tie('source')).map(([look, inner]) => `(${look}${inner})`),
    ),
    source: fc.oneof(
      fc.array(tie('term'), { minLength: 1, maxLength: 4 }).map((terms) => terms.join('')),
      fc.tuple(tie('term'), tie('term')).map((options) => options.join('|')),
    ),
  }));
  return fc
    .tuple(source, fc.constantFrom(...FLAGS))
    .map(([text, flags]) => compiled(text, flags))
    .filter((expression) => expression !== undefined);
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

const runs = Number(process.env.DTOSPEC_RUNS ?? 1000);
const texts = fc.sample(fc.oneof(plain, spicy), { numRuns: runs, seed: 20_261_121 });

describe('a pattern matches what its expression matches', () => {
  const known = [
    ...SOURCES.flatMap((source) => FLAGS.map((flags) => new RegExp(source, flags))),
    ...UNICODE.flatMap((source) => ['u', 'iu', 'su', 'mu'].map((flags) => new RegExp(source, flags))),
    ...LEGACY.flatMap((source) => ['', 'i', 'ms'].map((flags) => new RegExp(source, flags))),
  ];

  it('with any flags', () => {
    const ends = [...CHARS, '😀', '\uD83D'].flatMap((char) => [char, `a${char}`, `${char}b`, char + char]);
    const long = [9, 10, 11, 12, 13].map((length) => 'a'.repeat(length));
    const asked = [...texts, ...ends, ...ENDS, ...long, ''];
    const different = known.flatMap((expression) =>
      differences(expression, asked).map((text) => [String(expression), text]),
    );
    expect(different).toEqual([]);
  });

  it('with any syntax', () => {
    const some = fc.array(fc.oneof(plain, spicy), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(expressionOf(ATOMS), some, (expression, candidates) => {
        expect(differences(expression, candidates)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  it('does not change a pattern without flags, except for an escaped slash', () => {
    const changed = SOURCES.map((source) => new RegExp(source)).filter(
      (expression) => translatePattern(expression) !== expression.source.replaceAll('\\/', '/'),
    );
    expect(changed.map(String)).toMatchInlineSnapshot(`[]`);
  });

  it('rejects expressions without an equivalent pattern', () => {
    const open = known.filter((expression) => translatePattern(expression) === undefined);
    expect(bySource(open)).toMatchInlineSnapshot(`
     [
       "^(?=(.)).\\1: i im iu ims imsu",
       ".\\B: iu imsu",
       "^\\W$: iu imsu",
       "^(a|b)\\1$: i im iu ims imsu",
       "^(?<x>a|.)\\k<x>$: i im iu ims imsu",
       "^(.)(.)\\2\\1$: i im iu ims imsu",
       "^(a)?b\\1$: i im iu ims imsu",
       "\\ba\\b: iu imsu",
       "\\Ba: iu imsu",
       "^(?<ab>a|b)\\k<ab>$: i im iu ims imsu",
       "\\a: / i ms",
       "\\z: / i ms",
       "\\1: / i ms",
       "\\8: / i ms",
       "\\12: / i ms",
       "\\08: / i ms",
       "[\\1]: / i ms",
       "[\\c]: / i ms",
       "\\p{L}: / i ms",
       "\\u{2}: / i ms",
       "\\k: / i ms",
       "\\k<x>: / i ms",
       "\\ua: / i ms",
       "\\x6: / i ms",
       "(?=a)*: / i ms",
       "(?!a)+b: / i ms",
       "[😀]: / i ms",
       "^[^😀]$: / i ms",
       "[(]\\1: / i ms",
       "\\(\\1: / i ms",
       "[\\](]\\1: / i ms",
       "[\\\\(]\\1: / i ms",
       "(?<=a)\\1: / i ms",
       "(?<!b)\\1: / i ms",
       "(?:a)\\1: / i ms",
       "(?=a)\\1: / i ms",
       "(a)\\2: / i ms",
       "\\101: / i ms",
       "\\012: / i ms",
       "\\377: / i ms",
       "\\400: / i ms",
       "\\77: / i ms",
       "\\7: / i ms",
       "\\1011: / i ms",
       "^😀+$: / i ms",
       "^😀{2}$: / i ms",
       "😀*?a: / i ms",
       "^\\c$: / i ms",
       "\\c1: / i ms",
       "[\\c1]: / i ms",
       "[\\u{2}]: / i ms",
       "[\\p{L}]: / i ms",
     ]
    `);
  });
});

/** `^\\W$: iu imsu`; a slash stands for no flag. */
function bySource(expressions: readonly RegExp[]): string[] {
  const flags = new Map<string, string[]>();
  for (const expression of expressions)
    flags.set(expression.source, [...(flags.get(expression.source) ?? []), expression.flags || '/']);
  return [...flags].map(([source, some]) => `${source}: ${some.join(' ')}`);
}
