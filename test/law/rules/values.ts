import fc from 'fast-check';
import { anyCharacter } from '../../fixtures/any-character.js';
import { stringsMatching } from '../../fixtures/strings-matching.js';

/** Values that nobody would choose: every JSON type, and what trips string and number checks. */
export const adversarial: readonly unknown[] = [
  ...[
    '',
    ' ',
    'a',
    'A',
    '0',
    '-0',
    '1',
    '1.5',
    '1e5',
    'true',
    'false',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
  ],
  ...[
    '\n',
    '\t',
    '\u00A0',
    '\uFEFF',
    '\u2028',
    'a\n',
    '\u0000',
    '\u007F',
    'é',
    'e\u0301',
    'ß',
    'ſ',
    'ı',
    'K',
    'ﬁ',
    'ﬀ',
  ],
  ...[
    '😀',
    '😀😀',
    '\uD83D',
    '\uDE00',
    '\uFE0F',
    'a\uFE0F',
    '👨‍👩‍👧',
    '𐐀',
    'ａ',
    '٣',
    '𝟘',
    '\u202E',
    '%',
    '%20',
    '.',
    '..',
    ',',
    '-',
    '+',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '{}',
    '[]',
    '{"a":1}',
    '<',
    '@',
    '/',
    '\\',
    '$',
    '#',
  ],
  ...[
    0,
    -0,
    1,
    -1,
    0.5,
    -0.5,
    1.1,
    0.07,
    1e-6,
    1e-7,
    1.5e-7,
    2 ** 31,
    2 ** 53,
    2 ** 53 + 2,
    1e20,
    1e21,
    1e22,
    1e300,
    -1e300,
  ],
  ...[Number.MIN_VALUE, Number.MAX_VALUE, Number.EPSILON, 90, 180, -90.5, 180.5, 8.64e15, true, false],
  ...[
    [],
    [[]],
    [null],
    [0],
    [''],
    ['a'],
    ['a', 'a'],
    [1, 1],
    [1, '1'],
    [{}],
    [{}, {}],
    [true, 1],
    [[1], [1]],
    [null, null],
  ],
  ...[
    {},
    { a: 1 },
    { a: null },
    { length: 1 },
    { 0: 'a' },
    { toString: 1 },
    { valueOf: 1 },
    { hasOwnProperty: 1 },
    { a: { b: [] } },
  ],
  JSON.parse('{"__proto__":1}'),
  'a'.repeat(64),
  'a'.repeat(255),
  '1'.repeat(40),
  Array.from({ length: 20 }, (_, index) => index),
];

const CHARS = [
  ...Array.from('aAzZ09fFgGxX_-+.,:;/\\?#@!%&*()[]{}<>|=~`\'"$ €£'),
  ...[
    '\n',
    '\t',
    '\u00A0',
    '\uFEFF',
    '\u2028',
    '\u0000',
    'é',
    'ß',
    'ſ',
    'ı',
    '😀',
    '\uD83D',
    '\uFE0F',
    'ａ',
    '٣',
    'ﬁ',
    '\u3000',
  ],
];

const char = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...CHARS) },
  { weight: 1, arbitrary: anyCharacter },
);

type Edit = (text: string, at: number, inserted: string) => string;

const edits: readonly Edit[] = [
  (text, at, inserted) => text.slice(0, at) + inserted + text.slice(at),
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at, inserted) => text.slice(0, at) + inserted + text.slice(at + 1),
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(at),
  (text, at) => text.slice(0, at) + swapCase(text.charAt(at)) + text.slice(at + 1),
  (text, at) => text.slice(0, at) + text.charAt(at) + text.slice(at),
  (text, at) => text.slice(0, at) + nextDigit(text.charAt(at)) + text.slice(at + 1),
  (text, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text, _, inserted) => text + inserted,
  (text, _, inserted) => inserted + text,
  (text) => text + text,
];

function swapCase(letter: string): string {
  return letter.toUpperCase() === letter ? letter.toLowerCase() : letter.toUpperCase();
}

function nextDigit(digit: string): string {
  return /\d/.test(digit) ? String((Number(digit) + 1) % 10) : digit;
}

/** A text with one to three small changes. */
function mutatedText(text: string): fc.Arbitrary<unknown> {
  const edit = fc.tuple(fc.constantFrom(...edits), fc.nat(Math.max(text.length, 1)), char);
  return fc
    .array(edit, { minLength: 1, maxLength: 3 })
    .map((steps) =>
      steps.reduce(
        (changed, [apply, at, inserted]) => apply(changed, at % (changed.length + 1), inserted),
        text,
      ),
    );
}

function mutatedNumber(value: number): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(value + 1, value - 1, value + 0.5, -value, value * 10, value / 10, String(value), [
      value,
    ]),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((delta) => value + (delta % 3)),
    fc.integer({ min: -200, max: 200 }),
  );
}

function mutatedArray(items: readonly unknown[]): fc.Arbitrary<unknown> {
  const item = fc.oneof(
    fc.constantFrom<unknown>(...items, 'a', 1, null, {}, []),
    fc.jsonValue({ maxDepth: 1 }),
  );
  return fc.oneof(
    fc.array(item, { maxLength: 5 }).map((more) => [...items, ...more]),
    fc.shuffledSubarray([...items]),
    fc.constant(items.slice(1)),
  );
}

function mutatedObject(value: object): fc.Arbitrary<unknown> {
  const key = fc.oneof(
    fc.constantFrom('a', 'b', 'length', 'toString', 'valueOf', 'hasOwnProperty'),
    fc.string(),
  );
  const item = fc.oneof(fc.constantFrom<unknown>(null, 0, '', 'a', {}), fc.jsonValue({ maxDepth: 1 }));
  return fc.dictionary(key, item, { maxKeys: 3 }).map((more) => ({ ...value, ...more }));
}

/** The value with small changes of its own kind. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value === 'string') return mutatedText(value);
  if (typeof value === 'number') return mutatedNumber(value);
  if (Array.isArray(value)) return mutatedArray(value as unknown[]);
  if (typeof value === 'object' && value !== null) return mutatedObject(value);
  return fc.constantFrom<unknown>(!value, String(value), Number(value));
}

/** Texts of a pattern, where fast-check can make them; slow to set up, and the same patterns come again and again. */
function matching(pattern: string): fc.Arbitrary<unknown>[] {
  const known = matchingOf.get(pattern) ?? makeMatching(pattern);
  matchingOf.set(pattern, known);
  return known;
}

const matchingOf = new Map<string, fc.Arbitrary<unknown>[]>();

function makeMatching(pattern: string): fc.Arbitrary<unknown>[] {
  // fast-check looks for a character outside such a class for ever.
  if (/\[\^(?:[^\]]*(?:x7F|uFFFF|u007E)| -~|\\x00)/.test(pattern)) return [];
  try {
    return [stringsMatching(pattern, { size: 'small' })];
  } catch {
    return [];
  }
}

/** Values for one rule: around its seeds, of its patterns and around those, and any JSON. */
export function valuesFor(seeds: readonly unknown[], patterns: readonly string[]): fc.Arbitrary<unknown> {
  const made = patterns.flatMap(matching);
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string(),
    fc.array(char, { maxLength: 8 }).map((chars) => chars.join('')),
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...seeds).chain(mutated) },
    {
      weight: 2,
      arbitrary:
        made.length > 0
          ? fc.oneof(...made).chain((value) => fc.oneof(fc.constant(value), mutated(value)))
          : text,
    },
    { weight: 1, arbitrary: fc.constantFrom(...adversarial) },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  );
}
