import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { FRAMEWORKS } from '../../support/page/frameworks.js';
import { send, type HttpAnswer, type HttpRequest } from '../../support/network/http.js';
import type { Listening } from '../../support/network/listen.js';
import { MATRIX, type MatrixRow } from './matrix.js';

/** Headers that the docs decide; the rest belongs to the framework. */
const OURS = [
  'allow',
  'location',
  'etag',
  'vary',
  'cache-control',
  'content-type',
  'content-length',
  'content-encoding',
  'content-security-policy',
  'referrer-policy',
  'x-content-type-options',
  'www-authenticate',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-expose-headers',
  'access-control-max-age',
];

const DECODE: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

const describeRow = ({ request: { method = 'GET', path, headers = {} }, status }: MatrixRow): string =>
  `${method} ${path} ${Object.keys(headers).join(' ')} -> ${status}`;

/** The answers of the first framework, which the others must repeat. */
const reference = new Map<string, unknown>();

function same(name: string, answer: HttpAnswer): void {
  const { status, headers, body } = answer;
  const ours = Object.fromEntries(OURS.map((header) => [header, headers[header]]));
  const view = { status, ours, body: body.toString('latin1') };
  if (!reference.has(name)) reference.set(name, view);
  expect(view).toEqual(reference.get(name));
}

describe.each(Object.entries(FRAMEWORKS))('the HTTP matrix in %s', (_, start) => {
  let server: Listening;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  const ask = (request: HttpRequest): Promise<HttpAnswer> => send(server.origin, request);

  test.each(MATRIX.map((row) => [describeRow(row), row] as const))('%s', async (name, row) => {
    const answer = await ask(row.request);
    expect(answer.status).toBe(row.status);
    for (const [header, expected] of Object.entries(row.headers ?? {})) {
      if (expected === null) expect(answer.headers).not.toHaveProperty(header);
      else expect(String(answer.headers[header])).toMatch(expected);
    }
    if (typeof row.body === 'string') expect(answer.body.toString()).toBe(row.body);
    if (row.body instanceof RegExp) expect(answer.body.toString()).toMatch(row.body);
    same(name, answer);
  });

  test.each(['/open/', '/open/openapi.json', '/open/openapi.yaml'])(
    'conditional and HEAD requests of %s',
    async (path) => {
      const full = await ask({ path });
      const etag = String(full.headers.etag);
      const tags = [etag, etag.slice(2), `"other", ${etag}`, '*'];
      for (const tag of tags) {
        const fresh = await ask({ path, headers: { 'if-none-match': tag } });
        expect([fresh.status, fresh.headers.etag, fresh.body.length]).toEqual([304, etag, 0]);
        expect(fresh.headers['cache-control']).toBe(full.headers['cache-control']);
        same(`304 ${path} ${tag}`, fresh);
      }
      expect((await ask({ path, headers: { 'if-none-match': '"other"' } })).status).toBe(200);
      const head = await ask({ method: 'HEAD', path });
      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect(head.headers['content-length']).toBe(String(full.body.length));
      same(`HEAD ${path}`, head);
    },
  );

  test.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['*', 'br'],
    ['deflate', undefined],
    ['identity', undefined],
    ['br;q=0, *;q=0', undefined],
  ])('Accept-Encoding: %s, once made, is answered in %s', async (header, expected) => {
    const path = '/open/openapi.json';
    const plain = await ask({ path });
    const request = { path, headers: { 'accept-encoding': header } };
    let answer = await ask(request);
    // The first reader does not wait for the compressor.
    for (let i = 0; i < 200 && answer.headers['content-encoding'] !== expected; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      answer = await ask(request);
    }
    expect(answer.headers['content-encoding']).toBe(expected);
    expect(answer.headers.etag).toBe(plain.headers.etag);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    const decoded = DECODE[expected ?? '']?.(answer.body) ?? answer.body;
    expect(decoded.equals(plain.body)).toBe(true);
    same(`encoding ${header}`, answer);
  });

  test('the local viewer is immutable, the page finds it, and no other file is served beside it', async () => {
    const page = (await ask({ path: '/local/' })).body.toString();
    const path = /\.(\/viewer\/[0-9a-f]{16}\/standalone\.js)/.exec(page)?.[1] ?? '';
    const viewer = await ask({ path: `/local${path}` });
    expect(viewer.status).toBe(200);
    expect(viewer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(viewer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(viewer.body.toString()).toContain('createApiReference');
    expect((await ask({ path: `/local-protected${path}` })).status).toBe(401);
    same('viewer', viewer);
  });

  test('the application serves paths that do not belong to the docs', async () => {
    for (const path of ['/openly', '/open.json', '/', '/opening/']) {
      expect((await ask({ path })).headers).not.toHaveProperty('referrer-policy');
    }
  });
});
