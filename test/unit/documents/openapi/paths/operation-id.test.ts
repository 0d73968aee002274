import { createOperationId } from '../../../../../src/documents/openapi/paths/routes.js';

describe('operationId', () => {
  test.each([
    ['GET', '/users/{id}', 'getUsersById'],
    ['POST', '/users', 'postUsers'],
    ['GET', '/users/{id}/orders/{orderId}', 'getUsersByIdOrdersByOrderId'],
    ['GET', '/api/v1/user-profiles', 'getApiV1UserProfiles'],
    ['GET', '/', 'getRoot'],
    ['DELETE', '/users/', 'deleteUsers'],
  ])('%s %s is %s', (method, path, id) => {
    expect(createOperationId(method, path)).toBe(id);
  });
});

describe('separates words at every character other than a letter or digit', () => {
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
  ])('%s %s is %s', (method, path, id) => {
    expect(createOperationId(method, path)).toBe(id);
  });
});
