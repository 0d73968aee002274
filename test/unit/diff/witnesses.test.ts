import * as fc from 'fast-check';
import { expectedVerdict, type SchemaRow } from './corpus/case.js';
import { LISTS } from './corpus/lists.js';
import { OBJECTS } from './corpus/objects.js';
import { SCALARS } from './corpus/scalars.js';
import { changesOf } from './corpus/verdicts.js';
import { checkWitnesses, isPlain, type Pair } from './witnesses.js';
import { schema } from '../json-schema/generate.js';

test('every witness of the corpus is one to a second validator', async () => {
  const rows: readonly SchemaRow[] = [...SCALARS, ...LISTS, ...OBJECTS];
  const pairs = rows.map(([, first, second]): Pair => [first, second]).filter(isPlain);
  const back = pairs.map(([first, second]): Pair => [second, first]);
  expect(await checkWitnesses([...pairs, ...back], '3.1.0')).toBeGreaterThan(220);
}, 120_000);

test.each(['parameter', 'header'] as const)(
  'of a %s too, however its text is read',
  async (slot) => {
    const rows: readonly SchemaRow[] = [...SCALARS, ...LISTS, ...OBJECTS];
    const pairs = rows.map(([, first, second]): Pair => [first, second]).filter(isPlain);
    const back = pairs.map(([first, second]): Pair => [second, first]);
    expect(await checkWitnesses([...pairs, ...back], '3.1.0', slot)).toBeGreaterThan(80);
  },
  120_000,
);

test('in OpenAPI 3.0 too, whose schemas are read as that version means them', async () => {
  const number = { type: 'number', minimum: 1 };
  const pairs: Pair[] = [
    [number, { ...number, exclusiveMinimum: true }],
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
  expect(await checkWitnesses(pairs, '3.0.3')).toBeGreaterThan(6);
});

test('no value that only one of two schemas accepts contradicts a verdict of generated schemas', async () => {
  const pairs = fc.sample(fc.tuple(schema, schema), { numRuns: 60, seed: 18 }) as Pair[];
  const identical = pairs.map(([first]): Pair => [first, { allOf: [first] }]);
  await checkWitnesses([...pairs, ...identical], '3.1.0');
  const ask = await changesOf(identical, ['body']);
  const breaking = identical.flatMap((_, index) =>
    ask(index, 'body', 'request').filter(({ verdict }) => verdict === 'breaking'),
  );
  expect(breaking).toEqual([]);
}, 120_000);

test('what the corpus expects is what it says', () => {
  expect(expectedVerdict('narrower', 'request', false)).toBe('breaking');
  expect(expectedVerdict('narrower', 'response', false)).toBe('compatible');
});
