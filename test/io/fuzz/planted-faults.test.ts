import express, { type Express, type Request, type Response } from 'express';
import { fuzz, type FuzzFinding, type FuzzOptions, type FuzzReport } from '../../../src/tools/testing.js';

// A shelf of books that checks its input by hand: it is as documented until a fault is planted.

const book = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', maxLength: 20 },
    subtitle: { type: 'string', maxLength: 20 },
    genre: { type: 'string', enum: ['novel', 'poem', 'essay'] },
    pages: { type: 'integer', minimum: 1, maximum: 5000 },
  },
};
const content = (schema: object): object => ({ 'application/json': { schema } });
const refusal = { description: 'Refused', content: content({ type: 'object', required: ['error'] }) };

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50 } },
          { in: 'query', name: 'genre', schema: { type: 'array', items: book.properties.genre } },
        ],
        responses: { 200: { description: 'Books', content: content({ type: 'array' }) }, 400: refusal },
      },
      post: {
        operationId: 'addBook',
        requestBody: { required: true, content: content(book) },
        responses: { 201: { description: 'Added', content: content(book) }, 400: refusal, 415: refusal },
      },
    },
  },
};

type Book = Readonly<Record<string, unknown>>;
/** What a planted fault does; undefined where it has nothing to say. */
type Fault = (given: Book, response: Response) => boolean;

const isText = (value: unknown): boolean => typeof value === 'string' && Array.from(value).length <= 20;
const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  subtitle: isText,
  genre: (value) => book.properties.genre.enum.includes(value as string),
  pages: (value) => isWhole(value, 1, 5000),
};

function isBook(given: unknown, checks = CHECKS, isTitled = true): given is Book {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  if (isTitled && !('title' in given)) return false;
  return Object.entries(given).every(([name, value]) => Object.hasOwn(checks, name) && checks[name]!(value));
}

interface Planted {
  readonly required?: boolean;
  readonly fault?: Fault;
  readonly listFault?: Fault;
  readonly checks?: typeof CHECKS;
}

function serviceWith({ fault, listFault, checks, required }: Planted): Express {
  const app = express();
  const refuse = (response: Response, status = 400): void =>
    void response.status(status).json({ error: 'no' });
  app.use(express.json({ strict: false }));
  app.get('/books', ({ query }, response) => {
    const { limit, genre } = query;
    const genres = [genre ?? []].flat();
    if (listFault?.({ ...query, genres }, response) === true) return;
    const isFine =
      (limit === undefined || (/^[1-9]\d*$/.test(limit as string) && isWhole(Number(limit), 1, 50))) &&
      genres.every((one) => CHECKS.genre!(one));
    if (isFine) response.json([]);
    else refuse(response);
  });
  app.post('/books', (request: Request, response) => {
    const given = request.body as unknown;
    if (!request.is('application/json')) refuse(response, 415);
    else if (!isBook(given, checks, required)) refuse(response);
    else if (fault?.(given, response) !== true) response.status(201).json(given);
  });
  app.use((_error: unknown, _request: Request, response: Response, _next: unknown) => refuse(response));
  return app;
}

const run = (planted: Planted, more = {}): Promise<FuzzReport> =>
  fuzz(serviceWith(planted), { docs: DOCUMENT, runs: 110, timeout: 1_000, ...more });

const fails =
  (isWrong: (given: Book) => unknown, status = 500): Fault =>
  (given, response) => {
    if (isWrong(given) !== true) return false;
    response.status(status).json({ error: 'planted' });
    return true;
  };
const bodyOf = ({ request }: FuzzFinding): unknown => JSON.parse(request.body ?? 'null');

test('finds nothing in a service that matches its document, and reaches every operation', async () => {
  const report = await run({});
  expect(report).toMatchObject({ ok: true, findings: [], ended: 'done', seed: 1 });
  expect(report.operations.map(({ operation, isReached }) => [operation, isReached])).toEqual([
    ['POST /books', true],
    ['GET /books', true],
  ]);
  // Both kinds were sent: what is invalid was refused.
  for (const { statuses } of report.operations)
    expect(Math.min(...Object.values(statuses))).toBeGreaterThan(2);
});

test('sends the same requests for the same seed, and others for another; concurrency finds the same', async () => {
  const sent = async (more: FuzzOptions): Promise<string[]> => {
    const all: string[] = [];
    const app = express().use((request, response) => {
      all.push(`${request.method} ${request.url}`);
      response.json([]);
    });
    await fuzz(app, { docs: DOCUMENT, runs: 60, operations: ['listBooks'], time: 30_000, ...more });
    return all;
  };
  const [first, again, other] = [await sent({}), await sent({}), await sent({ seed: 2 })];
  expect(first.length).toBeGreaterThan(60);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  const { findings } = await run({ fault: fails(({ genre }) => genre === 'poem') }, { concurrency: 4 });
  expect(findings).toMatchObject([{ code: 'server-error', pointer: '#/genre', isConfirmed: true }]);
});

type Row = [name: string, planted: Planted, finding: Partial<FuzzFinding>, sent: unknown, also?: string[]];

test.each<Row>([
  [
    'a crash on an empty string',
    { fault: fails(({ title }) => title === '') },
    { code: 'server-error', isValid: true, status: 500, pointer: '#/title' },
    { title: '' },
  ],
  [
    'a crash on characters beyond ASCII, in an optional property',
    { fault: fails(({ subtitle = '' }) => /[^ -~]/.test(String(subtitle))) },
    { code: 'server-error', isValid: true, pointer: '#/subtitle' },
    { title: 'a', subtitle: expect.stringMatching(/^.$/su) },
  ],
  [
    'a value that is too long, accepted',
    { checks: { ...CHECKS, subtitle: (value) => typeof value === 'string' } },
    { code: 'invalid-accepted', isValid: false, status: 201, rule: 'maxLength', pointer: '#/subtitle' },
    { title: 'a', subtitle: 'a'.repeat(21) },
  ],
  [
    'a documented member of an enum, refused',
    { fault: fails(({ genre }) => genre === 'poem', 400) },
    { code: 'valid-refused', isValid: true, status: 400, pointer: '#/genre' },
    { title: 'a', genre: 'poem' },
  ],
  [
    'the edge of a range, refused with a status that is not documented',
    { fault: fails(({ pages }) => pages === 5000, 422) },
    { code: 'valid-refused', status: 422, pointer: '#/pages' },
    { title: 'a', pages: 5000 },
    ['answer-undocumented'],
  ],
  [
    'an undocumented status',
    { fault: fails(({ pages }) => Number(pages) > 100, 206) },
    { code: 'answer-undocumented', status: 206, rule: 'responses' },
    { title: 'a', pages: 101 },
  ],
  [
    'a member that nobody knows, accepted',
    { checks: { ...CHECKS, unexpected: () => true } },
    { code: 'invalid-accepted', rule: 'additionalProperties', pointer: '#/unexpected' },
    { title: 'a', unexpected: 0 },
  ],
  [
    'null, accepted',
    { checks: { ...CHECKS, pages: (value) => value === null || CHECKS.pages!(value) } },
    { code: 'invalid-accepted', rule: 'type', pointer: '#/pages' },
    { title: 'a', pages: null },
  ],
  [
    'a missing property, accepted',
    { fault: () => false, required: false },
    { code: 'invalid-accepted', rule: 'required', pointer: '#/title' },
    {},
  ],
  [
    'a hang',
    { fault: ({ genre }) => genre === 'essay' },
    { code: 'timeout', isValid: true, status: undefined, pointer: '#/genre' },
    { title: 'a', genre: 'essay' },
  ],
  [
    'a broken connection',
    { fault: ({ pages }, response) => pages === 1 && response.socket?.destroy() !== undefined },
    { code: 'connection-broken', isValid: true, status: undefined, pointer: '#/pages' },
    { title: 'a', pages: 1 },
  ],
])('finds and shrinks %s', async (_, planted, expected, sent, also = []) => {
  const { findings } = await run(planted, { operations: ['addBook'] });
  expect(findings.map(({ code }) => code)).toEqual([expected.code, ...also]);
  const [finding] = findings;
  expect(finding).toMatchObject({ ...expected, operation: 'POST /books', isConfirmed: true });
  expect(bodyOf(finding!)).toEqual(sent);
});

test.each<[string, Fault, Partial<FuzzFinding>, RegExp]>([
  [
    'a crash on a number',
    fails(({ limit }) => limit === '50'),
    { code: 'server-error', isValid: true },
    /^\/books\?limit=50$/,
  ],
  [
    'a crash on what is no number',
    fails(({ limit = '' }) => limit !== '' && Number.isNaN(Number(limit))),
    { code: 'server-error', isValid: false, rule: 'type' },
    /^\/books\?limit=[a-z]+$/,
  ],
  [
    'several values where one of them is refused',
    fails(({ genres }) => (genres as string[]).length > 1, 400),
    { code: 'valid-refused' },
    /^\/books\?genre=novel&genre=\w+$/,
  ],
])('finds a fault of a query: %s', async (_, listFault, expected, target) => {
  const { findings } = await run({ listFault }, { operations: ['listBooks'] });
  expect(findings).toMatchObject([{ ...expected, operation: 'GET /books' }]);
  expect(findings[0]!.request.url.replace(/^http:\/\/[^/]+/, '')).toMatch(target);
});
