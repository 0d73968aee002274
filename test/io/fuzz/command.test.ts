import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callCommand, type Called } from '../../support/programs/call-command.js';
import { listening, type Listening } from '../../support/network/listen.js';

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Greetings', version: '1' },
  paths: {
    '/greet': {
      get: {
        operationId: 'greet',
        parameters: [{ in: 'query', name: 'name', required: true, schema: { type: 'string', maxLength: 9 } }],
        responses: { 200: { description: 'Hello' }, 400: { description: 'Too long' } },
      },
    },
    '/secrets/{id}': {
      get: {
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'One' }, 404: { description: 'None' } },
      },
      delete: {
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
        responses: { 204: { description: 'Gone' }, 404: { description: 'None' } },
      },
    },
  },
});

/** Greets whom it is told the name of, and crashes on one. */
const SERVICE = `
const DOCUMENT = ${JSON.stringify(DOCUMENT)};
const seen = [];
function app(request, response) {
  const url = new URL(request.url, 'http://localhost');
  seen.push([request.method, url.pathname, request.headers.authorization]);
  const name = url.searchParams.get('name');
  const status = url.pathname === '/openapi.json' ? 200
    : url.pathname !== '/greet' ? 404
    : request.method !== 'GET' ? 405
    : name === null || [...name].length > 9 ? 400
    : name === '' ? 500 : 200;
  response.writeHead(status, { 'content-type': 'application/json', allow: 'GET' });
  response.end(url.pathname === '/openapi.json' ? DOCUMENT : undefined);
}
module.exports = { app, seen, createApp: async () => app, broken: () => { throw new Error('No database.'); } };
`;

/** What the guide shows of it. */
const [, SHOWN = ''] =
  /^```\n(error [^]*?)```$/m.exec(readFileSync(path.join(__dirname, '../../../docs/fuzz.md'), 'utf8')) ?? [];

let folder: string;
let running: Listening;
let seen: string[][];
const call = (...args: string[]): Promise<Called> =>
  callCommand(folder, ['fuzz', ...args, '--runs', '25'], new AbortController().signal);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fuzz-'));
  writeFileSync(path.join(folder, 'service.cjs'), SERVICE);
  writeFileSync(path.join(folder, 'spec.json'), DOCUMENT);
  // eslint-disable-next-line typescript/no-require-imports
  const service = require(path.join(folder, 'service.cjs')) as { app: never; seen: string[][] };
  seen = service.seen;
  const server = createServer(service.app);
  // A slow machine may need longer than the usual 5 seconds before it uses a connection again.
  server.keepAliveTimeout = 60_000;
  running = await listening(server.listen(0, '127.0.0.1'));
});
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});

test('prints a finding with its request and exits with 1; sends credentials, but does not print them', async () => {
  seen.length = 0;
  const { code, printed, noted } = await call(running.origin, '--header', 'Authorization: Bearer t0p-secret');
  const at = (origin: string, text: string): string => text.replaceAll(origin, '');
  expect(at(running.origin, printed)).toBe(at('http://localhost:3000', SHOWN));
  expect(noted).toMatch(/^\d+ requests to 3 operations, seed 1: 1 error, 2 warnings\.\n$/);
  expect(code).toBe(1);
  expect(new Set(seen.map(([, , authorization]) => authorization))).toEqual(new Set(['Bearer t0p-secret']));
});

test('selects the service by the URL of the document', async () => {
  const { code, printed } = await call(`${running.origin}/openapi.json`);
  expect(printed).toBe((await call(running.origin)).printed);
  expect(code).toBe(1);
});

test('accepts a URL for --spec, and sends the credentials to a protected document', async () => {
  const spec = `${running.origin}/openapi.json`;
  const told = ['--header', 'Authorization: Bearer t0p-secret', '--operation', 'greet'];
  for (const [target, authorization] of [
    ['service.cjs', undefined],
    [running.origin, 'Bearer t0p-secret'],
  ] as const) {
    seen.length = 0;
    expect((await call(target, '--spec', spec, ...told)).code).toBe(1);
    expect(seen[0]).toEqual(['GET', '/openapi.json', authorization]);
  }
  const missing = await call('service.cjs', '--spec', `${running.origin}/none.json`);
  expect(missing).toMatchObject({
    code: 3,
    noted: `${running.origin}/none.json could not be read: the response has status 404.\n`,
  });
});

test('accepts a module, and prints the same on each run', async () => {
  const runs = [
    await call('service.cjs'),
    await call('service.cjs', '--export', 'createApp', '--spec', 'spec.json'),
  ];
  const texts = runs.map(({ printed }) => printed.replaceAll(/:\d{4,5}\//g, '/'));
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).toContain("curl --path-as-is --globoff 'http://127.0.0.1/greet?name='\n");
});

test.each<[string[], Partial<Called>, unknown]>([
  [
    ['--format', 'github'],
    { code: 1 },
    /^::error title=server-error::GET \/greet \(500\): query parameter name%0A/,
  ],
  [['--format', 'sarif'], { code: 1 }, /"ruleId": "server-error"/],
  [['--format', 'json', '--operation', 'greet'], { code: 1 }, /^\[\n {2}\{\n {4}"severity": "error"/],
  [['--method', 'delete', '--operation', '/secrets/{id}'], { code: 0 }, /^warning not-reached/],
  [['--time', '0.001'], { code: 0 }, /^warning not-reached\n {2}Nothing was sent: the time was over\.\n/],
])('fuzz <url> %j', async (args, expected, printed) => {
  const called = await call(running.origin, ...args);
  expect(called).toMatchObject(expected);
  expect(called.printed).toEqual(printed instanceof RegExp ? expect.stringMatching(printed) : printed);
});

test.each<[string[], number, RegExp]>([
  [
    ['http://example.com/'],
    3,
    /^example\.com is not this machine.*--allow-host example\.com of the command\.\n$/,
  ],
  [['http://', '--spec', 'http://localhost/openapi.json'], 3, /could not be read|is not a URL/],
  [['ftp://localhost/'], 3, /^ftp:\/\/ is not supported/],
  [['http://127.0.0.1:1'], 3, /^No service listens at http:\/\/127\.0\.0\.1:1\. Start it first\.\n$/],
  [['service.cjs', '--export', 'nothing'], 3, /^service\.cjs has no export nothing\. It exports app, seen/],
  [['service.cjs', '--export', 'broken'], 3, /^broken of service\.cjs threw: No database\.\n$/],
  [['service.cjs', '--export', 'seen'], 3, /^an array is not an application|^\[.* is not an application/],
  [['service.cjs', '--operation', 'nope'], 3, /^The document has no operation "nope"/],
  [['service.cjs', '--seed', 'x'], 2, /^--seed must be a number of at least 0, not "x"\.\n$/],
  [['service.cjs', '--header', 'sEcReT'], 2, /^--header 1 is not "name: value"\.\n$/],
  [['service.cjs', '--spec', 'none.json'], 3, /^none\.json could not be read/],
])('rejects invalid arguments: fuzz %j', async (args, code, noted) => {
  const called = await call(...args);
  expect(called).toMatchObject({ code, printed: '' });
  expect(called.noted).toMatch(noted);
  expect(called.noted).not.toMatch(/^\s+at /m);
});
