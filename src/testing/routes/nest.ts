import { ConfigError } from '../../base/errors.js';
import { express4, express5 } from './express.js';
import { fastify } from './fastify.js';
import type { RouteReader } from './types.js';

/** What of Nest is used. */
interface NestApp {
  readonly isInitialized?: boolean;
  getHttpAdapter(): { getInstance(): object };
}

/** Nest on Express or Fastify: the routes that are registered there, with the controllers that Nest has them from. */
export const nest: RouteReader = {
  knowsHandlers: true,
  recognises: (app) => 'getHttpAdapter' in app && 'getHttpServer' in app,
  read: async (app: NestApp) => {
    if (app.isInitialized === false)
      throw new ConfigError(
        'The application of Nest has no routes before it is initialised: await app.init() first.',
      );
    const found = await readerOf(app).read(app.getHttpAdapter().getInstance() as never);
    const places = await placesOf(app);
    const routes = found.routes.map((route) => ({
      ...route,
      place: places.get(`${route.method} ${route.path}`),
    }));
    // What answers all methods, and is no controller's, is Nest's middleware and its own 404.
    return {
      ...found,
      routes: routes.filter(({ method, place }) => method !== 'ALL' || place !== undefined),
    };
  },
  syntax: (app: NestApp) => readerOf(app).syntax(app.getHttpAdapter().getInstance() as never),
};

function readerOf(app: NestApp): RouteReader {
  const platform = app.getHttpAdapter().getInstance();
  const reader = [fastify, express4, express5].find((one) => one.recognises(platform));
  if (reader === undefined)
    throw new ConfigError('Of applications of Nest the routes on Express and on Fastify can be read.');
  return reader;
}

/** `UsersController.find` by `GET /users/:id`, as Nest registers it. */
async function placesOf(app: NestApp): Promise<ReadonlyMap<string, string>> {
  const [{ findRoutes }, { insideOf }] = await Promise.all([
    import('../../nest/routes.js'),
    import('../../nest/nest.js'),
  ]);
  // What Nest could not register is told by nestDocs.
  const routes = findRoutes(insideOf(app), () => undefined);
  return new Map(routes.map(({ method, path, handler }) => [`${method} ${path}`, handler.place]));
}
