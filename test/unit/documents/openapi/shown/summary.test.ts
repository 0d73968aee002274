import { summaryOf } from '../../../../../src/documents/openapi/shown/summary.js';

test.each([
  ['GET', '/tasks', 'List tasks'],
  ['GET', '/tasks/{id}', 'Get task'],
  ['POST', '/tasks', 'Create task'],
  ['PUT', '/tasks/{id}', 'Replace task'],
  ['PATCH', '/tasks/{id}', 'Update task'],
  ['DELETE', '/tasks/{id}', 'Delete task'],
  ['DELETE', '/tasks', 'Delete tasks'],
  ['HEAD', '/files/{name}', 'Check file'],
  ['POST', '/tasks/{id}:archive', 'Archive task'],
  ['GET', '/api/v1/order-lines', 'List order lines'],
  ['GET', '/users/{id}/orders', 'List orders of user'],
  ['GET', '/users/{id}/orders/{order}', 'Get order of user'],
  ['POST', '/orders/{id}/shipment', 'Post shipment of order'],
  ['POST', '/auth/login', 'Post login'],
  ['GET', '/categories/{id}', 'Get category'],
  ['GET', '/boxes/{id}', 'Get box'],
  ['GET', '/addresses/{id}', 'Get address'],
  ['GET', '/status', 'Get status'],
  ['GET', '/news', 'List news'],
  ['GET', '/health', 'Get health'],
  ['GET', '/apiKeys', 'List api keys'],
  ['GET', '/', 'Get root'],
  ['GET', '/{id}', 'Get root'],
  ['QUERY', '/tasks', 'Query tasks'],
  ['GET', '/%E0%A4%A', 'Get e0 a4 a'],
])('%s %s: %s', (method, path, summary) => {
  expect(summaryOf(method, path)).toBe(summary);
});
