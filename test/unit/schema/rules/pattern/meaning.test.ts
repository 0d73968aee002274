import fc from 'fast-check';
import { translatePattern } from '../../../../../src/schema/rules/pattern/translate.js';
import { FLAGS, LEGACY, SOURCES, UNICODE } from './sources.js';

// What a translated pattern matches is asked of the regular expression that it came from.

const CHARS = Array.from('aAbzZ019_- \n\u2028é\u00C9ßſKςσΣ.,{}[]^$|?*+()\\/@');
const plain = fc.array(fc.constantFrom(...CHARS), { maxLength: 7 }).map((chars) => chars.join(''));
const spicy = fc
  .array(fc.constantFrom(...CHARS, '😀', '𐐀', '𐐨', '\uD83D', '\uDE00'), { maxLength: 6 })
  .map((chars) => chars.join(''));

const paired = fc
  .array(fc.constantFrom('a', 'b', '😀', '😀', '\uD83D', '\uDE00'), { maxLength: 4 })
  .map((chars) => chars.join(''));

const isPlain = (text: string): boolean => !/[\uD800-\uDFFF]/.test(text);

/** The texts on which a translation and its original differ where they must not. */
function differences(expression: RegExp, texts: readonly string[]): string[] {
  const translated = translatePattern(expression);
  if (translated === undefined) return [];
  const pattern = new RegExp(translated.pattern, 'u');
  const counted = new RegExp(translated.counted ?? translated.pattern, 'u');
  return texts.filter((text) => {
    const matches = new RegExp(expression.source, expression.flags).test(text);
    if (matches && !pattern.test(text)) return true;
    if (isPlain(text)) return pattern.test(text) !== matches || counted.test(text) !== matches;
    return translated.inexact === undefined && pattern.test(text) !== matches;
  });
}

/** Texts that only some of the sources are about. */
const ENDS = [
  'A',
  'A1',
  '\u0001',
  '(\u0001',
  ']\u0001',
  '\\\u0001',
  'a\u0001',
  '\u00FF',
  ' 0',
  '?',
  '\u0007',
  '!',
  '\u0011',
  'uu',
  '\uD83D😀',
];

const ATOMS = [
  ...[
    'a',
    'b',
    'K',
    'é',
    '1',
    '_',
    '-',
    '.',
    '😀',
    '\\d',
    '\\w',
    '\\W',
    '\\s',
    '\\n',
    '\\.',
    '[a-z]',
    '[^a]',
  ],
  ...['[^\\d-]', '[A-Z_]', '[\\s\\S]', '[ſ-ƀ]', '\\@', '{', ']', '^', '$', '\\b'],
];
const COUNTS = ['*', '+', '?', '{2}', '{1,2}', '{2,}', '*?'];
const LOOKS = ['?=', '?!', '?<=', '?<!'];

/** Any expression of the given atoms. */
function expressionOf(atoms: readonly string[], flags: readonly string[]): fc.Arbitrary<RegExp> {
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
    .tuple(source, fc.constantFrom(...flags))
    .map(([text, some]) => {
      try {
        return new RegExp(text, some);
      } catch {
        return undefined;
      }
    })
    .filter((one) => one !== undefined);
}

const runs = Number(process.env.DTOSPEC_RUNS ?? 1500);
const texts = fc.sample(fc.oneof(plain, spicy), { numRuns: runs, seed: 20_261_121 });

describe('design 5, Rules: a translated pattern matches what the original matches', () => {
  const asWritten = SOURCES.flatMap((source) => FLAGS.map((flags) => new RegExp(source, flags)));
  const unicode = UNICODE.flatMap((source) =>
    ['u', 'iu', 'su', 'mu'].map((flags) => new RegExp(source, flags)),
  );
  const legacy = LEGACY.flatMap((source) => ['', 'i', 'ms'].map((flags) => new RegExp(source, flags)));

  it.each([...asWritten, ...unicode, ...legacy].map((one) => [String(one), one] as const))(
    '%s',
    (_, expression) => {
      const ends = [...CHARS, '😀', '\uD83D'].flatMap((char) => [char, `a${char}`, `${char}b`, char + char]);
      const odd = [...ENDS, ...[9, 10, 11, 12, 13].map((length) => 'a'.repeat(length))];
      expect(differences(expression, [...texts, ...ends, ...odd, ''])).toEqual([]);
    },
  );

  it.each([
    ['any making', ATOMS, FLAGS, fc.oneof(plain, spicy)],
    [
      'pieces that may part a pair',
      ['.', '[^a]', 'a', 'b', '^', '$', '😀', '\\B', '\\W'],
      ['', 's', 'm', 'u'],
      paired,
    ],
  ])('and so does one of %s', (_, atoms, flags, texts) => {
    const some = fc.array(texts, { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(expressionOf(atoms, flags), some, (one, candidates) => {
        expect(differences(one, candidates)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });

  it('says nearly all of them', () => {
    const open = [...asWritten, ...unicode, ...legacy].filter((one) => translatePattern(one) === undefined);
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
       "\\08: / i ms",
       "[😀]: / i ms",
       "^[^😀]$: / i ms",
       "^😀+$: / i ms",
       "^😀{2}$: / i ms",
       "😀*?a: / i ms",
       "^\\c$: / i ms",
       "\\c1: / i ms",
     ]
    `);
  });

  it('and of those without the u flag, which hold a character that may count twice', () => {
    const inexact = asWritten.filter(
      (one) => one.flags === '' && translatePattern(one)?.inexact !== undefined,
    );
    const isParted = (one: RegExp) => translatePattern(one)?.pattern !== translatePattern(one)?.counted;
    expect(inexact.filter((one) => !isParted(one)).map(String)).toMatchInlineSnapshot(`
     [
       "/^(?:.|a)b$/",
       "/^(?:a|.)$/",
       "/^(?:.a|b)(?:a|b.)$/",
       "/^(?:.a)?b$/",
       "/^a*.b$/",
       "/^(?:.a){1}$/",
       "/^(?:.a){1,2}$/",
       "/^a(?:b.)*$/",
       "/^(.)a$/",
       "/^(?!b)./",
       "/^a(?!b)./",
       "/^.a(?!b)/",
       "/^.$(?!b)/",
       "/(?<=^(?!b).)a/",
       "/^(?:a|b.)(?:b|a)$/",
       "/^(?:a$|b)./",
       "/^a?(?!b).$/",
       "/^(?:a{2,3}.)+$/",
       "/^(?:ab)?.$/",
       "/^.(?:ab|)a$/",
       "/^\\W$/",
       "/^.$/",
       "/a.b/",
       "/^(?:.a)+$/",
       "/^a?.?$/",
       "/^[^a]$/",
       "/^[^]$/",
       "/(?<=^.)b/",
       "/^[^k]$/",
       "/(?<=.)b/",
       "/(?<=a.)b/",
       "/(?<=a)(?:.)/",
       "/.(?<=^.)$/",
       "/(?=.)/",
       "/^(?:.|)b$/",
     ]
    `);
    expect(inexact.filter(isParted).map(String)).toMatchInlineSnapshot(`
     [
       "/^(?:a.)?.$/",
       "/^.?.?$/",
       "/^[^a]*.$/",
       "/^.*.$/",
       "/^(?:.+)+$/",
       "/^(.).$/",
       "/^(?=(.)).\\1/",
       "/^.(?!b)/",
       "/(?!b)./",
       "/^(?:(?!ab).)+$/",
       "/.\\B/",
       "/^(?:.|)(?!b)/",
       "/(?<=(?!b).)a/",
       "/^(?:a|.)(?:b|.)$/",
       "/^.(?:ab)?.$/",
       "/(?=.)(?<=.)/",
       "/(?<=.)(?=.)/",
       "/(?=.)a?(?<=.)b?/",
       "/^.{2}$/",
       "/^.{2,3}$/",
       "/^.{3,}$/",
       "/^(?:a.|.b){2}$/",
       "/^[^a]{2}$/",
       "/^[\\s\\S]{2}$/",
       "/^(?=.*a)(?=.*\\d).{3,}$/",
       "/^(?!a.).{2}$/",
       "/^(?<x>a|.)\\k<x>$/",
       "/^(.)(.)\\2\\1$/",
       "/(?<!^.)b/",
       "/(?<!^[^a])b/",
       "/(?<=.)[^a]/",
       "/(?<=^.).$/",
       "/(?<=b.)./",
       "/(?<!.)./",
       "/^.(?<=[^a]).$/",
     ]
    `);
  });
});

/** `^\\W$: iu imsu`; a slash stands for no flag. */
function bySource(expressions: readonly RegExp[]): string[] {
  const flags = new Map<string, string[]>();
  for (const one of expressions) flags.set(one.source, [...(flags.get(one.source) ?? []), one.flags || '/']);
  return [...flags].map(([source, some]) => `${source}: ${some.join(' ')}`);
}
