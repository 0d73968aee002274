import { checkOpenApiSchema } from '../../../../src/tools/cli/openapi-schema.js';

const document = (openapi: string, operation: object = {}, more: object = {}): Record<string, unknown> => ({
  ...{ openapi, info: { title: 'Cats', version: '1.0.0' } },
  paths: { '/cats': { get: { responses: { 200: { description: 'Cats' } }, ...operation } } },
  ...more,
});
const withSchema = (openapi: string, schema: unknown): Record<string, unknown> =>
  document(openapi, {}, { components: { schemas: { Cat: schema } } });
const withParameter = (openapi: string, parameter: object): Record<string, unknown> =>
  document(openapi, { parameters: [{ name: 'limit', in: 'query', schema: {}, ...parameter }] });

test.each<[string, Record<string, unknown>]>([
  ['3.0', document('3.0.3')],
  ['3.1', document('3.1.0')],
  ['3.2', document('3.2.0')],
  ['a boolean schema', withSchema('3.1.0', true)],
  ['an unknown keyword of a schema', withSchema('3.1.0', { type: 'string', species: 'cat' })],
  [
    'a bound of 3.0',
    withSchema('3.0.3', { type: 'integer', minimum: 1, exclusiveMinimum: true, multipleOf: 2 }),
  ],
  ['an example that looks like a reference', withSchema('3.1.0', { example: { $ref: 1 } })],
  ['the style cookie', withParameter('3.2.0', { in: 'cookie', style: 'cookie' })],
  [
    'the device flow and the metadata URL of OAuth 2',
    {
      ...document('3.2.0'),
      components: {
        securitySchemes: {
          device: {
            type: 'oauth2',
            oauth2MetadataUrl: 'https://example.com/.well-known/oauth-authorization-server',
            deprecated: true,
            flows: {
              deviceAuthorization: {
                deviceAuthorizationUrl: 'https://example.com/device',
                tokenUrl: 'https://example.com/token',
                scopes: { 'read:all': 'Read everything' },
              },
            },
          },
        },
      },
    },
  ],
  [
    'a dialect of its own',
    { ...withSchema('3.1.0', { type: 'cat' }), jsonSchemaDialect: 'https://example.com/dialect' },
  ],
])('accepts %s', async (_, given) => {
  expect(await checkOpenApiSchema(given)).toEqual([]);
});

test.each<[string, Record<string, unknown>, pointer: string, message: RegExp]>([
  [
    'a missing version',
    { ...document('3.1.0'), info: { title: 'Cats' } },
    '#/info',
    /^#\/info\/version is missing\.$/,
  ],
  [
    'an unknown field',
    document('3.1.0', { respones: {} }),
    '#/paths/~1cats/get/respones',
    /is not a field of OpenAPI\.$/,
  ],
  [
    'an unknown field of 3.0',
    document('3.0.3', { respones: {} }),
    '#/paths/~1cats/get/respones',
    /is not a field of OpenAPI/,
  ],
  [
    'an unknown place of 3.0',
    withParameter('3.0.3', { in: 'body' }),
    '#/paths/~1cats/get/parameters/0',
    /"query"/,
  ],
  [
    'an unknown place',
    withParameter('3.1.0', { in: 'body' }),
    '#/paths/~1cats/get/parameters/0/in',
    /"query"/,
  ],
  [
    'a parameter without schema',
    withParameter('3.1.0', { schema: undefined }),
    '#/paths/~1cats/get/parameters/0',
    /schema/,
  ],
  [
    'an unknown type',
    withSchema('3.1.0', { items: { type: 'strin' } }),
    '#/components/schemas/Cat/items/type',
    /string/,
  ],
  [
    'a type of 3.1 in 3.0',
    withSchema('3.0.3', { type: ['string', 'null'] }),
    '#/components/schemas/Cat/type',
    /string/,
  ],
  [
    'a bound of 3.0 in 3.1',
    withSchema('3.1.0', { exclusiveMinimum: true }),
    '#/components/schemas/Cat/exclusiveMinimum',
    /number/,
  ],
  [
    'nodeType beside attribute',
    withSchema('3.2.0', { xml: { nodeType: 'text', attribute: true } }),
    '#/components/schemas/Cat/xml/attribute',
    /not allowed/,
  ],
])('refuses %s', async (_, given, pointer, message) => {
  const found = await checkOpenApiSchema(JSON.parse(JSON.stringify(given)) as Record<string, unknown>);
  expect(found).toEqual([{ pointer, message: expect.stringMatching(message) as string }]);
});

test('leaves other versions to other checks', async () => {
  expect(await checkOpenApiSchema({ swagger: '2.0' })).toBeUndefined();
});
