import * as fc from 'fast-check';
import { expectedVerdict, type SchemaRow } from './corpus/case.js';
import { LISTS } from './corpus/lists.js';
import { OBJECTS } from './corpus/objects.js';
import { SCALARS } from './corpus/scalars.js';
import { runs } from '../../../fixtures/runs.js';
import { claimsOf, isPlain, refutedOf, type Claim, type Pair } from './witnesses.js';
import { schema } from '../../documents/json-schema/generate.js';

const ROWS: readonly SchemaRow[] = [...SCALARS, ...LISTS, ...OBJECTS];
const FORTH = ROWS.map(([, first, second]): Pair => [first, second]).filter(isPlain);
const CORPUS = [...FORTH, ...FORTH.map(([first, second]): Pair => [second, first])];

const NUMBER = { type: 'number', minimum: 1 };
const PAIRS_OF_3_0: readonly Pair[] = [
  [NUMBER, { ...NUMBER, exclusiveMinimum: true }],
  [{ type: 'string', nullable: true }, { type: 'string' }],
  [
    { type: 'string', enum: ['a', null], nullable: true },
    { type: 'string', enum: ['a'], nullable: true },
  ],
  [
    { type: 'array', items: { type: 'integer' } },
    { type: 'array', items: { type: 'integer', maximum: 5, exclusiveMaximum: true } },
  ],
  [
    { type: 'object', properties: { a: { type: 'string' } } },
    { type: 'object', properties: { a: { type: 'string', maxLength: 3 } }, required: ['a'] },
  ],
  [{ oneOf: [{ type: 'integer' }, { type: 'string' }] }, { oneOf: [{ type: 'integer' }] }],
];

const GENERATED = fc.sample(fc.tuple(schema, schema), { numRuns: runs(60), seed: 18 }) as Pair[];
const IDENTICAL = GENERATED.map(([first]): Pair => [first, { allOf: [first] }]);

let [ofCorpus, of30, ofIdentical]: Claim[][] = [];
let refuted: readonly string[] = [];

beforeAll(async () => {
  ofCorpus = await claimsOf(CORPUS, '3.1.0', ['body', 'parameter', 'header']);
  of30 = await claimsOf(PAIRS_OF_3_0, '3.0.3');
  ofIdentical = await claimsOf(IDENTICAL, '3.1.0');
  refuted = refutedOf([...ofCorpus, ...of30, ...ofIdentical, ...(await claimsOf(GENERATED, '3.1.0'))]);
}, 120_000);

test('a second validator confirms every witness', () => {
  expect(refuted).toEqual([]);
});

test.each([
  ['body', 220],
  ['parameter', 80],
  ['header', 80],
] as const)('the corpus has, for a %s, more than %s witnesses', (slot, few) => {
  expect(ofCorpus!.filter((claim) => claim.slot === slot).length).toBeGreaterThan(few);
});

test('finds witnesses in OpenAPI 3.0, by the rules of its schemas', () => {
  expect(of30!.length).toBeGreaterThan(6);
});

test('finds no witness for equivalent schemas', () => {
  expect(ofIdentical!.map(({ label }) => label)).toEqual([]);
});

test('the corpus agrees with itself', () => {
  expect(expectedVerdict('narrower', 'request', false)).toBe('breaking');
  expect(expectedVerdict('narrower', 'response', false)).toBe('compatible');
});
