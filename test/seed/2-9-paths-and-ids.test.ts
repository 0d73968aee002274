import { IsInt } from 'class-validator';
import { Docs, pathParam } from 'dtospec';
import { docsOf, endpoint, info, operationOf, parameterOf, specOf } from './support.js';

describe('2.9 Path normalisation', () => {
  test.each([
    ['2.9.1', '/users/{id}', '/users/{id}'],
    ['2.9.2', '/users/:id', '/users/{id}'],
    ['2.9.3', '/files/*path', '/files/{path}'],
    ['2.9.4', '/users/{id:[0-9]+}', '/users/{id}'],
    ['2.9.4', '/codes/{code:[a-z]{2,3}}/x', '/codes/{code}/x'],
  ])('%s %s becomes %s', async (_number, written, path) => {
    expect(Object.keys((await specOf([{ path: written }])).paths)).toEqual([path]);
  });
});

describe('2.9 rule 1: path parameters', () => {
  test.each([
    ['2.9.5', '/users/{id}', ['id']],
    ['2.9.6', '/users/:id/orders/:orderId', ['id', 'orderId']],
    ['2.9.7', '/files/*path', ['path']],
  ])('%s every {name} of %s gets a required string path parameter', async (_number, path, names) => {
    expect((await operationOf({ path })).parameters).toEqual(
      names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    );
  });

  test('2.9.8 unless a parameter of that name is defined explicitly', async () => {
    const parameters = [{ ...pathParam('id', 'The user'), schema: { type: 'integer' as const } }];
    expect(await parameterOf({ path: '/users/{id}', parameters })).toEqual({
      name: 'id',
      in: 'path',
      description: 'The user',
      required: true,
      schema: { type: 'integer' },
    });
  });

  test('2.9.9 a query parameter of that name is another parameter here', async () => {
    const { parameters } = await operationOf({ path: '/{id}', parameters: [{ name: 'id', in: 'query' }] });
    expect(parameters?.map(({ in: location }) => location).sort()).toEqual(['path', 'query']);
  });

  test('2.9.10 a property of pathParams defines it, too', async () => {
    class UserPath {
      @IsInt() id!: number;
    }
    expect(await parameterOf({ path: '/users/{id}', pathParams: UserPath })).toMatchObject({
      schema: { type: 'integer' },
    });
  });
});

describe('2.9 rule 2: operationId', () => {
  test('2.9.11 the value of operationId when set', async () => {
    expect(await operationOf({ path: '/users/{id}', operationId: 'readUser' })).toMatchObject({
      operationId: 'readUser',
    });
  });

  test.each([
    ['2.9.12', 'GET', '/users/{id}', 'getUsersById'],
    ['2.9.13', 'POST', '/users', 'postUsers'],
    ['2.9.14', 'GET', '/users/{id}/orders/{orderId}', 'getUsersByIdOrdersByOrderId'],
    ['2.9.15', 'GET', '/api/v1/user-profiles', 'getApiV1UserProfiles'],
    ['2.9.16', 'GET', '/', 'getRoot'],
    ['2.9.17', 'DELETE', '/users/:id', 'deleteUsersById'],
    ['2.9.18', 'GET', '/files/*path', 'getFilesByPath'],
    ['2.9.19', 'PUT', '/users/{id:[0-9]+}', 'putUsersById'],
    ['2.9.20', 'patch', '/a-b-c/{user-id}', 'patchABCByUserId'],
  ])('%s %s %s gives %s', async (_number, method, path, operationId) => {
    expect((await operationOf({ method, path })).operationId).toBe(operationId);
  });
});

describe('2.9 rule 3: duplicates and unsupported methods', () => {
  test('2.9.21 of two endpoints with the same method and path, the last is kept', () => {
    const docs = new Docs({ info }).addAll(
      endpoint({ path: '/users/{id}', summary: 'first' }),
      endpoint({ method: 'get', path: '/users/:id', summary: 'last' }),
    );
    const { paths } = docs.buildSpec();
    expect(Object.keys(paths)).toEqual(['/users/{id}']);
    expect(paths['/users/{id}']?.get?.summary).toBe('last');
  });

  test('2.9.22 the last is kept in the place of the first', () => {
    const docs = docsOf([{ path: '/a', summary: 'first' }, { path: '/b' }, { path: '/a', summary: 'last' }]);
    expect(Object.keys(docs.buildSpec().paths)).toEqual(['/a', '/b']);
  });

  test.each(['FETCH', 'CONNECT', ''])('2.9.23 an endpoint with the method %j is skipped', (method) => {
    expect(Object.keys(docsOf([{ method, path: '/a' }, { path: '/b' }]).buildSpec().paths)).toEqual(['/b']);
  });
});
