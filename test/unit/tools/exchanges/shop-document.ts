import type { OpenApiDocument } from '../../../../src/documents/openapi/types/document.js';

/** A document by hand, as any tool may write it: what exchanges are compared with. */
export function shopDocument(): OpenApiDocument {
  return structuredClone({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [
      { url: 'https://shop.example/{stage}/api', variables: { stage: { default: 'v1', enum: ['v2'] } } },
    ],
    paths: {
      '/orders': {
        parameters: [{ name: 'X-Tenant', in: 'header', required: true, schema: { type: 'integer' } }],
        get: {
          parameters: [
            { $ref: '#/components/parameters/page' },
            {
              name: 'ids',
              in: 'query',
              explode: false,
              schema: { type: 'array', items: { type: 'integer' } },
            },
            { name: 'tags', in: 'query', schema: { type: 'array', items: { enum: ['new', 'old'] } } },
            {
              name: 'filter',
              in: 'query',
              style: 'deepObject',
              schema: {
                type: 'object',
                properties: { min: { type: 'number' } },
                additionalProperties: false,
              },
            },
            {
              name: 'spread',
              in: 'query',
              schema: { type: 'object', properties: { red: { type: 'integer' }, blue: { type: 'integer' } } },
            },
            { name: 'session', in: 'cookie', schema: { type: 'string', minLength: 4 } },
            {
              name: 'where',
              in: 'query',
              content: { 'application/json': { schema: { type: 'object', required: ['a'] } } },
            },
          ],
          responses: {
            '200': {
              description: 'Orders',
              headers: {
                'X-Total': { required: true, schema: { type: 'integer' } },
                'X-Tags': { schema: { type: 'array', items: { enum: ['new', 'old'] } } },
              },
              content: {
                'application/json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Order' } },
                },
                'text/csv': {},
              },
            },
            '4XX': { $ref: '#/components/responses/Problem' },
            default: {
              description: 'Something else',
              content: { 'text/*': { schema: { type: 'string', maxLength: 5 } } },
            },
          },
        },
        post: {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Order' } },
              'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Order' } },
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  properties: { note: { type: 'integer' }, file: { type: 'string', maxLength: 3 } },
                  required: ['file'],
                },
              },
            },
          },
          responses: {
            '201': {
              description: 'Made',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
            },
          },
        },
      },
      '/orders/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: {
            '200': {
              description: 'One',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } },
            },
            '204': { description: 'None' },
          },
        },
      },
      '/orders/latest': {
        get: {
          responses: {
            '200': {
              description: 'One',
              content: { 'application/octet-stream': { schema: { maxLength: 3 } } },
            },
          },
        },
      },
      '/events': {
        get: {
          responses: {
            '200': {
              description: 'Events',
              content: {
                'text/event-stream': {
                  schema: {
                    type: 'array',
                    items: {
                      type: 'object',
                      required: ['data'],
                      properties: {
                        event: { const: 'made' },
                        data: {
                          type: 'string',
                          contentMediaType: 'application/json',
                          contentSchema: { $ref: '#/components/schemas/Order' },
                        },
                      },
                    },
                  },
                },
                'application/jsonl': { itemSchema: { $ref: '#/components/schemas/Order' } },
              },
            },
          },
        },
      },
    },
    components: {
      parameters: { page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } } },
      responses: {
        Problem: {
          description: 'Refused',
          content: { 'application/problem+json': { schema: { type: 'object', required: ['title'] } } },
        },
      },
      schemas: {
        Order: {
          type: 'object',
          required: ['id', 'at', 'lines', 'pin'],
          properties: {
            id: { type: 'integer', readOnly: true },
            pin: { type: 'string', writeOnly: true },
            at: { type: 'string', format: 'date-time' },
            note: { type: ['string', 'null'] },
            lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
          },
        },
        Line: {
          type: 'object',
          required: ['sku'],
          properties: {
            sku: { type: 'string', pattern: '^[A-Z]+$' },
            of: { $ref: '#/components/schemas/Line' },
          },
        },
        Made: {
          type: 'object',
          required: ['kind', 'by'],
          properties: { kind: { const: 'made' }, by: { type: 'string' } },
        },
        Sent: {
          type: 'object',
          required: ['kind', 'to'],
          properties: { kind: { const: 'sent' }, to: { type: 'string' } },
        },
        Event: {
          oneOf: [{ $ref: '#/components/schemas/Made' }, { $ref: '#/components/schemas/Sent' }],
          discriminator: {
            propertyName: 'kind',
            mapping: { made: '#/components/schemas/Made', sent: '#/components/schemas/Sent' },
          },
        },
      },
    },
  });
}

export const order = { id: 1, at: '2020-01-01T00:00:00Z', lines: [{ sku: 'A', of: { sku: 'B' } }] };
