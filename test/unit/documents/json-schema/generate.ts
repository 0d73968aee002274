import * as fc from 'fast-check';
import type { Schema, SchemaType } from '../../../../src/documents/json-schema/schema.js';
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
const nested = (): fc.Arbitrary<Schema> => schema;
const some = (): fc.Arbitrary<Schema[]> => fc.array(nested(), { minLength: 1, maxLength: 2 });

type Theme = Readonly<Record<string, () => fc.Arbitrary<unknown>>>;

/** Keywords that the rule table and the kinds use, by what they look at. */
const THEMES: readonly Theme[] = [
  {
    minLength: () => size,
    maxLength: () => size,
    pattern: () => fc.constantFrom('^a', 'b', '[0-9]$', '^$'),
  },
  {
    minimum: () => bound,
    maximum: () => bound,
    exclusiveMinimum: () => bound,
    exclusiveMaximum: () => bound,
    multipleOf: () => fc.constantFrom(1, 2, 3, 4, 0.5),
  },
  {
    minItems: () => size,
    maxItems: () => size,
    uniqueItems: () => fc.boolean(),
    items: () => fc.oneof(fc.boolean(), nested()),
    prefixItems: some,
  },
  {
    minProperties: () => size,
    maxProperties: () => size,
    required: () => fc.uniqueArray(key, { maxLength: 2 }),
    properties: () =>
      fc.dictionary(key, nested(), {
        minKeys: 1,
        maxKeys: 2,
        noNullPrototype: true,
      }),
    patternProperties: () => fc.constantFrom<unknown>({ '^a': { type: 'string' } }, { b: { minimum: 1 } }),
    additionalProperties: () => fc.oneof(fc.boolean(), nested()),
    propertyNames: nested,
    dependentRequired: () =>
      fc.dictionary(key, fc.uniqueArray(key, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
    dependentSchemas: () => fc.dictionary(key, nested(), { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
  },
  {
    enum: () =>
      fc.uniqueArray(scalar, { minLength: 1, maxLength: 4, selector: (one) => JSON.stringify(one) }),
    const: () => scalar,
    allOf: some,
    anyOf: some,
    oneOf: some,
    not: nested,
    if: nested,
    then: nested,
    else: nested,
  },
];
/** Apart from `prefixItems`: of both together Ajv 8 accepts `[]`, which contains nothing. */
const CONTAINS: Theme = {
  contains: nested,
  minContains: () => fc.nat({ max: 2 }),
  maxContains: () => fc.nat({ max: 2 }),
  maxItems: () => size,
};
const TYPE: Theme = {
  type: () => fc.oneof(types, fc.uniqueArray(types, { minLength: 2, maxLength: 3 })),
};

/** A few keywords of some themes: with many, no value would pass. */
function ofThemes(themes: readonly Theme[]): fc.Arbitrary<Schema> {
  const table = Object.assign({}, TYPE, ...themes) as Theme;
  const names = fc.uniqueArray(fc.constantFrom(...Object.keys(table)), { maxLength: 3 });
  return names.chain((chosen) =>
    fc
      .tuple(...chosen.map((name) => table[name]!()))
      .map((values) => Object.fromEntries(chosen.map((name, index) => [name, values[index]])) as Schema),
  );
}

const themes = fc.oneof(
  fc.constantFrom(...THEMES, CONTAINS).map((one) => [one]),
  fc.constant(THEMES),
);

/** Schemas of two or three keywords, not too deep. */
export const schema: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>(() => ({
  schema: fc.oneof({ maxDepth: 2, depthIdentifier: 'schema' }, ofThemes([]), themes.chain(ofThemes)),
})).schema;

/** Two schemas that often look at the same things. */
export const schemas: fc.Arbitrary<[Schema, Schema]> = themes.chain((shared) =>
  fc.tuple(ofThemes(shared), ofThemes(shared)),
);

/** Asks Ajv, a validator that we did not write. */
export function accepts(given: Schema): (one: unknown) => boolean {
  const validate = ajv.compile(given);
  ajv.removeSchema(given);
  return (one) => validate(one);
}

const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, validateFormats: false });
// Its bookkeeping for unevaluatedProperties, which nothing here uses, throws on some patternProperties.
ajv.opts.unevaluated = false;
