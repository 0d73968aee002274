import type { Schema } from '../../../../../src/documents/json-schema/schema.js';
import { ExampleMaker } from '../../../../../src/documents/json-schema/example/example-maker.js';

const schemas: Record<string, Schema> = {
  Task: {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid', readOnly: true },
      title: { type: 'string', minLength: 1, maxLength: 80 },
      secret: { type: 'string', writeOnly: true },
      note: { type: 'string' },
      priority: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
    },
    required: ['title'],
  },
  Node: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      parent: { $ref: '#/components/schemas/Node' },
    },
    required: ['name', 'children'],
  },
  Endless: {
    type: 'object',
    properties: { next: { $ref: '#/components/schemas/Endless' } },
    required: ['next'],
  },
};

const resolve = (ref: string): Schema | undefined => schemas[ref.replace('#/components/schemas/', '')];
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const make = (schema: Schema | boolean, direction: 'request' | 'response' = 'request'): unknown =>
  new ExampleMaker(resolve, direction).make(schema)?.value;

test.each<[string, Schema | boolean, unknown]>([
  ['a string', { type: 'string' }, 'string'],
  ['a short string', { type: 'string', maxLength: 3 }, 'str'],
  ['a long string', { type: 'string', minLength: 8 }, 'stringst'],
  ['an address', { type: 'string', format: 'email' }, 'user@example.com'],
  ['a uuid', { type: 'string', format: 'uuid' }, '123e4567-e89b-42d3-a456-426614174000'],
  ['a date', { type: 'string', format: 'date' }, '2026-01-31'],
  ['digits', { type: 'string', pattern: '^[0-9]{4}$' }, '1111'],
  ['an article number', { type: 'string', pattern: '^[A-Z]{2,4}-(?:\\d+|x)$' }, 'AA-1'],
  ['a pattern with a minimum length', { type: 'string', pattern: '^[a-z]+$', minLength: 5 }, 'aaaaaa'],
  ['an integer', { type: 'integer' }, 1],
  ['an integer above a minimum', { type: 'integer', minimum: 18 }, 18],
  ['a number between bounds', { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 1.2 }, 1.1],
  ['a multiple', { type: 'integer', minimum: 7, multipleOf: 5 }, 10],
  ['a listed value', { type: 'string', enum: ['admin', 'guest'] }, 'admin'],
  ['a constant', { const: 'order.shipped' }, 'order.shipped'],
  ['a declared example', { type: 'string', examples: ['Ada'] }, 'Ada'],
  ['an example that the schema refuses', { type: 'integer', examples: ['Ada'], default: 4 }, 4],
  ['a value or null', { type: ['null', 'string'] }, 'string'],
  ['a list', { type: 'array', items: { type: 'integer' } }, [1]],
  [
    'different items',
    { type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true },
    [1, 0, 2],
  ],
  [
    'a tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], minItems: 2 },
    ['string', true],
  ],
  ['a map', { type: 'object', additionalProperties: { type: 'number' } }, { key: 1 }],
  [
    'a map with names',
    { type: 'object', propertyNames: { pattern: '^x-' }, additionalProperties: { type: 'number' } },
    { 'x-': 1 },
  ],
  ['a union', { oneOf: [ref('Task'), ref('Node')] }, { title: 'string', priority: 3 }],
  [
    'parts',
    {
      allOf: [
        ref('Task'),
        { type: 'object', properties: { due: { type: 'string', format: 'date' } }, required: ['due'] },
      ],
    },
    { title: 'string', priority: 3, due: '2026-01-31' },
  ],
  [
    'alternatives beside properties',
    { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }] },
    { a: 'string' },
  ],
  [
    'a list of itself',
    ref('Node'),
    { name: 'string', children: [], parent: { name: 'string', children: [] } },
  ],
  ['optional properties alone', { type: 'object', properties: { a: { type: 'string' } } }, { a: 'string' }],
  ['anything', true, 'string'],
  ['nothing', false, undefined],
  ['an endless object', ref('Endless'), undefined],
  ['an unknown reference', ref('Unknown'), undefined],
  ['contradictory rules', { type: 'string', minLength: 3, maxLength: 2 }, undefined],
  ['a slow pattern', { type: 'string', pattern: '^(a+)+b$' }, undefined],
])('%s', (_name, schema, value) => {
  expect(make(schema)).toEqual(value);
});

test('a request has what it needs, a response has everything', () => {
  expect(make(ref('Task'))).toEqual({ title: 'string', priority: 3 });
  expect(make(ref('Task'), 'response')).toEqual({
    id: '123e4567-e89b-42d3-a456-426614174000',
    title: 'string',
    note: 'string',
    priority: 3,
  });
});

test('schemas that refer to each other in many ways end', () => {
  const names = Array.from({ length: 12 }, (_, index) => `N${index}`);
  const all = Object.fromEntries(
    names.map((name): [string, Schema] => [
      name,
      {
        type: 'object',
        properties: Object.fromEntries(names.map((other): [string, Schema] => [other, { $ref: other }])),
        required: names,
      },
    ]),
  );
  const started = performance.now();
  expect(new ExampleMaker((name) => all[name], 'request').make({ $ref: 'N0' })).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(5000);
});
