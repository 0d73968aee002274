import type { OpenApiDocument } from '../../../../src/documents/openapi/types/document.js';

const json = (schema: object): object => ({ 'application/json': { schema } });
const pet = { $ref: '#/components/schemas/Pet' };

/** A document small enough to count by hand. */
export function petsDocument(openapi: '3.0.3' | '3.1.0' = '3.1.0'): OpenApiDocument {
  const nick = openapi === '3.0.3' ? { type: 'string', nullable: true } : { type: ['string', 'null'] };
  return structuredClone({
    openapi,
    info: { title: 'Pets', version: '1.0.0' },
    paths: {
      '/pets': {
        parameters: [{ name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } }],
        get: {
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer' } },
            { name: 'sort', in: 'query', schema: { enum: ['name', 'age'] } },
          ],
          responses: {
            '200': {
              description: 'All',
              content: { ...json({ type: 'array', items: pet }), 'text/csv': { schema: { type: 'string' } } },
            },
          },
        },
        post: {
          requestBody: { required: true, content: json(pet) },
          responses: { '201': { description: 'Made', content: json(pet) }, '4XX': { description: 'No' } },
        },
      },
    },
    components: {
      schemas: {
        Pet: {
          type: 'object',
          required: ['id', 'kind'],
          properties: {
            id: { type: 'integer', readOnly: true },
            kind: { enum: ['cat', 'dog'] },
            nick,
            owner: {
              oneOf: [{ $ref: '#/components/schemas/Person' }, { $ref: '#/components/schemas/Company' }],
            },
            secret: { type: 'string', writeOnly: true },
          },
        },
        Person: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        Company: { type: 'object', required: ['vat'], properties: { vat: { type: 'string' } } },
      },
    },
  }) as unknown as OpenApiDocument;
}

type Sent = Parameters<typeof import('../../../../src/tools/testing.js').checkExchange>[1];

const tenant = { 'X-Tenant': 'a' };

/** Exchanges as tests make them; the points that each exercises are counted in the test. */
export const EXCHANGES: readonly Sent[] = [
  {
    request: { method: 'GET', url: '/pets?limit=2', headers: tenant },
    response: {
      status: 200,
      body: [
        { id: 1, kind: 'cat', nick: 'Tom' },
        { id: 2, kind: 'cat', nick: null, owner: { name: 'Ada' } },
      ],
    },
  },
  {
    request: { method: 'GET', url: '/pets?sort=age', headers: tenant },
    response: { status: 200, body: [] },
  },
  {
    request: {
      method: 'POST',
      url: '/pets',
      headers: tenant,
      body: { kind: 'dog', owner: { vat: '1' }, secret: 'x' },
    },
    response: { status: 201, body: { id: 3, kind: 'dog', owner: { vat: '1' } } },
  },
  // A refusal: of the request nothing counts, it is wrong on purpose.
  {
    request: { method: 'POST', url: '/pets', headers: tenant, body: { kind: 'cow' } },
    response: { status: 422 },
  },
];
