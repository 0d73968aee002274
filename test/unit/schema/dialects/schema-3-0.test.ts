import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { Schema } from '../../../../src/json-schema/schema.js';
import { downgradeSchema, type Schema30 } from '../../../../src/schema/dialects/schema-3-0.js';
import { isSchema, mapSubschemas } from '../../../../src/schema/subschemas.js';
import { build, ok } from '../../spec/build.js';

function downgrade(schema: Schema): { schema: Schema30; lost: string[] } {
  const lost: string[] = [];
  return {
    schema: downgradeSchema(schema, 'User', (keyword, place) => lost.push(`${place} ${keyword}`)),
    lost,
  };
}

const NULL = { type: 'object', nullable: true, enum: [null] };
const ref = { $ref: '#/components/schemas/User' };

/** Said exactly: title, OpenAPI 3.1, OpenAPI 3.0. */
const EXACT: [string, Schema, Schema30][] = [
  [
    'what both know',
    { type: 'string', minLength: 1, format: 'email' },
    { type: 'string', minLength: 1, format: 'email' },
  ],
  [
    'a type and null',
    { type: ['string', 'null'], maxLength: 3 },
    { type: 'string', nullable: true, maxLength: 3 },
  ],
  ['null and a type', { type: ['null', 'integer'] }, { type: 'integer', nullable: true }],
  [
    'an enum with null',
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string', nullable: true, enum: ['a', null] },
  ],
  ['null alone', { type: 'null', description: 'Nothing' }, { description: 'Nothing', ...NULL }],
  ['a reference or null', { anyOf: [ref, { type: 'null' }] }, { anyOf: [ref, NULL] }],
  ['several types', { type: ['string', 'number'] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  [
    'several types and null',
    { type: ['string', 'number', 'null'], minimum: 1 },
    { minimum: 1, anyOf: [{ type: 'string', nullable: true }, { type: 'number' }] },
  ],
  ['integer and number', { type: ['integer', 'number'] }, { type: 'number' }],
  [
    'a list among several types',
    { type: ['array', 'string'], items: { type: 'string' } },
    { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
  ],
  [
    'several types beside anyOf',
    { type: ['string', 'number'], anyOf: [{ minimum: 1 }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }], allOf: [{ anyOf: [{ minimum: 1 }] }] },
  ],
  [
    'exclusive bounds',
    { exclusiveMinimum: 0, exclusiveMaximum: 9 },
    { minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
  ],
  [
    'the stricter of two bounds: exclusive',
    { minimum: 1, exclusiveMinimum: 1 },
    { minimum: 1, exclusiveMinimum: true },
  ],
  ['the stricter of two bounds: inclusive', { minimum: 2, exclusiveMinimum: 1 }, { minimum: 2 }],
  ['the stricter of two upper bounds', { maximum: 1, exclusiveMaximum: 2 }, { maximum: 1 }],
  ['const', { const: 'a' }, { enum: ['a'] }],
  ['const null', { const: null }, { enum: [null] }],
  ['examples', { type: 'integer', examples: [1, 2] }, { type: 'integer', example: 1 }],
  ['a $ref alone', ref, ref],
  ['a $ref with siblings', { ...ref, description: 'The owner' }, { description: 'The owner', allOf: [ref] }],
  ['a $ref beside allOf', { ...ref, allOf: [{}] }, { allOf: [ref, {}] }],
  ['a list of anything', { type: 'array' }, { type: 'array', items: {} }],
  [
    'booleans as schemas',
    { properties: { a: true, b: false } as never },
    { properties: { a: {}, b: { not: {} } } },
  ],
  ['no items', { type: 'array', items: false }, { type: 'array', items: {}, maxItems: 0 }],
  ['any items', { type: 'array', items: true }, { type: 'array', items: {} }],
  ['no required properties', { type: 'object', required: [] }, { type: 'object' }],
  ['base64', { type: 'string', contentEncoding: 'base64' }, { type: 'string', format: 'byte' }],
  [
    'bytes',
    { type: 'string', contentMediaType: 'application/octet-stream' },
    { type: 'string', format: 'binary' },
  ],
  ['a file', { contentMediaType: 'image/png' }, { type: 'string', format: 'binary' }],
  ['a file of text', { contentMediaType: 'text/csv' }, { type: 'string', format: 'binary' }],
  ['a picture', { type: 'string', contentMediaType: 'image/png' }, { type: 'string', format: 'binary' }],
  ['JSON in text', { type: 'string', contentMediaType: 'application/json' }, { type: 'string' }],
  [
    'if, then and else',
    { if: { type: 'string' }, then: { minLength: 1 }, else: { type: 'number' } },
    {
      allOf: [
        { anyOf: [{ not: { type: 'string' } }, { minLength: 1 }] },
        { anyOf: [{ type: 'string' }, { type: 'number' }] },
      ],
    },
  ],
  [
    'contains',
    { type: 'array', items: {}, contains: { type: 'string' } },
    { type: 'array', items: {}, not: { type: 'array', items: { not: { type: 'string' } } } },
  ],
  [
    'dependentRequired',
    { dependentRequired: { a: ['b'] } } as Schema,
    { allOf: [{ anyOf: [{ not: { type: 'object', required: ['a'] } }, { required: ['b'] }] }] },
  ],
  ['comments', { $comment: 'why', type: 'string' }, { type: 'string' }],
  ['extensions', { type: 'string', 'x-a': 1 }, { type: 'string', 'x-a': 1 }],
  [
    'deep inside',
    { properties: { a: { type: ['string', 'null'] } } },
    { properties: { a: { type: 'string', nullable: true } } },
  ],
];

/** Not to be said: title, OpenAPI 3.1, what is left in OpenAPI 3.0, what is lost. */
const LOST: [string, Schema, Schema30, string][] = [
  [
    'a tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 },
    { type: 'array', minItems: 2, items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, maxItems: 2 },
    'prefixItems',
  ],
  [
    'an open tuple',
    { type: 'array', prefixItems: [{ type: 'string' }] },
    { type: 'array', items: {} },
    'prefixItems',
  ],
  ['propertyNames', { type: 'object', propertyNames: { pattern: 'a' } }, { type: 'object' }, 'propertyNames'],
  [
    'patternProperties beside closed ones',
    { patternProperties: { '^a': { type: 'string' } }, additionalProperties: false },
    { additionalProperties: { type: 'string' } },
    'patternProperties',
  ],
  ['patternProperties', { patternProperties: { '^a': { type: 'string' } } }, {}, 'patternProperties'],
  ['unevaluatedProperties', { unevaluatedProperties: false } as Schema, {}, 'unevaluatedProperties'],
  ['not, of what cannot be said', { not: { propertyNames: { pattern: 'a' } } }, {}, 'not'],
  [
    'oneOf, of what cannot be said',
    { oneOf: [{ propertyNames: { pattern: 'a' } }, { type: 'string' }] },
    { anyOf: [{}, { type: 'string' }] },
    'propertyNames',
  ],
  [
    'minContains',
    { contains: {}, minContains: 2 },
    { not: { type: 'array', items: { not: {} } } },
    'minContains',
  ],
];

describe('issue 2 point 6: a schema in OpenAPI 3.0', () => {
  test.each(EXACT)('%s is said exactly', (_title, schema, expected) => {
    expect(downgrade(schema)).toEqual({ schema: expected, lost: [] });
  });

  test.each(LOST)('%s is widened, and the loss is told', (_title, schema, expected, keyword) => {
    expect(downgrade(schema)).toEqual({ schema: expected, lost: [`User ${keyword}`] });
  });

  test('the place of a loss names the property', () => {
    const { lost } = downgrade({ properties: { tags: { items: { propertyNames: {} } } } });
    expect(lost).toEqual(['User.tags propertyNames']);
  });

  test('the argument stays as it was', () => {
    const schema: Schema = { anyOf: [ref, { type: 'null' }], if: {}, then: {}, examples: [1] };
    const before = structuredClone(schema);
    downgrade(schema);
    expect(schema).toEqual(before);
  });

  const all = [...EXACT, ...LOST].map(([title, schema]): [string, Schema] => [title, schema]);
  test.each(all)('%s is a valid document in every dialect', async (_title, schema) => {
    const User = { type: 'object' } as const;
    const endpoint = { method: 'POST', path: '/', requestBody: { schema: { ...schema } }, responses: ok };
    await build([endpoint], {
      transformDocument: (document) => ({ ...document, components: { schemas: { User } } }),
    });
  });
});

/** OpenAPI 3.0's schema as one that ajv knows: it has `nullable`, but numeric exclusive bounds. */
function toAjv(schema: Schema30): Schema {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema as Record<string, unknown>;
  const bounds = {
    ...(minimum === undefined
      ? {}
      : { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum === undefined
      ? {}
      : { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
  return mapSubschemas({ ...rest, ...bounds }, (inner) =>
    isSchema(inner) ? toAjv(inner as Schema30) : inner,
  );
}

const { schemas } = fc.letrec<{ schemas: Schema; leaf: Schema }>((tie) => {
  const types = fc.uniqueArray(
    fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'array', 'object'),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  const leaf = fc.oneof(
    types.map((type) => ({ type })),
    fc.record(
      { exclusiveMinimum: fc.integer({ min: -2, max: 2 }), minimum: fc.integer({ min: -2, max: 2 }) },
      { requiredKeys: [] },
    ),
    fc.constantFrom<Schema>(
      { const: null },
      { const: 1 },
      { enum: ['a', null] },
      { required: ['a'] },
      { minLength: 1 },
      {},
    ),
  ) as fc.Arbitrary<Schema>;
  const inner = tie('schemas');
  const pair = fc.array(inner, { minLength: 1, maxLength: 2 });
  const combined = fc.oneof(
    fc.record({ not: inner }),
    fc.record({ anyOf: pair }),
    fc.record({ oneOf: pair }),
    fc.record({ allOf: pair }),
    fc.record({ if: inner, then: inner, else: inner }, { requiredKeys: ['if'] }),
    fc.record({ contains: inner, minContains: fc.constantFrom(0, 1, 2) }, { requiredKeys: ['contains'] }),
    fc.record({ prefixItems: pair, items: fc.constantFrom(false, true) }, { requiredKeys: ['prefixItems'] }),
    fc.record({
      properties: fc.record({ a: inner }),
      additionalProperties: fc.oneof(fc.constant(false), inner),
    }),
    fc.record({ patternProperties: fc.record({ '^a': inner }), additionalProperties: fc.constant(false) }),
    fc.record({ propertyNames: inner }),
    fc.record({ dependentSchemas: fc.record({ a: inner }) }),
    fc.record({ type: types, items: inner }),
  ) as fc.Arbitrary<Schema>;
  return { leaf, schemas: fc.oneof({ maxDepth: 3 }, leaf, combined) };
});

const values = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 1, 1.5, 2, '', 'a', 'ab', [], [1], ['a', 1], [null, 'a', 2]),
  fc.dictionary(fc.constantFrom('a', 'ab', 'b'), fc.constantFrom<unknown>(null, 1, 'a', [], {}), {
    noNullPrototype: true,
  }),
);

describe('issue 2 point 6: the law of the dialect step', () => {
  const before = new Ajv2020({ strict: false, validateFormats: false });
  const after = new Ajv({ strict: false, validateFormats: false });

  test('3.0 accepts all that 3.1 accepts, and nothing more where nothing is lost', () => {
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 5, maxLength: 15 }), (schema, candidates) => {
        const { schema: schema30, lost } = downgrade(schema);
        const accepts = before.compile(schema);
        const accepts30 = after.compile(toAjv(schema30));
        for (const value of candidates) {
          const verdicts = [accepts(value), accepts30(value)];
          if (lost.length === 0) expect([value, ...verdicts]).toEqual([value, verdicts[0], verdicts[0]]);
          else expect([value, verdicts[0] && !verdicts[1]]).toEqual([value, false]);
        }
      }),
      { numRuns: 1500 },
    );
  });
});
