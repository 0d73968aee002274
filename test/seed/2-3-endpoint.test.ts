import { IsInt, IsOptional, IsString } from 'class-validator';
import { body, bearerAuth, response, type Endpoint } from 'dtospec';
import { docsOf, operationOf, parameterOf, specOf } from './support.js';

class User {
  @IsInt() id!: number;
  @IsString() name!: string;
}

class UserPath {
  @IsInt() id!: number;
}

class Search {
  @IsString() text!: string;
  @IsOptional() @IsInt() page?: number;
}

const USER = { $ref: '#/components/schemas/User' };

describe('2.3 Endpoint', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

  test.each(methods)('2.3.1 method %s', async (method) => {
    expect(Object.keys((await specOf([{ method }])).paths['/']!)).toEqual([method.toLowerCase()]);
  });

  test.each(methods)('2.3.2 method %s in another case', async (method) => {
    const written = [method.toLowerCase(), method.charAt(0) + method.slice(1).toLowerCase()];
    for (const each of written)
      expect(Object.keys((await specOf([{ method: each }])).paths['/']!)).toEqual([method.toLowerCase()]);
  });

  test('2.3.3 path is the route path', async () => {
    expect(Object.keys((await specOf([{ path: '/users/all' }])).paths)).toEqual(['/users/all']);
  });

  test.each<[string, string, Partial<Endpoint>]>([
    ['2.3.4', 'operationId overrides the generated one', { operationId: 'listUsers' }],
    ['2.3.5', 'summary', { summary: 'Lists the users' }],
    ['2.3.6', 'description, in Markdown', { description: 'Lists the *users*.\n\n- one\n- two' }],
    ['2.3.7', 'tags', { tags: ['users', 'admin'] }],
    ['2.3.8', 'deprecated', { deprecated: true }],
  ])('%s %s', async (_number, _title, fields) => {
    const config = { tags: [{ name: 'users' }, { name: 'admin' }] };
    expect(await operationOf(fields, config)).toEqual({
      operationId: 'getRoot',
      responses: { 200: { description: 'OK' } },
      ...fields,
    });
  });

  test('2.3.9 deprecated is absent by default', async () => {
    expect(await operationOf()).not.toHaveProperty('deprecated');
  });

  test('2.3.10 parameters are explicit: path, query, header and cookie', async () => {
    const parameters = (['path', 'query', 'header', 'cookie'] as const).map((location) => ({
      name: `${location}Name`,
      in: location,
    }));
    const operation = await operationOf({ path: '/{pathName}', parameters });
    expect(operation.parameters?.map(({ name, in: location }) => [name, location])).toEqual([
      ['pathName', 'path'],
      ['queryName', 'query'],
      ['headerName', 'header'],
      ['cookieName', 'cookie'],
    ]);
  });

  test('2.3.11 queryParams is a class whose properties become query parameters', async () => {
    expect((await operationOf({ queryParams: Search })).parameters).toEqual([
      { name: 'text', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'page', in: 'query', schema: { type: 'integer' } },
    ]);
  });

  test('2.3.12 pathParams is a class whose properties become path parameters', async () => {
    expect(await parameterOf({ path: '/users/{id}', pathParams: UserPath })).toEqual({
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'integer' },
    });
  });

  test('2.3.13 requestBody is the body', async () => {
    expect((await operationOf({ method: 'POST', requestBody: body(User) })).requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema: USER } },
    });
  });

  test.each(['GET', 'DELETE'])('2.3.14 %s has no request body without requestBody', async (method) => {
    expect(await operationOf({ method })).not.toHaveProperty('requestBody');
  });

  test('2.3.15 responses are keyed by HTTP status code', async () => {
    const operation = await operationOf({
      responses: { 200: response('The user', User), 404: response('No such user') },
    });
    expect(operation.responses).toEqual({
      200: { description: 'The user', content: { 'application/json': { schema: USER } } },
      404: { description: 'No such user' },
    });
  });

  test('2.3.16 security names the schemes that the endpoint requires', async () => {
    const config = { auth: { schemes: [bearerAuth('staff')] } };
    expect((await operationOf({ security: ['staff'] }, config)).security).toEqual([{ staff: [] }]);
  });

  test('2.3.17 a minimal endpoint has a method, a path and one response', async () => {
    const minimal = { method: 'GET', path: '/users', responses: { 200: response('OK') } };
    expect(docsOf([minimal]).validate()).toBeNull();
    expect(await operationOf(minimal)).toEqual({
      operationId: 'getUsers',
      responses: { 200: { description: 'OK' } },
    });
  });
});
