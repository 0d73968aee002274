import { ALL, meaning, NEW, OLD, ref, shape, type Shape, type Shapes } from './shape.js';

const PET = meaning('Pet', [{ name: 'Rex' }], [5]);
const AZ = meaning('string', ['az'], ['aZ', 'Az', 5]);
const TWO_LETTERS = meaning('string', ['az'], ['Az', 'a', 5]);
const A_OR_B = meaning('string', ['a', 'b'], ['c', 5]);
const POSITIVE = meaning('number', [1], [0]);
const BASE64 = meaning('string', ['QQ=='], [5]);

const text = (pattern: string): object => ({ type: 'string', pattern });
const texts = (pattern: string, takes: string, refuses: string, but = {}): Shape =>
  shape(meaning('string', [takes], [refuses]), ALL, text(pattern), but);

/** References. */
export const REFS: Shapes = {
  Ref: shape(PET, ALL, ref('Pet')),
  RefDescribedOld: shape(PET, OLD, { allOf: [ref('Pet')], description: 'A pet' }),
  RefDescribed: shape(PET, NEW, { ...ref('Pet'), description: 'A pet' }),
  RefExtended: shape(meaning('Pet & { age: number }', [{ name: 'Rex', age: 3 }], [{ name: 'Rex' }]), ALL, {
    allOf: [ref('Pet'), { type: 'object', required: ['age'], properties: { age: { type: 'integer' } } }],
  }),
  Anything: shape(meaning('unknown', [1, 'a', {}], []), ALL, {}),
};

/** Texts and numbers. */
export const SCALARS: Shapes = {
  TwoPatterns: shape(AZ, ALL, { ...text('^[a-z]'), allOf: [text('[a-z]$')] }, { prism: 'refuses "az"' }),
  TwoAnchoredPatterns: shape(TWO_LETTERS, ALL, { ...text('^[a-z]+$'), allOf: [text('^.{2}$')] }),
  TwoAnchoredPatternsUntyped: shape(
    TWO_LETTERS,
    ALL,
    { ...text('^[a-z]+$'), allOf: [{ pattern: '^.{2}$' }] },
    { 'hey-api': 'unknown' },
  ),
  OneOfTwoPatterns: shape(A_OR_B, ALL, { type: 'string', anyOf: [text('^a'), text('^b')] }),
  OneOfTwoPatternsUntyped: shape(
    A_OR_B,
    ALL,
    { type: 'string', anyOf: [{ pattern: '^a' }, { pattern: '^b' }] },
    { 'openapi-typescript': 'unknown', 'hey-api': 'unknown' },
  ),
  NotA: shape(meaning('string', ['b'], ['a']), ALL, { type: 'string', not: { enum: ['a'] } }),
  NotATyped: shape(meaning('string', ['b'], ['a']), ALL, {
    type: 'string',
    not: { type: 'string', enum: ['a'] },
  }),
  PatternOfClass: texts('^[\\w\\-.]+$', 'a-b.c', 'a b'),
  PatternOfLetters: texts('^\\p{L}+$', 'aü', '1', { 'python-jsonschema': 'fails' }),
  PatternOfLiterals: texts('^[à-ÿ]+$', 'ü', 'u'),
  PatternOfCodes: texts('^[\\u00e0-\\u00ff]+$', 'ü', 'u', { 'kin-openapi': 'fails' }),
  PatternOfAnyCharacter: texts('^[\\s\\S]{2}$', 'a\n', 'a'),
  PatternWithSlash: texts('^a\\/b$', 'a/b', 'a\\/b'),
  PatternLookahead: texts('^(?=.*[0-9]).+$', 'a1', 'a', { 'kin-openapi': 'fails' }),
  PatternLookbehind: texts('(?<=a)b', 'ab', 'b', { 'kin-openapi': 'fails' }),
  PatternBackreference: texts('^(.)\\1$', 'aa', 'ab', { 'kin-openapi': 'fails' }),
  PatternBigRepeat: texts('^[a-z]{0,2000}$', 'a', 'A', { 'kin-openapi': 'fails' }),
  PatternNamedGroup: texts('^(?<x>a)$', 'a', 'b', { 'kin-openapi': 'fails', 'python-jsonschema': 'fails' }),
  Integer64: shape(meaning('number', [5], [0.5]), ALL, { type: 'integer', format: 'int64' }),
  AboveZeroOld: shape(POSITIVE, OLD, { type: 'number', minimum: 0, exclusiveMinimum: true }),
  AboveZero: shape(POSITIVE, NEW, { type: 'number', exclusiveMinimum: 0 }),
  AboveMinusOne: shape(meaning('number', [0], [-1]), NEW, { type: 'number', exclusiveMinimum: -1 }),
  Cents: shape(
    meaning('number', [0.07, 19.99], [0.001]),
    ALL,
    { type: 'number', multipleOf: 0.01 },
    {
      prism: 'refuses 0.07, refuses 19.99',
      'kin-openapi': 'refuses 0.07, refuses 19.99',
      'python-jsonschema': 'refuses 0.07, refuses 19.99',
    },
  ),
  Base64: shape(BASE64, NEW, { type: 'string', contentEncoding: 'base64' }),
  Base64Old: shape(BASE64, OLD, { type: 'string', format: 'byte' }),
};
