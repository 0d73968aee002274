import type { NestRoute } from '../../../nest/routes.js';
import { ConfigError } from '../../../shared/errors.js';
import { express4, express5 } from './express.js';
import { fastify } from './fastify.js';
import { templatesOf } from './template.js';
import type { FrameworkRoute, PathSyntax, RouteReader } from './types.js';

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
    const reader = readerOf(app);
    const platform = app.getHttpAdapter().getInstance() as never;
    const found = await reader.read(platform);
    const keyOf = createKeys(reader.syntax(platform));
    const places = new Map((await handlersOf(app)).map((route) => [keyOf(route), route.handler.place]));
    const routes = found.routes.map((route) => ({ ...route, place: places.get(keyOf(route)) }));
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

type HasPath = Pick<FrameworkRoute, 'method' | 'path'>;

/** Nest spells wildcards anew for its platform: a route is found again by what it matches. */
function createKeys(syntax: PathSyntax): (route: HasPath) => string {
  return ({ method, path }) => `${method} ${templatesOf(path, syntax)?.[0]?.shape ?? path}`;
}

async function handlersOf(app: NestApp): Promise<readonly NestRoute[]> {
  const [{ findRoutes }, { insideOf }] = await Promise.all([
    import('../../../nest/routes.js'),
    import('../../../nest/nest.js'),
  ]);
  // What Nest could not register is told by nestDocs.
  return findRoutes(insideOf(app), () => undefined);
}
