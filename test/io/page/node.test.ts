import { createServer, request, type RequestListener } from 'node:http';
import { docsFixture, type FixtureOptions } from '../../support/page/docs-fixture.js';
import { send, type HttpAnswer } from '../../support/network/http.js';
import { listening } from '../../support/network/listen.js';
import type { DocsServer, NodeHandler } from '../../../src/page/docs-server.js';

/** One request to a handler of the docs. */
async function once(
  path: string,
  pick: (server: DocsServer) => NodeHandler,
  options: FixtureOptions = {},
  next?: (error?: unknown) => void,
): Promise<HttpAnswer> {
  const handler = pick(docsFixture(options).server);
  const listener: RequestListener = (request, response) => {
    handler(
      request,
      response,
      next &&
        ((error) => {
          next(error);
          response.writeHead(299).end('next');
        }),
    );
  };
  const server = await listening(createServer(listener).listen(0, '127.0.0.1'));
  try {
    return await send(server.origin, { path });
  } finally {
    await server.close();
  }
}

describe('handler and specHandler', () => {
  test.each(['/', '/reference', '/reference/', '/a/b?c=d'])(
    'handler() shows the page at %s',
    async (path) => {
      const { status, headers, body } = await once(path, (server) => server.handler());
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(body.toString()).toContain('"spec":"?openapi=page"');
    },
  );

  test('handler() also serves the local viewer that its page asks for', async () => {
    const options: FixtureOptions = { ui: { viewerSource: 'local' } };
    const page = (await once('/reference/', (server) => server.handler(), options)).body.toString();
    const query = /"url":"(\?viewer=[^"]+)"/.exec(page)?.[1] ?? '';
    const { headers } = await once(`/reference/${query}`, (server) => server.handler(), options);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    const other = await once('/reference/?viewer=../../package.json', (server) => server.handler(), options);
    expect(other.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('specHandler() serves the spec, with CORS, at any path', async () => {
    const { status, headers, body } = await once('/x', (server) => server.specHandler());
    expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
      200,
      'application/json',
      '*',
    ]);
    expect(JSON.parse(body.toString())).toMatchObject({ openapi: '3.1.0' });
  });

  test.each(['handler', 'specHandler'] as const)('%s() is protected', async (name) => {
    const docsAuth = { enabled: true, apiKey: 'k' };
    expect((await once('/', (server) => server[name](), { docsAuth })).status).toBe(401);
    expect((await once('/?key=k', (server) => server[name](), { docsAuth })).status).toBe(200);
  });
});

describe('middleware(base)', () => {
  test.each([
    ['/docs', '/docs', 200],
    ['/docs/', '/docs', 200],
    ['docs', '/docs/', 200],
    ['/docs//', '/docs/openapi.yaml', 200],
    ['/', '/', 200],
    ['', '/openapi.json', 200],
    ['/', '/users', 299],
    ['/docs', '/users', 299],
    ['/docs', '/docs/users', 404],
  ])('at base %j, %s is %i', async (base, path, status) => {
    const answer = await once(
      path,
      (server) => server.middleware(base),
      {},
      () => undefined,
    );
    expect(answer.status).toBe(status);
  });

  test('without next, responds with 404 to other paths', async () => {
    expect((await once('/users', (server) => server.middleware('/docs'))).status).toBe(404);
  });

  test.each<[string, FixtureOptions]>([
    [
      'thrown',
      {
        authorize: () => {
          throw new Error('secret detail');
        },
      },
    ],
    ['rejected', { authorize: () => Promise.reject(new Error('secret detail')) }],
  ])(
    'passes an error %s by the application to next, or responds with a 500 without detail',
    async (_, options) => {
      const errors: unknown[] = [];
      await once(
        '/docs/',
        (server) => server.middleware('/docs'),
        options,
        (error) => errors.push(error),
      );
      expect(errors).toEqual([new Error('secret detail')]);
      const { status, body } = await once('/docs/', (server) => server.middleware('/docs'), options);
      expect([status, body.toString()]).toEqual([500, 'The documentation could not be served.']);
    },
  );
});

describe('mount(app, base)', () => {
  test.each([
    ['/docs', '/docs'],
    ['/docs/', '/docs'],
    ['docs', '/docs'],
    ['/', '/'],
    ['', '/'],
  ])('uses base %j as %j', (base, expected) => {
    const uses: string[] = [];
    docsFixture().server.mount({ use: (path: string) => uses.push(path) }, base);
    expect(uses).toEqual([expected]);
  });
});

// Node.js drops the second header, which a proxy in front may have checked.
test('docs refuse a request with two Authorization headers', async () => {
  const handler = docsFixture({ docsAuth: { enabled: true, apiKey: 'k' } }).server.middleware('/docs');
  const server = await listening(createServer(handler).listen(0, '127.0.0.1'));
  const statusOf = async (...authorization: string[]): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = ['Host', 'docs.example', ...authorization.flatMap((one) => ['Authorization', one])];
      const outgoing = request(`${server.origin}/docs`, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      outgoing.on('error', reject).end();
    });
  expect([await statusOf('Bearer k'), await statusOf('Bearer k', 'Bearer other')]).toEqual([200, 401]);
  await server.close();
});
