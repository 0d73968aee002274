import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fuzz, type FuzzOptions } from '../../../src/tools/testing.js';
import { callCommand } from '../../support/programs/call-command.js';
import { listen } from '../../support/network/listen.js';

// What may be sent, and to whom.

const responses = { 200: { description: 'Yes' }, 400: { description: 'No' } };
const cookie = (name: string): object => ({
  ...{ in: 'cookie', name, required: true },
  schema: { type: 'string', pattern: '^[a-z]{1,5}$' },
});
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Bounds', version: '1' },
  paths: {
    '/things': { get: { parameters: [cookie('tenant')], responses } },
    '/sessions': { get: { parameters: [cookie('session')], responses } },
  },
};
const PLAIN = { ...DOCUMENT, paths: { '/things': { get: { responses } } } };

/** What a server was asked for, and with which key. */
function asked(answer: (url: string, response: ServerResponse) => void): {
  readonly seen: (readonly [url: string, key: unknown])[];
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
} {
  const seen: (readonly [string, unknown])[] = [];
  return {
    seen,
    listener: ({ url = '', headers }, response) => {
      seen.push([url, headers['x-api-key']]);
      answer(url, response);
    },
  };
}

test('does not send the headers of every request to the target of a redirect', async () => {
  const elsewhere = asked((_, response) => response.end(JSON.stringify(PLAIN)));
  const other = await listen(elsewhere.listener);
  const service = asked((url, response) =>
    response.writeHead(302, { location: `${other.origin}${url}` }).end(),
  );
  const own = await listen(service.listener);
  await expect(fuzz(own.origin, { headers: { 'X-API-Key': 'secret' } })).rejects.toThrow(
    /has no document at/,
  );
  expect(service.seen.length).toBeGreaterThan(1);
  expect(elsewhere.seen).toEqual([]);
  await Promise.all([own.close(), other.close()]);
});

test('does not send the headers to a document of another origin', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bounds-'));
  const give = (_: string, response: ServerResponse): unknown => response.end(JSON.stringify(PLAIN));
  const [elsewhere, service] = [asked(give), asked(give)];
  const [other, own] = [await listen(elsewhere.listener), await listen(service.listener)];
  const args = ['fuzz', own.origin, '--header', 'X-API-Key: secret', '--runs', '1', '--spec'];
  for (const { origin } of [other, own])
    await callCommand(folder, [...args, `${origin}/spec.json`], new AbortController().signal);
  expect(elsewhere.seen).toEqual([['/spec.json', undefined]]);
  expect(service.seen).toContainEqual(['/spec.json', 'secret']);
  await Promise.all([own.close(), other.close()]);
  rmSync(folder, { recursive: true });
});

test('a given Cookie header is sent beside generated cookies, and replaces those with its names', async () => {
  const names = { '/things': 'tenant', '/sessions': 'session' } as Readonly<Record<string, string>>;
  const app = ({ url = '', method, headers }: IncomingMessage, response: ServerResponse): void => {
    if (method !== 'GET') {
      response.writeHead(405, { allow: 'GET' }).end();
      return;
    }
    const cookies = new URLSearchParams((headers.cookie ?? '').replaceAll('; ', '&'));
    const isSound = /^[a-z]{1,5}$/.test(cookies.get(names[url] ?? '') ?? '');
    response.writeHead(isSound && cookies.get('session') === 'ada' ? 200 : 400).end();
  };
  const { findings, operations } = await fuzz(app, {
    docs: DOCUMENT,
    runs: 30,
    headers: { cookie: 'session=ada' },
  });
  expect(findings.map(({ message, curl }) => `${message} ${curl}`)).toEqual([]);
  expect(operations.map(({ isReached }) => isReached)).toEqual([true, true]);
});

test('accepts that a router matches no path with an invalid parameter', async () => {
  const name = { in: 'path', name: 'name', required: true, schema: { type: 'string', maxLength: 40 } };
  const app = ({ url = '', method }: IncomingMessage, response: ServerResponse): void => {
    const [, text = ''] = /^\/things\/([^/?]+)$/.exec(url) ?? [];
    const length = /%(?![0-9a-f]{2})/i.test(text) ? 0 : decodeURIComponent(text).length;
    if (text === '' || length > 100) response.writeHead(404).end();
    else if (method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
    else response.writeHead(length > 0 && length <= 40 ? 200 : 400).end();
  };
  const docs = { ...DOCUMENT, paths: { '/things/{name}': { get: { parameters: [name], responses } } } };
  const { findings } = await fuzz(app, { docs, runs: 60 });
  expect(findings.map(({ message, curl }) => `${message} ${curl}`)).toEqual([]);
});

test('cancels an endless response', async () => {
  let [cancelled, opened] = [0, 0];
  const endless = ({ method }: Request): Response => {
    if (method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } });
    opened += 1;
    return new Response(
      new ReadableStream({
        pull: (controller) => {
          controller.enqueue(Buffer.from('data: 1\n\n'));
          return new Promise((resolve) => setTimeout(resolve, 5));
        },
        cancel: () => {
          cancelled += 1;
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    );
  };
  const app = { fetch: endless };
  await fuzz(app, { docs: PLAIN, runs: 1, timeout: 50 });
  // The last one by a connection that was closed at the end.
  while (cancelled < opened) await new Promise((resolve) => setTimeout(resolve, 5));
  expect([cancelled, opened > 0]).toEqual([opened, true]);
});

test('sends HTTPS to a server of node:https, and rejects one that listens on a file path', async () => {
  const { findings } = await fuzz(createSecureServer(), { docs: PLAIN, runs: 1 });
  expect(findings).toMatchObject([
    { code: 'connection-broken', request: { url: expect.stringMatching(/^https:/) as string } },
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), 'bounds-'));
  const server = createServer().listen(path.join(folder, 'socket'));
  await once(server, 'listening');
  await expect(fuzz(server, { docs: PLAIN })).rejects.toThrow(
    /^The server listens at ".*socket", not at a network port/,
  );
  server.close();
  rmSync(folder, { recursive: true });
});

test('creates none of a million requests before it is sent', async () => {
  const app = (_: IncomingMessage, response: ServerResponse): unknown => response.writeHead(400).end();
  const report = await fuzz(app, { docs: DOCUMENT, runs: 1_000_000, time: 1000 });
  expect(report).toMatchObject({ ended: 'time', requests: expect.any(Number) as number });
});

test.each<[string, FuzzOptions, RegExp]>([
  [
    'a header',
    { headers: { 'X-Key': 'a\nsEcReT' } },
    /^headers: X-Key has an invalid value\. Remove line breaks and other characters that HTTP forbids\.$/,
  ],
  ['a name', { headers: { 'X Key': 'sEcReT' } }, /^headers: "X Key" is not a valid header name\.$/],
  [
    'a status',
    { inconclusive: [Number.NaN] },
    /^inconclusive: NaN is not an error status\. Use numbers from 400 to 599\.$/,
  ],
  ['a path', { basePath: 'v1' }, /^basePath: "v1" has no slash at its start\. Write "\/v1"\.$/],
  [
    'a method',
    { methods: ['POST'] },
    /^No operation is selected: the document has the methods GET, and the methods to send are POST\. Set/,
  ],
])('rejects invalid options: %s', async (_, options, message) => {
  const app = createServer();
  await expect(fuzz(app, { docs: PLAIN, ...options })).rejects.toThrow(
    expect.objectContaining({ name: 'ConfigError', message: expect.stringMatching(message) as string }),
  );
});

test('operations take turns, so a short run reaches each of them', async () => {
  const limit = { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 9 } };
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const paths = Object.fromEntries(
    names.map((name) => [`/${name}`, { get: { parameters: [limit], responses } }]),
  );
  const server = createServer((_, response) => void setTimeout(() => response.writeHead(400).end(), 5));
  const { operations, ended } = await fuzz(server, { docs: { ...PLAIN, paths }, time: 9_000, runs: 5_000 });
  expect(ended).toBe('time');
  expect(operations.map(({ requests }) => requests > 0)).toEqual(names.map(() => true));
}, 40_000);

type Progress = Parameters<NonNullable<FuzzOptions['onProgress']>>[0];

test('sends only safe methods to another host, which allowHosts names, and reports its progress', async () => {
  const methods = new Set<string | undefined>();
  const server = await listen(({ method }, response) => {
    methods.add(method);
    response.end();
  });
  const empty = { responses: { 200: { description: 'Yes' } } };
  const docs = {
    ...PLAIN,
    paths: { '/things': { get: empty, post: empty, delete: empty }, '/more': { get: empty } },
  };
  const url = server.origin.replace('127.0.0.1', '0.0.0.0');
  const progress: Progress[] = [];
  const options = { docs, runs: 3, onProgress: (one: Progress) => progress.push(one) };
  await expect(fuzz(url, options)).rejects.toThrow(
    /0\.0\.0\.0 is not this machine.* allowHosts: \["0\.0\.0\.0"\]/,
  );
  expect([methods.size, progress.length]).toEqual([0, 0]);
  const { requests } = await fuzz(url, { ...options, allowHosts: ['0.0.0.0'] });
  await server.close();
  expect(methods).toContain('GET');
  for (const method of ['POST', 'DELETE']) expect(methods).not.toContain(method);
  expect(progress[0]).toEqual({ operation: 'GET /things', index: 1, total: 2, requests: 0, findings: 0 });
  expect(progress.map(({ operation }) => operation)).toContain('GET /more');
  const last = progress.at(-1)!;
  expect(last.requests).toBeGreaterThan(0);
  expect(last.requests).toBeLessThanOrEqual(requests);
});
