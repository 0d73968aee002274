import { ALL, meaning, NEW, NUMBER, OLD, ref, shape, TEXT, type Shapes } from './shape.js';

const PAIR = meaning('[string, number]', [['a', 1]], [['a'], ['a', 'b'], ['a', 1, 2]]);
const STRINGS = meaning('{ [key: string]: string }', [{}, { a: 'b' }], [{ a: 5 }, 'a']);
const ANYTHINGS = meaning('{ [key: string]: unknown }', [{ a: 1 }], ['a']);

const prefixItems = [TEXT, NUMBER];
const either = { anyOf: prefixItems };
const TWO = { minItems: 2, maxItems: 2 };
const TUPLE = { type: 'array', prefixItems, ...TWO };

/** Tuples, lists, maps and objects. */
export const LISTS: Shapes = {
  Tuple: shape(PAIR, NEW, TUPLE, { prism: 'takes ["a","b"]', spectral: 'array-items' }),
  TupleClosed: shape(
    PAIR,
    NEW,
    { ...TUPLE, items: false },
    { prism: 'refuses ["a",1]', spectral: 'array-items' },
  ),
  TupleWithOpenItems: shape(
    PAIR,
    NEW,
    { ...TUPLE, items: {} },
    {
      'hey-api': '[string, number, unknown]',
      orval: '[string, number, ...unknown[]]',
      prism: 'takes ["a","b"]',
    },
  ),
  TupleWithEitherItems: shape(
    PAIR,
    NEW,
    { ...TUPLE, items: either },
    { orval: 'does not compile', prism: 'takes ["a","b"]' },
  ),
  TupleWithoutType: shape(
    PAIR,
    NEW,
    { prefixItems, ...TWO },
    {
      'openapi-typescript': 'unknown',
      'hey-api': 'unknown',
      orval: 'unknown',
      prism: 'takes ["a","b"]',
    },
  ),
  TupleOfRefs: shape(
    meaning('[Pet, Color]', [[{ name: 'Rex' }, 'red']], [[{ name: 'Rex' }, 'blue'], []]),
    NEW,
    {
      ...TUPLE,
      prefixItems: [ref('Pet'), ref('Color')],
    },
    { prism: 'takes [{"name":"Rex"},"blue"]', spectral: 'array-items' },
  ),
  TupleInOldDialect: shape(
    meaning('(string | number)[]', [['a', 1]], [['a'], ['a', 1, 2], [true, 1]]),
    OLD,
    {
      type: 'array',
      items: either,
      ...TWO,
    },
    { 'hey-api': '[string | number, string | number]' },
  ),
  Unique: shape(meaning('string[]', [['a', 'b']], [['a', 'a']]), ALL, {
    type: 'array',
    items: TEXT,
    uniqueItems: true,
  }),
  ListOfAnything: shape(meaning('unknown[]', [[1, 'a']], ['a']), ALL, { type: 'array', items: {} }),
  ListOfLists: shape(meaning('Pet[][]', [[[{ name: 'Rex' }]]], [[{ name: 'Rex' }]]), ALL, {
    type: 'array',
    items: { type: 'array', items: ref('Pet') },
  }),
  MapOfTexts: shape(STRINGS, ALL, { type: 'object', additionalProperties: TEXT }),
  MapOfRefs: shape(meaning('{ [key: string]: Pet }', [{ a: { name: 'Rex' } }], [{ a: {} }]), ALL, {
    type: 'object',
    additionalProperties: ref('Pet'),
  }),
  MapOfAnything: shape(ANYTHINGS, ALL, { type: 'object', additionalProperties: true }),
  MapWithoutValues: shape(
    ANYTHINGS,
    ALL,
    { type: 'object' },
    { 'openapi-typescript': 'Record<string, never>' },
  ),
  MapByPattern: shape(
    meaning('{ [key: string]: string }', [{ 'x-a': 'b' }], [{ a: 'b' }]),
    NEW,
    {
      type: 'object',
      patternProperties: { '^x-': TEXT },
      additionalProperties: false,
    },
    // `{ [key: string]: unknown }`, by a name.
    { orval: 'MapByPatternValue' },
  ),
  MapByNames: shape(meaning('{ [key: string]: string }', [{ a: 'b' }], [{ A: 'b' }]), NEW, {
    type: 'object',
    propertyNames: { type: 'string', pattern: '^[a-z]+$' },
    additionalProperties: TEXT,
  }),
  ClosedObject: shape(meaning('{ a?: string }', [{ a: 'b' }, {}], [{ b: 'c' }]), ALL, {
    type: 'object',
    properties: { a: TEXT },
    additionalProperties: false,
  }),
  Recursive: shape(
    meaning('Node', [{ children: [{ children: [] }] }], [{ children: [{}] }]),
    ALL,
    ref('Node'),
  ),
};
