/** A realistic document: users, orders, models, a webhook. `server` is where try-it sends. */
export function shopDocument(server = '/api'): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Shop API',
      version: '2.4.0',
      description:
        'Everything the shop sells, and who buys it.\n\n## Getting started\n\nAsk for a token, then call any of the operations below.\n\n| Limit | Value |\n|---|---|\n| Requests per minute | 600 |\n| Page size | 100 |\n',
      contact: { name: 'Shop team', email: 'api@shop.example' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: server, description: 'This machine' }],
    tags: [
      { name: 'Users', description: 'People with an account.' },
      { name: 'Orders', description: 'What they buy.' },
    ],
    security: [{ bearerAuth: [] }],
    paths: { ...USERS, ...ORDERS },
    webhooks: {
      'order.shipped': {
        post: {
          summary: 'Order shipped',
          description: 'Sent when a parcel leaves the warehouse.',
          tags: ['Orders'],
          requestBody: json(ref('Order')),
          responses: { '2XX': { description: 'Received' } },
        },
      },
    },
    components: {
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: SCHEMAS,
    },
  };
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const ok = (schema: object): object => ({ '200': { description: 'Done', ...json(schema) } });
const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example: 'u1',
};

const USERS = {
  '/users': {
    get: {
      operationId: 'getUsers',
      summary: 'List users',
      tags: ['Users'],
      security: [],
      parameters: [
        { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
        { name: 'role', in: 'query', schema: { type: 'string', enum: ['admin', 'member'] } },
      ],
      responses: ok({ type: 'array', items: ref('User') }),
    },
    post: {
      operationId: 'postUsers',
      summary: 'Create a user',
      description: 'Sends the new user a welcome message.',
      tags: ['Users'],
      requestBody: { required: true, ...json(ref('UserInput')) },
      responses: {
        '201': { description: 'Created', ...json(ref('User')) },
        '422': { description: 'The body breaks a rule', ...json(ref('Problem')) },
      },
    },
  },
  '/users/{id}': {
    get: {
      operationId: 'getUsersById',
      summary: 'One user',
      tags: ['Users'],
      security: [],
      parameters: [idParameter],
      responses: ok(ref('User')),
    },
  },
};

const ORDERS = {
  '/orders': {
    get: {
      operationId: 'getOrders',
      summary: 'List orders',
      tags: ['Orders'],
      responses: ok({ type: 'array', items: ref('Order') }),
    },
  },
  '/orders/{id}': {
    delete: {
      operationId: 'deleteOrdersById',
      summary: 'Cancel an order',
      deprecated: true,
      tags: ['Orders'],
      parameters: [idParameter],
      responses: { '204': { description: 'Cancelled' } },
    },
  },
};

const SCHEMAS = {
  UserInput: {
    type: 'object',
    required: ['email', 'name'],
    properties: {
      email: { type: 'string', format: 'email', examples: ['ada@shop.example'] },
      name: { type: 'string', minLength: 1, maxLength: 80, examples: ['Ada'] },
      role: { type: 'string', enum: ['admin', 'member'], default: 'member' },
    },
  },
  User: {
    type: 'object',
    description: 'A person with an account.',
    required: ['id', 'email', 'name'],
    properties: {
      id: { type: 'string', readOnly: true },
      email: { type: 'string', format: 'email' },
      name: { type: 'string' },
      manager: ref('User'),
      createdAt: { type: 'string', format: 'date-time' },
    },
  },
  Order: {
    type: 'object',
    description: 'A purchase, from basket to delivery.',
    required: ['id', 'buyer', 'lines'],
    properties: {
      id: { type: 'string' },
      buyer: ref('User'),
      status: { type: 'string', enum: ['open', 'paid', 'shipped'] },
      lines: { type: 'array', minItems: 1, items: ref('OrderLine') },
    },
  },
  OrderLine: {
    type: 'object',
    required: ['sku', 'count'],
    properties: {
      sku: { type: 'string', pattern: '^[A-Z]{3}-\\d+$' },
      count: { type: 'integer', minimum: 1 },
    },
  },
  Problem: {
    type: 'object',
    properties: { message: { type: 'string' }, fields: { type: 'array', items: { type: 'string' } } },
  },
};
