import { Writable } from 'node:stream';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions } from 'fastify';
import type { DocsRequest } from '../../../src/documents/openapi/config/page-options.js';
import { fastifyDocs, fastifyOperations } from '../../../src/adapters/fastify.js';
import { Docs, operation, response } from '../../../src/index.js';
import { docsFixture, type FixtureOptions } from '../../support/page/docs-fixture.js';
import type { DocsServer } from '../../../src/page/docs-server.js';
import { send, type HttpAnswer, type HttpRequest } from '../../support/network/http.js';
import { listening } from '../../support/network/listen.js';
import { KEY } from '../../support/page/docs-variants.js';

/** The docs in a Fastify that logs everything, and what it logged. */
async function start(
  options: FixtureOptions,
  prefix?: string,
): Promise<{ app: FastifyInstance; log: string[] }> {
  const log: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log.push(String(chunk));
      done();
    },
  });
  const app = Fastify({ logger: { level: 'trace', stream } });
  const docs = docsFixture(options);
  await app.register(fastifyDocs, { docs, ...(prefix !== undefined && { prefix }) });
  app.get('/users', () => 'users');
  return { app, log };
}

const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function ask(app: FastifyInstance, path: string, more: Partial<HttpRequest> = {}): Promise<HttpAnswer> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  if (!open.includes(app)) open.push(app);
  return send((await listening(app.server)).origin, { path, ...more });
}

describe('fastifyDocs', () => {
  test('logs the request without the key', async () => {
    const docsAuth = { enabled: true, apiKey: KEY };
    const { app, log } = await start({ docsAuth }, '/docs');
    const key = encodeURIComponent(KEY);
    for (const url of [`/docs?key=${key}`, `/docs/?key=${key}`, '/docs/?key=guessed-secret'])
      await ask(app, url);
    expect(log.join('')).toContain('"url":"/docs/"');
    expect(log.join('')).not.toMatch(/key=|guessed-secret/);
    expect(log.join('')).not.toContain(key);
  });

  test('passes an error of the hook to the application, without the key', async () => {
    const authorize = (): boolean => {
      throw new Error('sessions are down');
    };
    const { app, log } = await start({ authorize }, '/docs');
    const answer = await ask(app, '/docs/?key=some-secret');
    expect(answer.status).toBe(500);
    expect(log.join('')).toContain('sessions are down');
    expect(log.join('')).not.toContain('some-secret');
  });

  test.each(['/', undefined])("without a prefix (%j), serves only the docs' own paths", async (prefix) => {
    const views = (): [{ name: string; server: DocsServer }] => [{ name: 'part', ...docsFixture() }];
    const { app } = await start({ ui: { viewerSource: 'local' }, views }, prefix);
    const status = async (url: string): Promise<number> => (await ask(app, url)).status;
    expect(await status('/')).toBe(200);
    expect(await status('/openapi.json')).toBe(200);
    expect((await ask(app, '/users')).body.toString()).toBe('users');
    expect(await status('/nothing')).toBe(404);
    for (const path of ['/part', '/part/', '/part/openapi.json']) expect(await status(path)).toBe(200);
  });

  test('serves the docs below two nested prefixes', async () => {
    const app = Fastify();
    const docs = docsFixture();
    await app.register(
      async (inner) => {
        await inner.register(fastifyDocs, { docs, prefix: '/docs' });
      },
      { prefix: '/v1' },
    );
    expect((await ask(app, '/v1/docs')).status).toBe(200);
    expect((await ask(app, '/v1/docs/openapi.json')).status).toBe(200);
  });
});

/** The application's own authentication, in each place where one is written. */
const HOOKS = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const;

test.each(HOOKS)('%s of the application refuses first, whatever the content type is', async (name) => {
  const app = Fastify();
  const docs = new Docs({ info: { title: 'Operations', version: '1' } });
  let calls = 0;
  const refuse = async (_request: unknown, reply: FastifyReply): Promise<unknown> =>
    reply.code(418).send('staff only');
  app.addHook(name as 'onRequest', refuse);
  const reset = operation(
    { method: 'POST', path: '/reset', responses: { 204: response('Done') } },
    () => void (calls += 1),
  );
  await app.register(fastifyOperations, { docs, operations: [reset] });
  for (const type of ['json', '', 'application/json, text/plain', 'text/plain']) {
    const { status } = await ask(app, '/reset', {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{}',
    });
    expect([status, calls]).toEqual([418, 0]);
  }
});

describe('serves the docs as ordinary routes', () => {
  test.each(HOOKS)("runs the application's %s first, and keeps its response", async (name) => {
    const app = Fastify();
    const seen: string[] = [];
    const refuse = async (
      request: { url: string },
      reply: { code(status: number): { send(text: string): unknown } },
    ) => {
      seen.push(request.url);
      await reply.code(418).send('staff only');
    };
    app.addHook(name as 'onRequest', refuse as never);
    await app.register(fastifyDocs, { docs: docsFixture(), prefix: '/docs' });
    for (const path of ['/docs', '/docs/', '/docs/openapi.json', '/docs/nothing']) {
      const { status, body } = await ask(app, path);
      expect([status, body.toString()]).toEqual([418, 'staff only']);
    }
    expect(seen).toHaveLength(4);
  });

  test.each(HOOKS)('waits for an asynchronous %s', async (name) => {
    const app = Fastify();
    app.addHook(name as 'onRequest', async () => {
      await new Promise((resolve) => setImmediate(resolve));
    });
    await app.register(fastifyDocs, { docs: docsFixture(), prefix: '/docs' });
    expect((await ask(app, '/docs/')).status).toBe(200);
  });

  test('a hook that responds while authorize runs gets no second response', async () => {
    let reply: { send(text: string): unknown } | undefined;
    const authorize = async (): Promise<boolean> => {
      await reply?.send('timed out');
      return true;
    };
    const { app, log } = await start({ authorize }, '/docs');
    app.addHook('preHandler', (_request, given, done) => {
      reply = given;
      done();
    });
    expect((await ask(app, '/docs/')).body.toString()).toBe('timed out');
    expect(log.join('')).not.toMatch(/already sent|"level":[56]0/i);
  });

  test('ignores bodies: an invalid or large body does not reject the request', async () => {
    const app = Fastify({ bodyLimit: 10 });
    await app.register(fastifyDocs, { docs: docsFixture(), prefix: '/docs' });
    app.post('/echo', ({ body }) => body);
    const headers = { 'content-type': 'application/json' };
    const post = (path: string, body: string) => ask(app, path, { method: 'POST', headers, body });
    expect((await post('/docs/', '{not json, and long')).status).toBe(405);
    expect((await post('/echo', '{"a":1}')).body.toString()).toBe('{"a":1}');
    expect((await post('/echo', '{"a":1234567}')).status).toBe(413);
  });
});

describe('serves the docs however Fastify finds the route', () => {
  const VIEWS = ['', '/', '/openapi.json', '/openapi.yaml'];

  test.each<[string, FastifyServerOptions, string, string]>([
    [
      'rewriteUrl',
      { rewriteUrl: ({ url = '' }) => url.replace(/^\/external/, '/docs') },
      '/docs',
      '/external',
    ],
    ['case-insensitive routing', { routerOptions: { caseSensitive: false } }, '/Docs', '/dOCS'],
    ['duplicate slashes', { routerOptions: { ignoreDuplicateSlashes: true } }, '/a/docs', '//a///docs'],
    ['trailing slashes', { routerOptions: { ignoreTrailingSlash: true } }, '/docs', '/docs'],
    ['a parametric prefix', {}, '/:tenant/docs', '/acme/docs'],
    ['a parametric prefix, encoded', {}, '/:tenant/docs', '/a%20c%2Fme/docs'],
    ['a prefix with an expression', {}, '/v:major(^\\d+$)/docs', '/v2/docs'],
  ])('%s', async (_name, options, prefix, asked) => {
    const bases: string[] = [];
    const authorize = ({ base }: DocsRequest): boolean => bases.push(base) > 0;
    const app = Fastify(options);
    await app.register(fastifyDocs, {
      docs: docsFixture({ authorize, ui: { viewerSource: 'local' } }),
      prefix,
    });
    for (const path of VIEWS) expect((await ask(app, `${asked}${path}?x=1`)).status).toBe(200);
    const page = (await ask(app, `${asked}/`)).body.toString();
    const viewer = /\.(\/viewer\/[^"]+)/.exec(page)?.[1] ?? '';
    expect((await ask(app, `${asked}${viewer}`)).headers['content-type']).toContain('text/javascript');
    expect((await ask(app, `${asked}/nothing`)).status).toBe(404);
    expect((await ask(app, `${asked}/viewer/../openapi.json`)).status).not.toBe(500);
    expect(new Set(bases).size).toBe(1);
  });

  test('@fastify/swagger does not list the docs', async () => {
    const app = Fastify();
    await app.register(swagger, { openapi: { info: { title: 'x', version: '1' } } });
    await app.register(fastifyDocs, { docs: docsFixture(), prefix: '/docs' });
    app.get('/users', () => []);
    await app.ready();
    expect(Object.keys(app.swagger().paths ?? {})).toEqual(['/users']);
    await app.close();
  });

  test('adds to the Vary header of the application', async () => {
    const app = Fastify();
    app.addHook('onRequest', (_request, reply, done) => {
      void reply.header('vary', 'Origin, accept-encoding');
      done();
    });
    await app.register(fastifyDocs, { docs: docsFixture(), prefix: '/docs' });
    expect((await ask(app, '/docs/')).headers.vary).toBe('Origin, Accept-Encoding');
    expect((await ask(app, '/docs/nothing')).headers.vary).toBe('Origin, accept-encoding');
  });
});
