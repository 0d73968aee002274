import { IsString } from 'class-validator';
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
} from 'dtospec';
import { operationOf, specOf } from './support.js';

class User {
  @IsString() name!: string;
}

const schema = { $ref: '#/components/schemas/User' };

describe('4.1 Constructor helpers', () => {
  test('4.1.13 response(description, schema) is a ResponseSpec', async () => {
    const { responses } = await operationOf({ responses: { 200: response('The user', User) } });
    expect(responses['200']).toEqual({
      description: 'The user',
      content: { 'application/json': { schema } },
    });
  });

  test('4.1.14 response(description) is an empty response, as for 204', async () => {
    const { responses } = await operationOf({ responses: { 204: response('Deleted') } });
    expect(responses).toEqual({ 204: { description: 'Deleted' } });
  });

  test.each([
    ['4.1.15', 'body is JSON', body(User), 'application/json', undefined],
    ['4.1.16', 'bodyWithDesc adds a description', bodyWithDesc('It', User), 'application/json', 'It'],
    ['4.1.17', 'formBody is multipart/form-data', formBody(User), 'multipart/form-data', undefined],
    [
      '4.1.18',
      'formURLEncodedBody is application/x-www-form-urlencoded',
      formURLEncodedBody(User),
      'application/x-www-form-urlencoded',
      undefined,
    ],
  ])('%s %s, and required', async (_number, _title, requestBody, contentType, description) => {
    expect((await operationOf({ method: 'POST', requestBody })).requestBody).toEqual({
      ...(description !== undefined && { description }),
      required: true,
      content: { [contentType]: { schema } },
    });
  });

  test.each([
    ['4.1.19', pathParam('id', 'It'), { name: 'id', in: 'path', required: true }],
    ['4.1.20', queryParam('id', 'It'), { name: 'id', in: 'query' }],
    ['4.1.21', requiredQueryParam('id', 'It'), { name: 'id', in: 'query', required: true }],
    ['4.1.22', headerParam('X-Id', 'It'), { name: 'X-Id', in: 'header' }],
    ['4.1.23', cookieParam('id', 'It'), { name: 'id', in: 'cookie' }],
  ])('%s a helper for parameters has a string schema: %j', async (_number, parameter, expected) => {
    const path = parameter.in === 'path' ? '/{id}' : '/';
    expect((await operationOf({ path, parameters: [parameter] })).parameters).toEqual([
      { description: 'It', schema: { type: 'string' }, ...expected },
    ]);
  });

  test.each([
    ['4.1.24', bearerAuth('s'), { type: 'http', scheme: 'bearer' }],
    ['4.1.25', apiKeyAuth('s', 'X-Key'), { type: 'apiKey', in: 'header', name: 'X-Key' }],
    ['4.1.26', basicAuth('s'), { type: 'http', scheme: 'basic' }],
    ['4.1.27', cookieAuth('s', 'sid'), { type: 'apiKey', in: 'cookie', name: 'sid' }],
  ])('%s a helper for security schemes: %j', async (_number, scheme, expected) => {
    const document = await specOf([{ security: ['s'] }], { auth: { schemes: [scheme] } });
    expect(document.components?.securitySchemes).toEqual({ s: expected });
    expect(document.paths['/']!.get!.security).toEqual([{ s: [] }]);
  });
});
