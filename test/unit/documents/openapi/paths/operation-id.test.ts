import { createOperationId } from '../../../../../src/documents/openapi/paths/routes.js';

describe('operationId separates words at every character other than a letter or digit', () => {
  test.each([
    ['GET', '/users/{user-id}', 'getUsersByUserId'],
    ['GET', '/users/{user_id}', 'getUsersByUserId'],
    ['GET', '/v1.0/snake_case', 'getV10SnakeCase'],
    ['GET', '/flights/{from}-{to}', 'getFlightsByFromByTo'],
    ['POST', '/things/{id}:activate', 'postThingsByIdActivate'],
    ['GET', '/users/{id}.json', 'getUsersByIdJson'],
    ['GET', '/größe/{id}', 'getGrößeById'],
    ['GET', '/files/{wildcard}', 'getFilesByWildcard'],
    ['GET', '/-', 'getRoot'],
    ['DELETE', '/users/', 'deleteUsers'],
  ])('%s %s is %s', (method, path, id) => {
    expect(createOperationId(method, path)).toBe(id);
  });
});
