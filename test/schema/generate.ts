import * as fc from 'fast-check';
import type { Schema, SchemaType } from '../../src/schema/schema.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Small values of every JSON type, which meet the bounds below often. */
const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    'a',
    'ab',
    'abc',
    'b1',
    '1',
    0,
    1,
    2,
    3,
    4,
    6,
    -1,
    0.5,
    1.5,
  ),
  fc.string({ maxLength: 4 }),
  fc.integer({ min: -10, max: 10 }),
);
const key = fc.constantFrom('a', 'b', 'c', 'ab');

export const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const types = fc.constantFrom<SchemaType>(
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
);
const bound = fc.integer({ min: -1, max: 4 });
const size = fc.nat({ max: 3 });
const pattern = fc.constantFrom('^a', 'b', '[0-9]$', '^$');

/** Schemas of the keywords that the rule table and the kinds use, alone and together. */
export const schema: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema; leaf: Schema }>((tie) => ({
  leaf: fc.record<Schema>(
    {
      type: fc.oneof(types, fc.uniqueArray(types, { minLength: 2, maxLength: 3 })),
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4, selector: (one) => JSON.stringify(one) }),
      const: scalar,
      minLength: size,
      maxLength: size,
      pattern,
      minimum: bound,
      exclusiveMaximum: bound,
      maximum: bound,
      exclusiveMinimum: bound,
      multipleOf: fc.constantFrom(1, 2, 3, 4, 0.5),
      minItems: size,
      maxItems: size,
      uniqueItems: fc.boolean(),
      minProperties: size,
      maxProperties: size,
      required: fc.uniqueArray(key, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: tie('leaf') },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          tie('leaf'),
          fc.record(
            {
              items: fc.oneof(fc.boolean(), tie('schema')),
              prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
              contains: tie('schema'),
              minContains: fc.nat({ max: 2 }),
              maxContains: fc.nat({ max: 2 }),
              properties: fc.dictionary(key, tie('schema'), { minKeys: 1, maxKeys: 2 }),
              patternProperties: fc.constantFrom({ '^a': { type: 'string' } }, { b: { minimum: 1 } }),
              additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
              allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
              anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
              oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
              not: tie('schema'),
              if: tie('schema'),
              then: tie('schema'),
              else: tie('schema'),
            },
            { requiredKeys: [] },
          ),
        )
        // Most keywords fall away again, so that two schemas have a good chance to agree on a value.
        .chain(([leaf, nested]) => fc.subarray(Object.entries({ ...leaf, ...nested }), { maxLength: 4 }))
        .map((entries) => Object.fromEntries(entries) as Schema),
    },
  ),
})).schema;

/** Asks Ajv, a validator that we did not write. */
export function accepts(given: Schema): (one: unknown) => boolean {
  const validate = ajv.compile(given);
  ajv.removeSchema(given);
  return (one) => validate(one);
}

const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, validateFormats: false });
