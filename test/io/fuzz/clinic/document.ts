const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });
const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
});
const answer = (schema: object, more: object = {}) => ({
  description: 'The answer',
  content: json(schema),
  ...more,
});
const created = (schema: object) =>
  answer(schema, {
    headers: { Location: { required: true, schema: { type: 'string', format: 'uri-reference' } } },
  });
const body = (schema: object) => ({ required: true, content: json(schema) });
const id = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 1, maximum: 2147483647 },
});
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const PROBLEMS = {
  400: problem('Invalid request'),
  401: problem('No credentials'),
  404: problem('Not found'),
  409: problem('Conflict'),
  415: problem('Unknown media type'),
};
/** Picks the problems that an operation can answer. */
const but = (...statuses: (keyof typeof PROBLEMS)[]) =>
  Object.fromEntries(statuses.map((status) => [status, PROBLEMS[status]]));

const ANIMAL = {
  name: { type: 'string', minLength: 1, maxLength: 40 },
  species: { type: 'string', enum: ['dog', 'cat', 'reptile'] },
  born: { type: 'string', format: 'date' },
  weight: { type: 'number', exclusiveMinimum: 0, maximum: 2000 },
  chip: { type: 'string', pattern: '^[0-9]{15}$' },
  neutered: { type: 'boolean' },
  phone: { type: 'string', maxLength: 20 },
};
const VISIT = {
  reason: { type: 'string', minLength: 1, maxLength: 200 },
  at: { type: 'string', format: 'date-time' },
  tags: { type: 'array', items: { type: 'string', maxLength: 20 }, maxItems: 4, uniqueItems: true },
};
const INVOICE = {
  reference: { type: 'string', pattern: '^[1-9][0-9]{0,24}$' },
  lines: {
    type: 'array',
    maxItems: 20,
    items: object({
      text: { type: 'string', maxLength: 1000 },
      cents: { type: 'integer', minimum: 0, maximum: 1000000 },
      quantity: { type: 'integer', minimum: 1, maximum: 100 },
    }),
  },
};
const REQUIRED = ['name', 'species', 'born', 'weight', 'chip', 'neutered'];

export const document = {
  openapi: '3.1.0',
  info: { title: 'Veterinary clinic', version: '1' },
  security: [{ token: [] as string[] }],
  paths: {
    '/animals': {
      get: {
        security: [],
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 20, default: 10 }),
          query('offset', { type: 'integer', minimum: 0 }),
          query('species', ANIMAL.species),
          query('sort', { type: 'string', enum: ['name', 'born'] }),
        ],
        responses: { 200: answer({ type: 'array', items: ref('Animal'), maxItems: 20 }), ...but(400) },
      },
      post: {
        requestBody: body(ref('NewAnimal')),
        responses: { 201: created(ref('Animal')), ...but(400, 401, 409, 415) },
      },
    },
    '/animals/{animalId}': {
      parameters: [id('animalId')],
      get: { security: [], responses: { 200: answer(ref('Animal')), ...but(400, 404) } },
      put: {
        requestBody: body(ref('NewAnimal')),
        responses: { 200: answer(ref('Animal')), ...but(400, 401, 404, 409, 415) },
      },
      patch: {
        requestBody: body(ref('AnimalChange')),
        responses: { 200: answer(ref('Animal')), ...but(400, 401, 404, 409, 415) },
      },
      delete: { responses: { 204: { description: 'Deleted' }, ...but(400, 401, 404) } },
    },
    '/animals/{animalId}/visits': {
      parameters: [id('animalId')],
      get: {
        security: [],
        responses: { 200: answer({ type: 'array', items: ref('Visit') }), ...but(400, 404) },
      },
      post: {
        requestBody: body(ref('NewVisit')),
        responses: { 201: created(ref('Visit')), ...but(400, 401, 404, 415) },
      },
    },
    '/visits/{visitId}': {
      parameters: [id('visitId')],
      get: { security: [], responses: { 200: answer(ref('Visit')), ...but(400, 404) } },
      delete: { responses: { 204: { description: 'Deleted' }, ...but(400, 401, 404) } },
    },
    '/invoices': {
      get: { responses: { 200: answer({ type: 'array', items: ref('Invoice') }), ...but(401) } },
      post: {
        requestBody: body(ref('NewInvoice')),
        responses: { 201: created(ref('Invoice')), ...but(400, 401, 415) },
      },
    },
    '/invoices/{invoiceId}': {
      parameters: [id('invoiceId')],
      get: { responses: { 200: answer(ref('Invoice')), ...but(400, 401, 404) } },
    },
    '/vets': {
      get: {
        security: [],
        parameters: [
          {
            name: 'X-Branch',
            in: 'header',
            required: true,
            schema: { type: 'string', enum: ['north', 'south'] },
          },
        ],
        responses: { 200: answer({ type: 'array', items: ref('Vet') }), ...but(400) },
      },
    },
    '/health': { get: { security: [], responses: { 200: answer(object({ up: { type: 'boolean' } })) } } },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Problem: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      NewAnimal: object(ANIMAL, REQUIRED),
      AnimalChange: object(ANIMAL, []),
      Animal: object({ id: { type: 'integer' }, ...ANIMAL }, ['id', ...REQUIRED]),
      NewVisit: object(VISIT, ['reason', 'at']),
      Visit: object({ id: { type: 'integer' }, animalId: { type: 'integer' }, ...VISIT }, [
        'id',
        'animalId',
        'reason',
        'at',
      ]),
      NewInvoice: object(INVOICE),
      Invoice: object({ id: { type: 'integer' }, ...INVOICE, total: { type: 'integer' } }),
      Vet: object({ name: { type: 'string' }, branch: { type: 'string' } }),
    },
  },
};
