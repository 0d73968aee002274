import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { Schema } from '../../../../../src/documents/json-schema/schema.js';
import { downgradeSchema } from '../../../../../src/documents/json-schema/dialects/to-openapi-3-0.js';
import { type Schema30 } from '../../../../../src/documents/json-schema/dialects/convert.js';
import { isSchema, mapSubschemas, mapValues } from '../../../../../src/documents/json-schema/walk.js';
import { runs } from '../../../../fixtures/runs.js';
import { build, ok } from '../../openapi/build.js';

const REF = '#/components/schemas/';
const COMPONENTS: Record<string, Schema> = {
  User: { type: 'object', properties: { kind: {} }, required: ['kind'] },
  Cat: { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
  Color: { type: 'string', enum: ['red', 'blue'] },
  Level: { enum: [1, 2] },
  Mixed: { enum: ['a', 1] },
  Pet: { oneOf: [{ $ref: `${REF}User` }, { $ref: `${REF}Cat` }] },
  Self: { anyOf: [{ $ref: `${REF}Self` }] },
};
const to = (name: string): { $ref: string } => ({ $ref: REF + name });

function downgrade(schema: Schema): { schema: Schema30; lost: string[] } {
  const lost: string[] = [];
  return {
    schema: downgradeSchema(
      schema,
      'User',
      (keyword, place) => lost.push(`${place} ${keyword}`),
      (name) => COMPONENTS[name.slice(REF.length)],
    ),
    lost,
  };
}

const NULL = { type: 'object', nullable: true, enum: [null] };
const ref = to('User');

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
  ['values and null', { enum: ['a', null] }, { type: 'string', nullable: true, enum: ['a', null] }],
  ['a constant', { type: 'string', const: 'a' }, { type: 'string', enum: ['a'] }],
  ['values of several types', { type: ['string', 'number'], enum: ['a', 1] }, { enum: ['a', 1] }],
  [
    'values of several types and null',
    {
      type: ['string', 'number', 'null'],
      enum: ['a', 1, null],
      'x-enum-varnames': ['A', 'ONE', 'NONE'],
      title: 'T',
    },
    {
      title: 'T',
      anyOf: [
        { type: 'string', nullable: true, enum: ['a', null] },
        { type: 'number', enum: [1] },
      ],
    },
  ],
  ['null in the type only', { type: ['string', 'null'], enum: ['a'] }, { type: 'string', enum: ['a'] }],
  ['null in the list only', { type: 'string', enum: ['a', null] }, { type: 'string', enum: ['a'] }],
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
  ['const null', { const: null }, NULL],
  ['an enum of null', { enum: [null], title: 'None' }, { title: 'None', ...NULL }],
  ['examples', { type: 'integer', examples: [1, 2] }, { type: 'integer', example: 1 }],
  ['a $ref alone', ref, ref],
  ['a $ref with siblings', { ...ref, description: 'The owner' }, { description: 'The owner', allOf: [ref] }],
  ['a $ref beside allOf', { ...ref, allOf: [{}] }, { allOf: [ref, {}] }],
  [
    'closed objects',
    { type: 'object', properties: { a: {} }, unevaluatedProperties: false },
    { type: 'object', properties: { a: {} }, additionalProperties: false },
  ],
  ['bytes by their format', { format: 'binary' }, { type: 'string', format: 'binary' }],
  [
    'a file by its format',
    { type: 'string', format: 'binary', contentMediaType: 'image/png' },
    { type: 'string', format: 'binary' },
  ],
  ['a list of anything', { type: 'array' }, { type: 'array', items: {} }],
  [
    'booleans as schemas',
    { properties: { a: true, b: false } as never },
    { properties: { a: {}, b: { not: {} } } },
  ],
  ['no items', { type: 'array', items: false }, { type: 'array', items: {}, maxItems: 0 }],
  ['any items', { type: 'array', items: true }, { type: 'array', items: {} }],
  ['no values', { type: 'string', enum: [] }, { type: 'string', not: {} }],
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
    { dependentRequired: { a: ['b'] } },
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
    'a tuple that ends by its length',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 2, maxItems: 2 },
    { type: 'array', minItems: 2, items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, maxItems: 2 },
    'prefixItems',
  ],
  [
    'the beginning of a tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: {}, maxItems: 1 },
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, maxItems: 1 },
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
  [
    'unevaluatedProperties beside others',
    { allOf: [ref], unevaluatedProperties: false },
    { allOf: [ref] },
    'unevaluatedProperties',
  ],
  [
    'nested unions, of which one cannot be said',
    {
      oneOf: [
        { oneOf: [{ propertyNames: {} }, { type: 'string' }] },
        { oneOf: [{ type: 'null' }, { type: 'array' }] },
      ],
    },
    {
      anyOf: [{ anyOf: [{}, { type: 'string' }] }, { type: 'array', nullable: true, items: {} }],
    },
    'propertyNames',
  ],
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

/** Null among alternatives: title, OpenAPI 3.1, OpenAPI 3.0. */
const NULLABLE: [string, Schema, Schema30][] = [
  ['a reference', { anyOf: [ref, { type: 'null' }] }, { type: 'object', nullable: true, allOf: [ref] }],
  [
    'a reference, described',
    { anyOf: [{ type: 'null' }, ref], description: 'Who', 'x-a': 1 },
    { type: 'object', nullable: true, allOf: [ref], description: 'Who', 'x-a': 1 },
  ],
  [
    'a named enum',
    { anyOf: [to('Color'), { type: 'null' }] },
    { type: 'string', nullable: true, allOf: [to('Color')] },
  ],
  [
    'a named enum without a type',
    { oneOf: [to('Level'), { type: 'null' }] },
    { type: 'integer', nullable: true, allOf: [to('Level')] },
  ],
  [
    'a named union',
    { anyOf: [to('Pet'), { type: 'null' }] },
    { type: 'object', nullable: true, allOf: [to('Pet')] },
  ],
  [
    'a union of references',
    { anyOf: [ref, to('Cat'), { type: 'null' }] },
    { type: 'object', nullable: true, anyOf: [ref, to('Cat')] },
  ],
  [
    'a discriminated union',
    { anyOf: [{ oneOf: [ref, to('Cat')], discriminator: { propertyName: 'kind' } }, { type: 'null' }] },
    { type: 'object', nullable: true, oneOf: [ref, to('Cat')], discriminator: { propertyName: 'kind' } },
  ],
  [
    'a union with its type',
    { anyOf: [{ type: 'object', oneOf: [ref, to('Cat')] }, { type: 'null' }] },
    { type: 'object', nullable: true, oneOf: [ref, to('Cat')] },
  ],
  [
    'a union of which one has a type of its own',
    { anyOf: [ref, { type: 'string', maxLength: 2 }, { type: 'null' }] },
    { anyOf: [ref, { type: 'string', nullable: true, maxLength: 2 }] },
  ],
  [
    'a union with a constant',
    { anyOf: [ref, { type: 'string', const: 'none' }, { type: 'null' }] },
    { anyOf: [ref, { type: 'string', nullable: true, enum: ['none', null] }] },
  ],
  [
    'references of several types',
    { anyOf: [to('Mixed'), to('Color'), { type: 'null' }] },
    { anyOf: [to('Mixed'), { type: 'string', nullable: true, allOf: [to('Color')] }] },
  ],
  ['a reference of unknown type', { anyOf: [to('Self'), { type: 'null' }] }, { anyOf: [to('Self'), NULL] }],
  [
    'a reference to several types',
    { anyOf: [to('Mixed'), { type: 'null' }] },
    { anyOf: [to('Mixed'), NULL] },
  ],
  [
    'beside what refuses some values',
    { anyOf: [ref, { type: 'null' }], minProperties: 1 },
    { anyOf: [ref, NULL], minProperties: 1 },
  ],
];

describe('a schema in OpenAPI 3.0', () => {
  test.each(EXACT)('converts %s exactly', (_title, schema, expected) => {
    expect(downgrade(schema)).toEqual({ schema: expected, lost: [] });
  });

  test.each(NULLABLE)('converts %s or null exactly', (_title, schema, expected) => {
    expect(downgrade(schema)).toEqual({ schema: expected, lost: [] });
  });

  test.each(LOST)('widens %s, and reports the loss', (_title, schema, expected, keyword) => {
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

  test('converts nested unions in one walk, not two for each level', () => {
    let schema: Schema = { propertyNames: {} };
    for (let depth = 0; depth < 200; depth += 1)
      schema = { oneOf: [schema, { not: { type: 'string' } }], contains: { type: 'null' } };
    expect(downgrade(schema).lost).toEqual(['User propertyNames']);
  });

  const all = [...EXACT, ...NULLABLE, ...LOST].map(([title, schema]): [string, Schema] => [title, schema]);
  test.each(all)('%s is a valid document in every dialect', async (_title, schema) => {
    const endpoint = { method: 'POST', path: '/', requestBody: { schema: { ...schema } }, responses: ok };
    const { document } = await build([endpoint], {
      transformDocument: (document) => ({ ...document, components: { schemas: COMPONENTS } }),
    });
    expect(document.paths['/']?.post).toHaveProperty('requestBody.content');
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
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1,
    1.5,
    2,
    '',
    'a',
    'ab',
    'red',
    [],
    [1],
    ['a', 1],
    [null, 'a', 2],
  ),
  fc.dictionary(fc.constantFrom('a', 'ab', 'b'), fc.constantFrom<unknown>(null, 1, 'a', [], {}), {
    noNullPrototype: true,
  }),
);

describe('the law of the dialect step', () => {
  const before = new Ajv2020({ strict: false, validateFormats: false });
  const after = new Ajv({ strict: false, validateFormats: false });

  test('3.0 accepts all that 3.1 accepts, and no more if no keyword is dropped', () => {
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 5, maxLength: 15 }), (schema, candidates) => {
        const { schema: schema30, lost } = downgrade(schema);
        const accepts = before.compile(schema);
        const accepts30 = after.compile(toAjv(schema30));
        for (const value of candidates) {
          const isAccepted = accepts(value);
          const isAccepted30 = accepts30(value);
          const expected = lost.length === 0 ? isAccepted : isAccepted || isAccepted30;
          expect([value, isAccepted30]).toEqual([value, expected]);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  test('3.0 accepts all that 3.1 accepts for references, with nullable as generators read it', () => {
    const components = { schemas: COMPONENTS };
    const components30 = { schemas: mapValues(COMPONENTS, (one) => byGenerators(downgrade(one).schema)) };
    fc.assert(
      fc.property(withReferences, fc.array(values, { minLength: 5, maxLength: 15 }), (schema, candidates) => {
        const accepts = before.compile({ ...schema, components });
        const accepts30 = before.compile({
          ...byGenerators(downgrade(schema).schema),
          components: components30,
        });
        expect(candidates.filter((one) => accepts(one) && !accepts30(one))).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });
});

/** Null is accepted wherever `nullable` stands. */
function byGenerators(schema: Schema30): Schema {
  const { nullable, ...rest } = mapSubschemas(schema, (inner) => byGenerators(inner as Schema30)) as Schema30;
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}

const { withReferences } = fc.letrec<{ withReferences: Schema; inner: Schema }>((tie) => {
  const inner = fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom(...['User', 'Cat', 'Color', 'Level', 'Mixed', 'Pet'].map(to)),
    fc.constantFrom<Schema>({ type: 'null' }, { type: 'string' }, { const: 'a' }, { enum: [1, null, 'a'] }),
    tie('withReferences'),
  ) as fc.Arbitrary<Schema>;
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const withReferences = fc.oneof(
    list.map((anyOf): Schema => ({ anyOf: [...anyOf, { type: 'null' }] })),
    list.map((oneOf): Schema => ({ oneOf, description: 'One of them' })),
    fc.record({ items: inner, prefixItems: list }) as fc.Arbitrary<Schema>,
    fc.record({ properties: fc.record({ a: inner }), not: inner }) as fc.Arbitrary<Schema>,
  );
  return { inner, withReferences };
});
