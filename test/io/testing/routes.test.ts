import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import Router from '@koa/router';
import {
  All,
  Controller,
  Delete,
  Get,
  Module,
  Param,
  Post,
  RequestMapping,
  RequestMethod,
  VersioningType,
} from '@nestjs/common';
import { NestFactory, RouterModule } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { fastifyDocs } from '../../../src/adapters/fastify.js';
import { fetchDocs } from '../../../src/adapters/fetch.js';
import { koaDocs } from '../../../src/adapters/koa.js';
import { Docs, response } from '../../../src/index.js';
import { assertRoutes, compareRoutes, RoutesError, specMatchers } from '../../../src/tools/testing.js';
import { listening, type Listening } from '../../support/network/listen.js';

/** What each service below has, faithfully. */
const ROUTES = [
  'GET /api/users/{id}',
  'POST /api/users',
  'DELETE /api/users/{id}',
  'PATCH /api/users/{id}',
  'GET /api/users/{id}/posts/{post}',
  'GET /api/reports/{year}-{month}.csv',
  'GET /api/files/{path}',
  'PUT /api/any',
  'GET /api/maybe',
  'GET /api/maybe/{page}',
] as const;

function docsOf(routes: readonly string[]): Docs {
  const docs = new Docs({ info: { title: 'Users', version: '1.0.0' } });
  for (const route of routes) {
    const [method, path] = route.split(' ') as ['GET', string];
    docs.add({ method, path, responses: { 200: response('It is there') } });
  }
  return docs;
}

interface Service {
  readonly app: object;
  readonly listen: () => Promise<Listening>;
}

type Make = (docs: Docs) => Service | Promise<Service>;

const serverOf = (server: Server): Promise<Listening> => listening(server.listen(0, '127.0.0.1'));

function expressService(make: typeof express, isOld: boolean): Make {
  return (docs) => {
    const app = make();
    const users = make.Router();
    const posts = make.Router({ mergeParams: true });
    const answer = (_: express.Request, reply: express.Response): void => void reply.send('ok');
    app.use(express.json());
    docs.mount(app, '/docs');
    posts.get('/:post', answer);
    users.use((_request, _reply, next) => next());
    users.route('/:id').delete(answer).patch(answer);
    users.get(isOld ? '/:user(\\d+)' : '/:user', answer);
    users.post('/', answer);
    users.use(isOld ? '/:id(\\d+)/posts' : '/:id/posts', posts);
    app.use('/api/users', users);
    app.get('/api/reports/:year-:month.csv', answer);
    app.get(isOld ? '/api/files/*' : '/api/files/*path', answer);
    app.all('/api/any', answer);
    app.get(isOld ? '/api/maybe/:page?' : '/api/maybe{/:page}', answer);
    return { app, listen: () => serverOf(createServer(app)) };
  };
}

@Controller({ path: 'users' })
class UsersController {
  @Get(':user') find(@Param('user') user: string): string {
    return user;
  }
  @Post() create(): string {
    return 'ok';
  }
  @Delete(':id') remove(): string {
    return 'ok';
  }
  @RequestMapping({ method: RequestMethod.PATCH, path: ':id' }) change(): string {
    return 'ok';
  }
  @Get(':id/posts/:post') post(): string {
    return 'ok';
  }
}

@Controller()
class OthersController {
  @Get('reports/:year-:month.csv') report(): string {
    return 'ok';
  }
  @All('any') any(): string {
    return 'ok';
  }
}

@Controller({ path: 'maybe' })
class MaybeController {
  @Get(['', ':page']) page(): string {
    return 'ok';
  }
}

@Module({ controllers: [MaybeController] })
class MaybeModule {}

@Module({
  controllers: [UsersController, OthersController],
  imports: [MaybeModule, RouterModule.register([{ path: '/', module: MaybeModule }])],
})
class AppModule {}

function nestService(adapter: () => ExpressAdapter | FastifyAdapter, wildcard: string): Make {
  @Controller('files')
  class FilesController {
    @Get(wildcard) file(): string {
      return 'ok';
    }
  }
  @Module({ controllers: [FilesController], imports: [AppModule] })
  class WholeModule {}
  return async (docs) => {
    const app = await NestFactory.create(WholeModule, adapter(), { logger: false });
    app.setGlobalPrefix('api');
    docs.mount(app as never, '/docs');
    await app.init();
    return {
      app,
      listen: async () => {
        await app.listen(0, '127.0.0.1');
        const { origin } = await listening(app.getHttpServer() as Server);
        return { origin, close: () => app.close() };
      },
    };
  };
}

const SERVICES: Readonly<Record<string, Make>> = {
  'Express 5': expressService(express, false),
  'Express 4': expressService(express4 as never, true),
  'Fastify 5': (docs) => {
    const app = Fastify();
    const answer = (): string => 'ok';
    app.register(fastifyDocs, { docs, prefix: '/docs' });
    app.register(
      (users, _options, done) => {
        users.get('/:user(^\\d+$)', answer);
        users.post('/', answer);
        users.route({ method: ['DELETE', 'PATCH'], url: '/:id', handler: answer });
        users.register((posts, _none, ready) => (posts.get('/:post', answer), ready()), {
          prefix: '/:id/posts',
        });
        done();
      },
      { prefix: '/api/users' },
    );
    app.get('/api/reports/:year-:month.csv', answer);
    app.get('/api/files/*', answer);
    app.all('/api/any', answer);
    app.get('/api/maybe/:page?', answer);
    return {
      app,
      listen: async () => {
        await app.listen({ port: 0, host: '127.0.0.1' });
        const { origin } = await listening(app.server);
        return { origin, close: () => app.close() };
      },
    };
  },
  'Koa 3': (docs) => {
    const app = new Koa();
    const answer = (context: Koa.Context): void => void (context.body = 'ok');
    const posts = new Router();
    posts.get('/:post', answer);
    const users = new Router({ prefix: '/users' });
    users.get('/:user', answer).post('/', answer).delete('/:id', answer).patch('/:id', answer);
    users.use('/:id/posts', posts.routes());
    const router = new Router({ prefix: '/api' });
    router.use((_context, next) => next());
    router.use(users.routes());
    router.get('/reports/:year-:month.csv', answer);
    router.get('/files/*path', answer);
    router.all('/any', answer);
    router.get('/maybe{/:page}', answer);
    app
      .use(koaDocs(docs, '/docs') as never)
      .use(router.routes())
      .use(router.allowedMethods());
    return {
      app,
      listen: () => serverOf(createServer((request, reply) => void app.callback()(request, reply))),
    };
  },
  'Hono 4': (docs) => {
    const app = new Hono().basePath('/api');
    const serve = fetchDocs(docs, '/docs');
    app.use(async (context, next) => serve(context.req.raw) ?? next());
    const answer = (context: { text: (text: string) => Response }): Response => context.text('ok');
    const users = new Hono();
    users.use(async (_context, next) => next());
    users.get('/:user{[0-9]+}', async (_context, next) => next(), answer);
    users.on(['DELETE', 'PATCH'], '/:id', answer).post('/', answer);
    users.route('/:id/posts', new Hono().get('/:post', answer));
    app.route('/users', users);
    app.get('/reports/:report{[0-9]+-[0-9]+.csv}', answer);
    app.get('/files/*', answer).all('/any', answer).get('/maybe/:page?', answer);
    return { app, listen: () => serverOf(createAdaptorServer({ fetch: app.fetch, createServer }) as Server) };
  },
  'NestJS on Express': nestService(() => new ExpressAdapter(), '*path'),
  'NestJS on Fastify': nestService(() => new FastifyAdapter(), '*'),
};

/** Hono knows a parameter for a whole segment only. */
const documentedFor = (name: string): string[] =>
  ROUTES.map((route) => (name === 'Hono 4' ? route.replace('{year}-{month}.csv', '{report}') : route));

const told = (list: readonly { method: string; path: string }[]): string[] =>
  list.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`).sort();

const sample = (path: string): string => path.replace(/\{report\}/, '2020-1.csv').replace(/\{\w*\}/g, '7');

async function statusOf(origin: string, route: string): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  return (await fetch(origin + sample(path), { method: method === 'ALL' ? 'PUT' : method })).status;
}

describe.each(Object.entries(SERVICES))('%s', (name, make) => {
  const documented = documentedFor(name);
  let service: Service;
  let docs: Docs;

  beforeAll(async () => {
    docs = docsOf(documented);
    service = await make(docs);
  });

  test('finds no difference in a matching service', async () => {
    expect(await compareRoutes(service.app, docs)).toEqual({
      ok: true,
      undocumented: [],
      unserved: [],
      unknown: [],
    });
    expect.extend(specMatchers(docs));
    await expect(service.app).toServeSpec();
  });

  test('finds each route that the document lacks', async () => {
    for (const lacking of documented) {
      const rest = docsOf(documented.filter((route) => route !== lacking));
      const { undocumented, unserved } = await compareRoutes(service.app, rest);
      const method = lacking.includes('/any') ? 'ALL' : lacking.split(' ')[0]!;
      expect(told(undocumented)).toEqual([`${method} ${lacking.split(' ')[1]!.replace(/\{\w+\}/g, '{}')}`]);
      expect(unserved).toEqual([]);
    }
  });

  test('finds each operation that has no route, which responds to no request', async () => {
    const planted = ['GET /api/users', 'PUT /api/users/{id}', 'GET /users/{id}', 'GET /api/users/{id}/posts'];
    const { undocumented, unserved } = await compareRoutes(service.app, docsOf([...documented, ...planted]));
    expect(undocumented).toEqual([]);
    expect(unserved.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...planted].sort());
    const { origin, close } = await service.listen();
    for (const route of planted) expect([404, 405]).toContain(await statusOf(origin, route));
    for (const route of documented)
      expect([route, (await statusOf(origin, route)) < 300]).toEqual([route, true]);
    await close();
  });
});

describe('reported differences', () => {
  test.each<[string, () => object]>([
    [
      'Express 5',
      () => {
        const app = express();
        const answer = (_: unknown, reply: express.Response): void => void reply.end();
        app.all('/users', (_request, _reply, next) => next());
        app.get('/users', answer);
        app
          .route('/orders')
          .all((_request, _reply, next) => next())
          .get(answer);
        app.route('/none');
        return app;
      },
    ],
    [
      'Koa',
      () =>
        new Router()
          .all('/users', () => 1)
          .get('/users', () => 1)
          .all('/orders', () => 1)
          .get('/orders', () => 1),
    ],
    [
      'Hono',
      () => {
        const app = new Hono();
        app.all('/users', async (_context, next) => next()).get('/users', (context) => context.text('ok'));
        return app
          .get('/orders', (context) => context.text('ok'))
          .all('/orders', (context) => context.text('no', 405));
      },
    ],
  ])('%s: ignores handlers for all methods beside another handler', async (_, make) => {
    const docs = docsOf(['GET /users', 'GET /orders', 'PUT /orders', 'PUT /users']);
    const { undocumented, unserved } = await compareRoutes(make(), docs);
    expect(undocumented).toEqual([]);
    expect(told(unserved)).toEqual(['PUT /orders', 'PUT /users']);
  });

  test('reads text after a parameter in Fastify, with and without a colon', async () => {
    const app = Fastify();
    app.post('/users/:id(^[^/]+)::activate', () => 'ok');
    app.get('/time/::now', () => 'ok');
    app.get('/time/:zone', () => 'ok');
    app.get('/files/:name.:format(^(a|b)$)', () => 'ok');
    app.get('/versions', { constraints: { version: '1.0.0' } }, () => 'ok');
    app.get('/versions', { constraints: { version: '2.0.0' } }, () => 'ok');
    const { undocumented } = await compareRoutes(app, docsOf([]));
    expect(undocumented.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /files/{name}.{format}',
      'GET /time/:now',
      'GET /time/{zone}',
      'GET /versions',
      'POST /users/{id}:activate',
    ]);
  });

  test('names each route, its handler and the remedy in the error', async () => {
    const app = express();
    app.get('/users/:id', function findUser(_request, reply) {
      reply.end();
    });
    const docs = docsOf(['GET /orders/{id}']);
    const error = await assertRoutes(app, docs).catch((given: unknown) => given);
    expect(error).toBeInstanceOf(RoutesError);
    expect((error as Error).message).toBe(
      [
        'The routes are not those of the document: 1 undocumented, 1 unserved.',
        '',
        'Served, and not documented. Add an operation to the document, or name it in `ignore`:',
        '  GET /users/{id} (findUser)',
        '',
        'Documented, and not served. Add a route to the application, remove the operation, or name it in `ignore`:',
        '  GET /orders/{id}, documented at #/paths/~1orders~1{id}/get',
      ].join('\n'),
    );
    await expect(assertRoutes(app, docs, { ignore: ['GET /users/:id', /orders/] })).resolves.toBeUndefined();
    await expect(assertRoutes(app, docs, { ignore: ['/users/*', '/orders/{x}'] })).resolves.toBeUndefined();
    await expect(assertRoutes(app, docs, { ignore: ['POST /users/{id}', '/orders'] })).rejects.toThrow(
      RoutesError,
    );
  });

  test.each([
    ['Express 5', express, '/{*rest}'],
    ['Express 4', express4 as never, '*'],
  ] as const)('%s: names handlers of unknown methods or paths', async (_, make: typeof express, rest) => {
    const inner = make();
    inner.get('/users', () => undefined);
    const app = make();
    app.use('/files', make.static('.'));
    app.use('/inner', inner);
    app.use('/proxy', function proxy(_request, reply) {
      reply.end();
    });
    app.get(/^\/old-.*/, () => undefined);
    app.get(rest, () => undefined);
    const docs = docsOf(['GET /inner/users', 'GET /orders']);
    const found = await compareRoutes(app, docs);
    expect(found.undocumented).toEqual([]);
    // What the inner application serves is its own affair, until it is given as well.
    expect(told(found.unserved)).toEqual(['GET /orders']);
    expect(found.unknown).toEqual([
      { path: '/files', what: 'the middleware serveStatic' },
      { path: '/inner', what: 'an application of its own' },
      { path: '/proxy', what: 'the middleware proxy' },
      { path: '/^\\/old-.*/', what: 'a route' },
      { path: rest, what: 'a catch-all' },
    ]);
    const both = await compareRoutes([app, inner], docsOf(['GET /inner/orders']));
    expect(told(both.undocumented)).toEqual(['GET /inner/users']);
    expect(told(both.unserved)).toEqual(['GET /inner/orders']);
  });

  test('Koa and Hono: reports middleware with a path, and ignores middleware for all paths', async () => {
    const koa = new Router({ prefix: '/api' });
    const next = (_context: unknown, go: () => Promise<unknown>): Promise<unknown> => go();
    koa.use(next).use('/files', function files(_context, go) {
      return go();
    });
    koa.get(/^\/old/, () => 1);
    expect((await compareRoutes(koa, docsOf([]))).unknown).toEqual([
      { path: '/^\\/old/', what: 'a route' },
      { path: '/api/files', what: 'the middleware files' },
    ]);
    const hono = new Hono().basePath('/api');
    hono.use(async (_context, go) => go());
    hono.use('/files/*', async function files(_context, go) {
      return go();
    });
    hono.mount('/inner', () => new Response('ok'));
    hono.all('*', (context) => context.text('no', 404));
    expect((await compareRoutes(hono, docsOf([]))).unknown).toEqual([
      { path: '/api/files/*', what: 'the middleware files' },
      { path: '/api/inner/*', what: 'the middleware handler' },
      { path: '/api/*', what: 'a catch-all' },
    ]);
  });

  test('Express 4: names expressions in the path of a router', async () => {
    const router = express4.Router();
    router.get('/x', () => undefined);
    const app = express4();
    app.use(/^\/v[12]/, router as never);
    app.use('/ab?c', router as never);
    app.get('/x(yz)?', () => undefined);
    const { undocumented, unknown } = await compareRoutes(app, docsOf([]));
    expect(undocumented).toEqual([]);
    expect(unknown.map(({ what }) => what)).toEqual(['a router', 'a router', 'a route']);
  });

  test('Express 4: lists a router with several paths and parameters below each', async () => {
    const router = express4.Router();
    router.get('/x', () => undefined);
    const app = express4();
    app.use(['/a/:id(\\d+)', '/b.c/:d-:e', '/f/:g?', '/h/*'], router as never);
    const { undocumented, unknown } = await compareRoutes(app, docsOf([]));
    expect(unknown).toEqual([]);
    const paths = ['/a/{}/x', '/b.c/{}-{}/x', '/f/{}/x', '/f/x', '/h/{}/x'];
    expect(told(undocumented)).toEqual(paths.map((path) => `GET ${path}`).sort());
  });

  test('names handlers of Nest whose wildcards Nest rewrites', async () => {
    @Controller('old')
    class OldController {
      @Get('files/*') file(): string {
        return 'ok';
      }
      @All('auth/*') auth(): string {
        return 'ok';
      }
    }
    @Module({ controllers: [OldController] })
    class OldModule {}
    const app = await NestFactory.create(OldModule, new ExpressAdapter(), { logger: false });
    await app.init();
    const { undocumented, unknown } = await compareRoutes(app, docsOf(['GET /old/files']));
    expect(undocumented.map(({ method, place }) => `${method} ${place}`)).toEqual(['GET OldController.file']);
    expect(unknown.map(({ path, what }) => `${path.replace(/\W/g, '')} ${what}`)).toEqual([
      'oldauthpath a catch-all',
    ]);
    await app.close();
  });

  test('reads the versions of Nest from its paths, and names handlers by their controllers', async () => {
    const app = await NestFactory.create(AppModule, new ExpressAdapter(), { logger: false });
    await expect(compareRoutes(app, docsOf([]))).rejects.toThrow('await app.init() first');
    app.enableVersioning({ type: VersioningType.URI, defaultVersion: ['1', '2'] });
    await app.init();
    const { undocumented } = await compareRoutes(app, docsOf([]));
    const posts = undocumented.filter(({ path }) => path.endsWith('/posts/{post}'));
    expect(posts).toEqual([
      { method: 'GET', path: '/v1/users/{id}/posts/{post}', place: 'UsersController.post' },
      { method: 'GET', path: '/v2/users/{id}/posts/{post}', place: 'UsersController.post' },
    ]);
    await app.close();
  });

  test('allows the paths of servers before those of the document, unless basePath is set', async () => {
    const app = new Hono().get('/v1/users', (context) => context.text('ok'));
    const docs = new Docs({
      info: { title: 'x', version: '1' },
      servers: [{ url: 'https://example.com/v1' }],
    });
    docs.add({ method: 'GET', path: '/users', responses: { 200: response('ok') } });
    expect(await compareRoutes(app, docs)).toMatchObject({ ok: true });
    expect(told((await compareRoutes(app, docs, { basePath: '/' })).unserved)).toEqual(['GET /users']);
    const bare = new Hono().get('/users', (context) => context.text('ok'));
    for (const options of [{}, { basePath: '/' }])
      await expect(assertRoutes(bare, docs, options)).resolves.toBeUndefined();
    await expect(assertRoutes(bare, docs, { basePath: '/v1' })).rejects.toThrow('1 undocumented, 1 unserved');
  });

  test.each([[undefined], [createServer()], [{}], ['app']])(
    'rejects a value that is not an application: %#',
    async (app) => {
      await expect(compareRoutes(app as object, docsOf([]))).rejects.toThrow('Give the application itself');
    },
  );

  test('reports an older router of Express 5, which does not expose mount paths', async () => {
    const app = express();
    app.use('/api', express.Router());
    for (const layer of (app as unknown as { router: { stack: { rawPath?: unknown }[] } }).router.stack)
      delete layer.rawPath;
    await expect(compareRoutes(app, docsOf([]))).rejects.toThrow('npm update router');
  });
});
