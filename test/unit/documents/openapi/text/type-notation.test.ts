import { writeType } from '../../../../../src/documents/openapi/text/type-notation.js';

test.each<[unknown, string]>([
  [true, 'any'],
  [{}, 'any'],
  [false, 'never'],
  [{ type: 'string' }, 'string'],
  [{ type: 'string', format: 'uuid' }, 'string(uuid)'],
  [{ type: 'string', minLength: 1, maxLength: 80 }, 'string(1..80 chars)'],
  [{ type: 'string', minLength: 2, maxLength: 2 }, 'string(2 chars)'],
  [{ type: 'string', pattern: '^a|b$' }, 'string(/^a|b$/)'],
  [{ type: 'integer', minimum: 0 }, 'integer(>=0)'],
  [{ type: 'integer', maximum: 9 }, 'integer(<=9)'],
  [
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 },
    'number(>0, <1, multiple of 0.1)',
  ],
  [{ type: 'integer', default: 1 }, 'integer = 1'],
  [{ const: 'card' }, '"card"'],
  [{ const: null }, 'null'],
  [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
  [{ type: ['string', 'null'], maxLength: 5 }, 'string(<=5 chars) | null'],
  [{ type: ['string', 'null'], enum: ['a', null] }, '"a" | null'],
  [{ type: ['string', 'integer'] }, 'string | integer'],
  [{ type: 'null' }, 'null'],
  [{ $ref: '#/components/schemas/Order' }, 'Order'],
  [{ $ref: 'other.json#/Order' }, 'other.json#/Order'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Order' }, minItems: 1 }, 'Order[](>=1 items)'],
  [{ type: 'array', items: { type: 'string' }, uniqueItems: true }, 'string[](unique)'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: 'array' }, 'any[]'],
  [
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    '[string, number]',
  ],
  [{ type: 'array', prefixItems: [{ type: 'string' }] }, '[string, ...any[]]'],
  [{ type: 'array', contains: { const: 1 }, minContains: 2 }, 'any[](contains 1, >=2 such items)'],
  [{ type: 'object' }, 'object'],
  [
    { type: 'object', properties: { a: { type: 'string' }, 'b-c': { type: 'integer' } }, required: ['a'] },
    '{ a: string, "b-c"?: integer }',
  ],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, '{ [key]: integer }'],
  [{ type: 'object', properties: {}, additionalProperties: false }, '{}(no other members)'],
  [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'string | integer'],
  [
    { type: 'object', oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] },
    'A | B',
  ],
  [
    {
      allOf: [{ $ref: '#/components/schemas/A' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    },
    'A & (string | null)',
  ],
  [{ $ref: '#/components/schemas/A', type: 'object', properties: { b: {} } }, 'A & { b?: any }'],
  [{ not: { const: 1 } }, 'any(not 1)'],
  [{ type: 'string', readOnly: true, deprecated: true }, 'string(only in responses, deprecated)'],
  [{ type: 'object', dependentRequired: { a: ['b'] } }, 'object(dependentRequired {"a":["b"]})'],
  [{ type: 'string', description: 'Hidden here', title: 'T', examples: ['x'], 'x-own': 1 }, 'string'],
])('%j is %s', (schema, expected) => {
  expect(writeType(schema)).toBe(expected);
});

test('members have lines of their own with an indent, and their descriptions', () => {
  const inner = { type: 'object', properties: { b: { type: 'string', description: 'The\nletter b' } } };
  expect(writeType({ type: 'object', properties: { a: { ...inner, description: 'A' } } }, '')).toBe(
    '{\n  a?: {\n    b?: string // The letter b\n  } // A\n}',
  );
});
