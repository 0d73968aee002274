type Members = Readonly<Record<string, object>>;

const object = (properties: Members, required: readonly string[]): object => ({
  ...{ type: 'object', additionalProperties: false, properties, required },
});
const json = (schema: object): object => ({ 'application/json': { schema } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: object, more: object = {}): object => ({
  ...{ description: 'The answer', content: json(schema), ...more },
});
const body = (name: string): object => ({ requestBody: { required: true, content: json(ref(name)) } });
const refusals = (...statuses: number[]): object =>
  Object.fromEntries(statuses.map((one) => [one, answer(ref('Problem'))]));
const list = (name: string): object => ({ type: 'array', maxItems: 20, items: ref(name) });
const id = { in: 'path', name: 'id', required: true, schema: { type: 'integer', minimum: 1 } };
const limit = { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 20 } };
const total = { headers: { 'X-Total': { required: true, schema: { type: 'integer', minimum: 0 } } } };
const security = [{ token: [] }];

const MEMBER: Members = {
  card: { type: 'string', minLength: 1, maxLength: 12 },
  name: { type: 'string', minLength: 1, maxLength: 40 },
  age: { type: 'integer', minimum: 0, maximum: 150 },
  note: { type: 'string', maxLength: 200 },
  phone: { type: ['string', 'null'], maxLength: 20 },
};
const BOOK: Members = {
  title: { type: 'string', minLength: 1, maxLength: 60 },
  genre: { enum: ['novel', 'poem', 'essay'] },
  pages: { type: 'integer', minimum: 1, maximum: 1000 },
  published: { type: 'string', format: 'date' },
};

export const SCHEMAS: Members = {
  Problem: object({ error: { type: 'string' } }, ['error']),
  NewMember: object(MEMBER, ['card', 'name', 'age']),
  Member: object({ id: { type: 'integer' }, ...MEMBER }, ['id', 'card', 'name', 'age']),
  NewBook: object(BOOK, ['title', 'genre', 'pages']),
  BookChange: object(BOOK, []),
  Book: object({ id: { type: 'integer' }, ...BOOK }, ['id', 'title', 'genre', 'pages']),
  NewLoan: object({ days: { type: 'integer', minimum: 1, maximum: 30 } }, ['days']),
  Loan: object({ id: { type: 'integer' }, days: { type: 'integer' } }, ['id', 'days']),
  Report: object({ loans: { type: 'integer' } }, ['loans']),
};

export const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: {
    '/members': {
      get: { parameters: [limit], responses: { 200: answer(list('Member'), total), ...refusals(400) } },
      post: { ...body('NewMember'), responses: { 201: answer(ref('Member')), ...refusals(400, 409, 415) } },
    },
    '/members/{id}': {
      parameters: [id],
      get: { responses: { 200: answer(ref('Member')), ...refusals(400, 404) } },
    },
    '/books': {
      get: { parameters: [limit], responses: { 200: answer(list('Book'), total), ...refusals(400) } },
      post: { ...body('NewBook'), responses: { 201: answer(ref('Book')), ...refusals(400, 415) } },
    },
    '/books/{id}': {
      parameters: [id],
      get: { responses: { 200: answer(ref('Book')), ...refusals(400, 404) } },
      patch: {
        ...body('BookChange'),
        responses: { 200: answer(ref('Book')), ...refusals(400, 404, 415) },
      },
      delete: { responses: { 204: { description: 'Deleted' }, ...refusals(400, 404) } },
    },
    '/loans': {
      post: { ...body('NewLoan'), responses: { 201: answer(ref('Loan')), ...refusals(400, 415) } },
    },
    '/loans/{id}': {
      parameters: [id],
      get: { responses: { 200: answer(ref('Loan')), ...refusals(400, 404) } },
    },
    '/report': { get: { security, responses: { 200: answer(ref('Report')), ...refusals(401) } } },
    '/health': { get: { responses: { 200: answer(ref('Report')) } } },
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas: SCHEMAS },
};
