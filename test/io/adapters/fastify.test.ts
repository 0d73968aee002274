import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { fastifyDocs } from '../../../src/adapters/fastify.js';
import { docsFixture, type FixtureOptions } from '../../support/docs-fixture.js';
import { send, type HttpAnswer } from '../../support/http.js';
import { listening } from '../../support/listen.js';
import { KEY } from '../../support/docs-variants.js';

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

async function ask(app: FastifyInstance, path: string): Promise<HttpAnswer> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  if (!open.includes(app)) open.push(app);
  return send((await listening(app.server)).origin, { path });
}

describe('issue 5.4: fastifyDocs', () => {
  test('the key is in no line of the log, though the request is', async () => {
    const docsAuth = { enabled: true, apiKey: KEY };
    const { app, log } = await start({ docsAuth }, '/docs');
    const key = encodeURIComponent(KEY);
    for (const url of [`/docs?key=${key}`, `/docs/?key=${key}`, '/docs/?key=guessed-secret'])
      await ask(app, url);
    expect(log.join('')).toContain('"url":"/docs/"');
    expect(log.join('')).not.toMatch(/key=|guessed-secret/);
    expect(log.join('')).not.toContain(key);
  });

  test('an error of the hook is for the application, and shows no key either', async () => {
    const authorize = (): boolean => {
      throw new Error('sessions are down');
    };
    const { app, log } = await start({ authorize }, '/docs');
    const answer = await ask(app, '/docs/?key=some-secret');
    expect(answer.status).toBe(500);
    expect(log.join('')).toContain('sessions are down');
    expect(log.join('')).not.toContain('some-secret');
  });

  test.each(['/', undefined])("without a prefix (%j) only the docs' own paths are taken", async (prefix) => {
    const { app } = await start({ ui: { viewerSource: 'local' } }, prefix);
    const status = async (url: string): Promise<number> => (await ask(app, url)).status;
    expect(await status('/')).toBe(200);
    expect(await status('/openapi.json')).toBe(200);
    expect((await ask(app, '/users')).body.toString()).toBe('users');
    expect(await status('/nothing')).toBe(404);
  });

  test('a prefix inside a prefix', async () => {
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
