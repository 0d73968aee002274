import type { Schema } from '../../../src/documents/json-schema/schema.js';
import { flattenUnions } from '../../../src/mcp/flat-unions.js';

const CARD: Schema = {
  type: 'object',
  properties: {
    kind: { type: 'string', const: 'card' },
    number: { type: 'string' },
    note: { type: 'string' },
  },
  required: ['kind', 'number'],
};
const TRANSFER: Schema = {
  type: 'object',
  properties: { kind: { const: 'transfer' }, iban: { type: 'string' }, note: { type: 'string' } },
  required: ['kind', 'iban', 'note'],
};
const UNION: Schema = {
  oneOf: [{ $ref: '#/Card' }, { $ref: '#/Transfer' }],
  discriminator: { propertyName: 'kind', mapping: { card: '#/Card', transfer: '#/Transfer' } },
};

function flat(schema: Schema, definitions: Record<string, Schema> = {}): Schema {
  const all: Record<string, Schema> = { Card: CARD, Transfer: TRANSFER, ...definitions };
  return flattenUnions(schema, (ref) => all[ref.slice('#/'.length)]);
}

test('a union with a discriminator is one object, whose description lists the properties of each class', () => {
  expect(flat({ description: 'A payment', ...UNION })).toEqual({
    type: 'object',
    description: [
      'A payment',
      'With kind "card": number (required), note.',
      'With kind "transfer": iban (required), note (required).',
    ].join('\n'),
    properties: {
      kind: { enum: ['card', 'transfer'] },
      number: { type: 'string' },
      note: { type: 'string' },
      iban: { type: 'string' },
    },
    required: ['kind'],
  });
});

test('a class without the discriminator has the names of the mapping, and shared requirements stay', () => {
  const named = (names: readonly string[]): Schema => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: ['id'],
  });
  const schema = flat(
    { type: 'object', properties: { payment: UNION } },
    { Card: named(['id', 'a']), Transfer: named(['id']) },
  );
  expect(schema.properties?.payment).toEqual({
    type: 'object',
    description: 'With kind "card": id (required), a.\nWith kind "transfer": id (required).',
    properties: { kind: { enum: ['card', 'transfer'] }, id: { type: 'string' }, a: { type: 'string' } },
    required: ['kind', 'id'],
  });
});

test('closed classes are one closed object', () => {
  const closed = {
    Card: { ...CARD, additionalProperties: false },
    Transfer: { ...TRANSFER, additionalProperties: false },
  };
  expect(flat(UNION, closed)).toMatchObject({ type: 'object', additionalProperties: false });
  expect(flat(UNION, { Card: closed.Card })).toEqual(UNION);
});

test('names that are no texts keep their type', () => {
  const yes: Schema = { type: 'object', properties: { kind: { const: true } }, required: ['kind'] };
  const no: Schema = { type: 'object', properties: { kind: { const: false } }, required: ['kind'] };
  expect(flat(UNION, { Card: yes, Transfer: no })).toMatchObject({
    description: 'With kind true: no other properties.\nWith kind false: no other properties.',
    properties: { kind: { enum: [true, false] } },
  });
});

test('an object or null is an object whose type includes null', () => {
  expect(flat({ anyOf: [{ $ref: '#/Card' }, { type: 'null' }], description: 'The card' })).toEqual({
    ...CARD,
    type: ['object', 'null'],
    description: 'The card',
  });
});

test('a class that contains its union has one object, with the union inside', () => {
  const node: Schema = {
    type: 'object',
    properties: { kind: { const: 'card' }, next: { anyOf: [{ $ref: '#/Card' }, { type: 'null' }] } },
    required: ['kind'],
  };
  expect(flat({ anyOf: [{ $ref: '#/Card' }, { type: 'null' }] }, { Card: node })).toEqual({
    ...node,
    type: ['object', 'null'],
  });
});

test.each<[string, Schema, Record<string, Schema>]>([
  [
    'a property that two classes describe differently',
    UNION,
    { Card: { ...CARD, properties: { note: {} } } },
  ],
  ['a class with further keywords', UNION, { Card: { ...CARD, minProperties: 3 } }],
  ['a class that is no object', UNION, { Card: { type: 'string' } }],
  ['a union without a discriminator', { oneOf: [{ $ref: '#/Card' }, { $ref: '#/Transfer' }] }, {}],
  ['further keywords beside a union', { ...UNION, minProperties: 1 }, {}],
  ['a text or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, {}],
])('%s stays as it is', (_, schema, definitions) => {
  expect(flat(schema, definitions)).toEqual(schema);
});
