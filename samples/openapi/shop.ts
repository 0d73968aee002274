import { Docs, problemResponse, response } from 'dtospec';

export const docs = new Docs({
  info: { title: 'Shop', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [
    {
      name: 'production',
      url: 'https://{region}.example.com',
      variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
    },
  ],
  auth: {
    schemes: [
      { name: 'certificate', type: 'mutualTLS' },
      {
        name: 'tv',
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { read: 'Reads' } },
        },
      },
    ],
  },
  security: ['certificate', { tv: ['read'] }],
  tags: [
    { name: 'shop', summary: 'The shop' },
    { name: 'orders', parent: 'shop', externalDocs: { url: 'https://example.com/orders' } },
  ],
  components: {
    responses: { Unauthorized: problemResponse('Not signed in') },
    parameters: { Page: { name: 'page', in: 'query', schema: Number } },
    headers: { Total: { description: 'Number of orders', schema: Number } },
    pathItems: {
      Health: { operations: [{ method: 'GET', operationId: 'health', responses: { 200: response('Up') } }] },
    },
  },
  // Fields of a whole path, and path items that no endpoint registers.
  paths: {
    '/orders': {
      summary: 'Orders',
      servers: [{ url: 'https://orders.example.com' }],
      parameters: [{ name: 'X-Tenant', in: 'header', required: true }],
    },
    '/health': { $ref: 'Health' },
  },
}).add({
  method: 'GET',
  path: '/orders',
  tags: ['orders'],
  parameters: [{ $ref: 'Page' }],
  responses: {
    200: { ...response('The orders', [String]), headers: { 'X-Total': { $ref: 'Total' } } },
    401: { $ref: 'Unauthorized' },
  },
});

const error = docs.validate();
if (error) throw error;

console.log(JSON.stringify(docs.buildSpec(), undefined, 2));
