import { text } from 'node:stream/consumers';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import Fastify from 'fastify';
import { expressDocs } from '../../../src/adapters/express.js';
import { fastifyDocs } from '../../../src/adapters/fastify.js';
import { fetchDocs } from '../../../src/adapters/fetch.js';
import { koaDocs } from '../../../src/adapters/koa.js';
import { Docs } from '../../../src/index.js';
import { bundle, run } from '../../support/programs/child-process.js';
import { send } from '../../support/network/http.js';
import { listen, listening, type Listening } from '../../support/network/listen.js';

describe('authorize that throws after the application has responded', () => {
  test('does not end the process, and its error is reported', async () => {
    const lines = (await text(run(bundle('late-answers'), []).stdout)).trim().split('\n');
    expect(lines.at(-1)).toBe('alive');
    const hosts = ['node:http', 'node:http with next', 'Express', 'Koa', 'Fastify'];
    const answers = lines.filter((line) => line.endsWith(': answered'));
    expect(answers).toHaveLength(hosts.length * 3);
    for (const host of hosts) {
      const told = lines.slice(lines.indexOf(`${host}, rejects late: answered`));
      expect(told.slice(1).find((line) => line.startsWith('onError'))).toBe(
        'onError: Error: sessions are down',
      );
    }
    expect(
      lines.filter((line) => line === 'warning: The documentation could not be served: sessions are down')
        .length,
    ).toBeGreaterThanOrEqual(4);
  });
});

/** Each framework with docs whose document cannot be made, and where it tells its errors. */
const FRAMEWORKS: Readonly<Record<string, (docs: Docs, seen: unknown[]) => Promise<Listening>>> = {
  Express: (docs, seen) => {
    const app = express().use('/docs', expressDocs(docs));
    const handler: express.ErrorRequestHandler = (error, _request, response, _next) => {
      seen.push(error);
      response.status(500).end();
    };
    return listening(app.use(handler).listen(0, '127.0.0.1'));
  },
  Koa: (docs, seen) => {
    const app = new Koa().use(koaDocs(docs, '/docs'));
    app.on('error', (error) => seen.push(error));
    return listening(app.listen(0, '127.0.0.1'));
  },
  Fastify: async (docs, seen) => {
    const app = Fastify();
    app.setErrorHandler(async (error, _request, reply) => {
      seen.push(error);
      await reply.code(500).send();
    });
    await app.register(fastifyDocs, { docs, prefix: '/docs' });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return listening(app.server);
  },
  'node:http with next': (docs, seen) => {
    const serve = docs.middleware('/docs');
    return listen((request, response) => {
      serve(request, response, (error) => {
        seen.push(error);
        response.writeHead(500).end();
      });
    });
  },
};

describe('errors of transformDocument and authorize', () => {
  const boom = new Error('boom');
  const thrower = (): never => {
    throw boom;
  };
  const info = { title: 'Shop', version: '1' };
  const CONFIGS = {
    transformDocument: { info, transformDocument: thrower },
    'authorize that throws': { info, authorize: thrower },
    'authorize that rejects': { info, authorize: () => Promise.reject(boom) },
  };

  describe.each(Object.entries(FRAMEWORKS))('%s', (_name, start) => {
    test.each(Object.entries(CONFIGS))('passes %s to the framework and onError', async (_what, config) => {
      const seen: unknown[] = [];
      const told: [unknown, string][] = [];
      const docs = new Docs({ ...config, onError: (error, { path }) => told.push([error, path]) });
      const server = await start(docs, seen);
      const { status, body } = await send(server.origin, { path: '/docs/openapi.json?key=secret' });
      await server.close();
      expect(status).toBe(500);
      expect(body.toString()).not.toContain('boom');
      expect(seen).toEqual([boom]);
      expect(told).toEqual([[boom, '/openapi.json']]);
    });
  });

  test.each(Object.entries(CONFIGS))('Hono passes %s to its onError', async (_what, config) => {
    const seen: unknown[] = [];
    const serveDocs = fetchDocs(new Docs(config), '/docs');
    const app = new Hono().use(async (context, next) => serveDocs(context.req.raw) ?? next());
    app.onError((error, context) => {
      seen.push(error);
      return context.text('failed', 500);
    });
    expect((await app.request('/docs/openapi.json')).status).toBe(500);
    expect(seen).toEqual([boom]);
  });

  test.each(Object.entries(CONFIGS))(
    'node:http alone reports %s as a warning of the process, with its stack',
    async (_what, config) => {
      const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      const server = await listen(new Docs({ ...config, diagnostics: 'silent' }).middleware('/docs'));
      const { status, body } = await send(server.origin, { path: '/docs/openapi.json' });
      await server.close();
      const calls = warn.mock.calls;
      warn.mockRestore();
      expect([status, body.toString()]).toEqual([500, 'The documentation could not be served.']);
      const detail = expect.stringContaining('errors.test') as string;
      expect(calls).toEqual([
        ['The documentation could not be served: boom', { type: 'DocsWarning', detail }],
      ]);
    },
  );

  test('an error of onError replaces the original, and does not end the process', async () => {
    const worse = new Error('worse');
    const docs = new Docs({
      info,
      authorize: () => Promise.reject(boom),
      onError: () => {
        throw worse;
      },
    });
    const seen: unknown[] = [];
    const server = await FRAMEWORKS.Express!(docs, seen);
    expect((await send(server.origin, { path: '/docs/' })).status).toBe(500);
    expect(seen).toEqual([worse]);
    await server.close();
  });
});
