import {
  apiKeyAuth,
  basicAuth,
  bearerAuth,
  body,
  bodyWithDesc,
  cookieAuth,
  cookieParam,
  formBody,
  formURLEncodedBody,
  headerParam,
  pathParam,
  queryParam,
  requiredQueryParam,
  response,
  schema,
  type Parameter,
  type RequestBody,
  type ResponseSpec,
} from '../../../../src/index.js';

class User {}

const string = { type: 'string' };

describe('constructor helpers', () => {
  test.each([
    ['response', response('Gone'), { description: 'Gone' }],
    ['response with a schema', response('One', User), { description: 'One', schema: User }],
    ['body', body(User), { contentType: 'application/json', required: true, schema: User }],
    [
      'bodyWithDesc',
      bodyWithDesc('Whom', User),
      { description: 'Whom', contentType: 'application/json', required: true, schema: User },
    ],
    ['formBody', formBody(User), { contentType: 'multipart/form-data', required: true, schema: User }],
    [
      'formURLEncodedBody',
      formURLEncodedBody(User),
      { contentType: 'application/x-www-form-urlencoded', required: true, schema: User },
    ],
    [
      'pathParam',
      pathParam('p', 'd'),
      { name: 'p', in: 'path', description: 'd', required: true, schema: string },
    ],
    [
      'queryParam',
      queryParam('p', 'd'),
      { name: 'p', in: 'query', description: 'd', required: false, schema: string },
    ],
    [
      'requiredQueryParam',
      requiredQueryParam('p', 'd'),
      { name: 'p', in: 'query', description: 'd', required: true, schema: string },
    ],
    [
      'headerParam',
      headerParam('p', 'd'),
      { name: 'p', in: 'header', description: 'd', required: false, schema: string },
    ],
    [
      'cookieParam',
      cookieParam('p', 'd'),
      { name: 'p', in: 'cookie', description: 'd', required: false, schema: string },
    ],
    ['bearerAuth', bearerAuth('n'), { name: 'n', type: 'http', scheme: 'bearer' }],
    ['basicAuth', basicAuth('n'), { name: 'n', type: 'http', scheme: 'basic' }],
    ['apiKeyAuth', apiKeyAuth('n', 'X-K'), { name: 'n', type: 'apiKey', in: 'header', paramName: 'X-K' }],
    ['cookieAuth', cookieAuth('n', 'sid'), { name: 'n', type: 'apiKey', in: 'cookie', paramName: 'sid' }],
    ['schema', schema('integer'), { type: 'integer' }],
    ['schema with keywords', schema('integer', { minimum: 1 }), { type: 'integer', minimum: 1 }],
  ])('%s', (_name, made, expected) => {
    expect(made).toEqual(expected);
  });

  test('ResponseSpec is the type, response the constructor', () => {
    const spec: ResponseSpec = response('OK');
    expect(spec).toEqual({ description: 'OK' });
  });

  test('misuse does not compile', () => {
    // @ts-expect-error a description is asked for
    const noDescription: ResponseSpec = {};
    // @ts-expect-error a body has a schema
    const noSchema: RequestBody = { contentType: 'application/json' };
    // @ts-expect-error no such place
    const noPlace: Parameter = { name: 'p', in: 'body' };
    // @ts-expect-error no such type
    const noType: unknown = schema('int');
    // @ts-expect-error no such keyword of that type
    const noLength: unknown = schema('string', { minLength: 'two' });
    // @ts-expect-error a string is no type
    const noClass: unknown = body('User');
    expect([noDescription, noSchema, noPlace, noType, noLength, noClass]).toHaveLength(6);
  });
});
