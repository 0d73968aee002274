import fc from 'fast-check';
import { body, Docs, response, type Config, type Endpoint, type OpenApiVersion } from '../../../src/index.js';
import { findings } from '../../support/documents/validate-document.js';

// What is written by hand may be wrong in ways that no type shows to JavaScript: `validate()` has to see them all.

const wrong = fc.constantFrom<unknown>(
  null,
  -1,
  0.5,
  '',
  'a',
  'http',
  [],
  ['a', 'a'],
  [1],
  {},
  { a: 1 },
  true,
);
const string = fc.constantFrom('a', 'email', '^a+$', '#/components/schemas/Nobody');
const count = fc.constantFrom(0, 1, 5);
const { schema } = fc.letrec<{ schema: object }>((tie) => {
  // Without boolean schemas, which Redocly takes in few places.
  const inner = fc.oneof({ maxDepth: 2 }, fc.constant({}), tie('schema'));
  const some = fc.array(inner, { minLength: 1, maxLength: 2 });
  const named = fc.dictionary(fc.constantFrom('a', 'b'), inner);
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.constantFrom('string', 'object', 'array', 'text', ['string', 'null'], ['string', 'string'], []),
    enum: fc.constantFrom(['a'], ['a', null], [1, 1]),
    const: fc.jsonValue(),
    default: fc.jsonValue(),
    ...Object.fromEntries(['title', 'description', 'format', 'pattern', '$ref'].map((key) => [key, string])),
    ...Object.fromEntries(
      ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains'].map(
        (key) => [key, count],
      ),
    ),
    ...Object.fromEntries(
      ['minimum', 'exclusiveMaximum', 'multipleOf'].map((key) => [key, fc.constantFrom(0, 1.5, -2)]),
    ),
    ...Object.fromEntries(
      ['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'].map((key) => [key, fc.boolean()]),
    ),
    ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key) => [key, some])),
    ...Object.fromEntries(
      ['items', 'additionalProperties', 'not', 'if', 'then', 'contains', 'propertyNames'].map((key) => [
        key,
        inner,
      ]),
    ),
    ...Object.fromEntries(['properties', 'patternProperties', 'dependentSchemas'].map((key) => [key, named])),
    // One that leads elsewhere may be right: the other document is not ours to read.
    $ref: fc.constantFrom('#/components/schemas/Nobody', '#', '#a'),
    required: fc.constantFrom(['a'], ['a', 'b'], []),
    examples: fc.array(fc.jsonValue(), { maxLength: 2 }),
    externalDocs: fc.constantFrom({ url: 'https://a.example' }, { description: 'a' }),
    xml: fc.constantFrom({ name: 'a' }, { attribute: true }, { nam: 'a' }),
    // A right one needs the union around it.
    discriminator: fc.constantFrom({ mapping: {} }, { propertyName: 'a', mapping: { a: 1 } }),
  };
  return {
    schema: fc
      .array(
        fc
          .constantFrom(...Object.keys(keywords))
          .chain((key) =>
            fc.tuple(
              fc.constant(key),
              fc.oneof({ weight: 9, arbitrary: keywords[key]! }, key === '$ref' ? keywords[key]! : wrong),
            ),
          ),
        { maxLength: 4 },
      )
      // Without a keyword that limits values, an object is no schema.
      .chain((entries) => fc.constantFrom<typeof entries>(entries, [['minLength', 0], ...entries]))
      .map((entries) => Object.fromEntries(entries)),
  };
});

const server = fc.record(
  {
    url: fc.constantFrom(
      'https://a.example',
      '/v1',
      'https://{region}.a.example',
      'https://{region}.{zone}.example',
      '',
    ),
    description: fc.constantFrom('a', ''),
    variables: fc.dictionary(
      fc.constantFrom('region', 'zone'),
      fc.record(
        {
          default: fc.constantFrom<unknown>('eu', 'us', '', 1),
          enum: fc.constantFrom<unknown>(['eu'], [], ['us', 'eu'], 'eu'),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: ['url'] },
);
const url = fc.constantFrom<unknown>('https://a.example', '', undefined, 5);
const flow = fc.record(
  {
    authorizationUrl: url,
    tokenUrl: url,
    refreshUrl: url,
    scopes: fc.constantFrom<unknown>({}, { read: 'a' }, { read: 1 }, []),
  },
  { requiredKeys: [] },
);
const scheme = fc.record(
  {
    name: fc.constantFrom('staff', 'a b', ''),
    type: fc.constantFrom('http', 'apiKey', 'oauth2', 'openIdConnect', 'mutualTLS', 'basic'),
    scheme: fc.constantFrom<unknown>('bearer', 'basic', 'digest', '', 5),
    bearerFormat: fc.constantFrom('JWT', ''),
    in: fc.constantFrom<unknown>('header', 'query', 'body', ''),
    paramName: fc.constantFrom<unknown>('X-Key', '', 5),
    flows: fc.oneof(
      fc.dictionary(
        fc.constantFrom('implicit', 'password', 'clientCredentials', 'authorizationCode', 'device'),
        flow,
      ),
      wrong,
    ),
    openIdConnectUrl: url,
    description: fc.constantFrom<unknown>('a', '', 5),
  },
  { requiredKeys: ['name', 'type'] },
);
const config = fc.record(
  {
    info: fc.constant({ title: 'A', version: '1' }),
    openapi: fc.constantFrom<OpenApiVersion>('3.0', '3.1', '3.2'),
    inlineSchemas: fc.boolean(),
    servers: fc.array(server, { maxLength: 2 }),
    auth: fc.record({ schemes: fc.array(scheme, { maxLength: 2 }) }),
    security: fc.constantFrom(['staff'], [{ staff: ['read'] }]),
    tags: fc.array(
      fc.record({ name: fc.constantFrom('a', 'b', ''), description: fc.constantFrom('a', '') }),
      { maxLength: 3 },
    ),
    externalDocs: fc.constantFrom({ url: 'https://a.example' }, { url: '' }),
  },
  { requiredKeys: ['info', 'openapi'] },
) as fc.Arbitrary<unknown> as fc.Arbitrary<Config>;
const endpoint = fc
  .record({ schema, servers: fc.array(server, { maxLength: 1 }), operationId: fc.constantFrom('a', '', ' ') })
  .map(({ schema, servers, operationId }): Endpoint => ({
    ...{ method: 'POST', path: '/a', operationId, servers: servers as never },
    requestBody: body(schema as never),
    responses: { 200: response('a', schema as never) },
  }));

const runs = Number(process.env.DTOSPEC_RUNS ?? 150);

test('two validators accept hand-written parts that validate() accepts', async () => {
  let valid = 0;
  await fc.assert(
    fc.asyncProperty(config, endpoint, async (given, one) => {
      const docs = new Docs(given);
      docs.add(one);
      if (docs.validate() !== null) return;
      valid += 1;
      expect(await findings(docs.buildSpec())).toEqual([]);
    }),
    { numRuns: runs },
  );
  expect(valid).toBeGreaterThan(runs / 20);
}, 120_000);
