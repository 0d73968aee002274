import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { fuzz } from '../../../src/tools/testing.js';

// One operation that fails for a reason beside the value that a request varies.

const properties = {
  a: { type: 'string', minLength: 1, maxLength: 20 },
  b: { type: 'integer', minimum: 0, maximum: 1000 },
  c: { type: 'string', maxLength: 10 },
  d: { type: 'boolean' },
};
const schema = { type: 'object', additionalProperties: false, required: ['a', 'b'], properties };
const requestBody = { required: true, content: { 'application/json': { schema } } };
const responses = Object.fromEntries([201, 400, 409, 415].map((one) => [one, { description: 'Answer' }]));
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Causes', version: '1' },
  paths: { '/x': { post: { requestBody, responses } } },
};

interface Given {
  readonly a: string;
  readonly b: number;
  readonly c?: string;
  readonly d?: boolean;
}
type StatusOf = (given: Given, stored: readonly Given[], count: number) => number;

const isText = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && [...value].length >= least && [...value].length <= most;
const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  a: (value) => isText(value, 1, 20),
  b: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1000,
  c: (value) => isText(value, 0, 10),
  d: (value) => typeof value === 'boolean',
};

function isGiven(body: unknown): body is Given {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const isChecked = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(CHECKS, name) && CHECKS[name]!(value);
  return 'a' in body && 'b' in body && Object.entries(body).every(isChecked);
}

function service(statusOf: StatusOf): Express {
  const stored: Given[] = [];
  let count = 0;
  const app = express().use(express.json({ strict: false }));
  app.post('/x', (request: Request, response) => {
    const body = request.body as unknown;
    if (!request.is('application/json')) return void response.status(415).end();
    if (!isGiven(body)) return void response.status(400).end();
    const status = statusOf(body, stored, (count += 1));
    if (status < 300) stored.push(body);
    response.status(status).end();
  });
  app.all('/x', (_request, response) => void response.set('Allow', 'POST').status(405).end());
  app.use((error: { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
    response.status(error.status ?? 500).end();
  });
  return app;
}

const isEmoji = (text: string): boolean => /\p{Emoji_Presentation}/u.test(text);
const has = (stored: readonly Given[], { a }: Given): boolean => stored.some((one) => one.a === a);
const repeated = 'A request with a value of an earlier one is answered with 500.';
const failed = 'A request that the document accepts is answered with 500.';

test.each<[string, StatusOf, (readonly [pointer: string, message: string])[]]>([
  ['two values together are repeated, 409', (g, all) => (has(all, g) && g.b === 0 ? 409 : 201), []],
  ['a value is repeated, 400', (given, all) => (has(all, given) ? 400 : 201), []],
  [
    'a value is repeated, with an undocumented status',
    (given, all) => (has(all, given) ? 422 : 201),
    [['#', 'The status 422 is not documented; documented are 201, 400, 409, 415.']],
  ],
  [
    'two values together are repeated',
    (given, all) => (all.some(({ a, b }) => a === given.a && b === given.b) ? 500 : 201),
    [['#/a', repeated]],
  ],
  [
    'each of two values is repeated',
    (given, all) => (has(all, given) || all.some(({ c }) => c !== undefined && c === given.c) ? 500 : 201),
    [
      ['#/a', repeated],
      ['#/c', repeated],
    ],
  ],
  [
    'a value is repeated, or has an emoji',
    (given, all) => (isEmoji(given.a) || has(all, given) ? 500 : 201),
    [
      ['#/a', failed],
      ['#/a', repeated],
    ],
  ],
  [
    'an emoji behind a repeated value, 409',
    (given, all) => (isEmoji(given.a) ? 500 : has(all, given) ? 409 : 201),
    [['#/a', failed]],
  ],
  [
    'two values of the smallest request fail, each alone',
    ({ a, b }) => (a === 'a' || b === 0 ? 500 : 201),
    [
      ['#/a', failed],
      ['#/b', failed],
    ],
  ],
  ['a value of the fullest request fails', ({ d }) => (d === true ? 500 : 201), [['#/d', failed]]],
  ['every request fails', () => 500, [['#', failed]]],
  ['a request fails once', (_given, _all, count) => (count === 5 ? 500 : 201), []],
])('%s', async (_, statusOf, expected) => {
  const { findings } = await fuzz(service(statusOf), { docs: DOCUMENT, runs: 150, time: 60_000 });
  const confirmed = findings.filter(({ isConfirmed }) => isConfirmed);
  expect(confirmed.map(({ pointer, message }) => [pointer, message]).sort()).toEqual(expected);
  expect(findings.length - confirmed.length).toBeLessThanOrEqual(1);
});

test('names the place and the rule of the problem details that refuse a valid request', async () => {
  const app = express();
  const errors = [{ in: 'body', pointer: '#/a', rule: 'isIsbn', detail: 'a must be an ISBN' }];
  app.post('/x', (_request, response) => void response.status(400).json({ errors }));
  const { findings } = await fuzz(app, { docs: DOCUMENT, runs: 5 });
  expect(findings.find(({ code }) => code === 'valid-refused')?.message).toBe(
    'A request that the document accepts is refused with 400, because of body #/a (isIsbn).',
  );
});
