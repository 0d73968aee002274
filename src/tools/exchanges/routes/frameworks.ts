import { ConfigError, show } from 'dtospec/internal';
import { express4, express5 } from './express.js';
import { fastify } from './fastify.js';
import { hono } from './hono.js';
import { koaRouter } from './koa-router.js';
import type { FrameworkRoute, PathSyntax, RouteReader } from './framework-routes.js';
import type { NestRoute } from 'dtospec/internal/nest';
import { templatesOf } from './template.js';

export function readerOf(app: unknown): RouteReader {
  const isThing = (typeof app === 'object' && app !== null) || typeof app === 'function';
  const reader = isThing ? READERS.find((reader) => reader.recognises(app)) : undefined;
  if (reader !== undefined) return reader;
  throw new ConfigError(
    `Routes are compared for an application of Express, Fastify, Koa with @koa/router, Hono or Nest, not for ${show(app)}. Give the application itself, not its server.`,
  );
}

interface NestApp {
  readonly isInitialized?: boolean;
  getHttpAdapter(): { getInstance(): object };
}

const nest: RouteReader = {
  knowsHandlers: true,
  recognises: (app) => 'getHttpAdapter' in app && 'getHttpServer' in app,
  read: async (app: NestApp) => {
    if (app.isInitialized === false)
      throw new ConfigError(
        'The application of Nest has no routes before it is initialised: await app.init() first.',
      );
    const reader = platformReader(app);
    const platform = app.getHttpAdapter().getInstance() as never;
    const platformRoutes = await reader.read(platform);
    const keyOf = createKeys(reader.syntax(platform));
    const places = new Map((await handlersOf(app)).map((route) => [keyOf(route), route.handler.place]));
    const routes = platformRoutes.routes.map((route) => ({ ...route, place: places.get(keyOf(route)) }));
    // A handler for all methods that belongs to no controller is Nest's middleware or its own 404.
    return {
      ...platformRoutes,
      routes: routes.filter(({ method, place }) => method !== 'ALL' || place !== undefined),
    };
  },
  syntax: (app: NestApp) => platformReader(app).syntax(app.getHttpAdapter().getInstance() as never),
};

function platformReader(app: NestApp): RouteReader {
  const platform = app.getHttpAdapter().getInstance();
  const reader = [fastify, express4, express5].find((reader) => reader.recognises(platform));
  if (reader === undefined)
    throw new ConfigError('Routes of a Nest application can be read on Express and Fastify only.');
  return reader;
}

type HasPath = Pick<FrameworkRoute, 'method' | 'path'>;

/**
 * Returns keys by which routes are matched. Nest rewrites wildcards for its platform, so names do not count.
 */
function createKeys(syntax: PathSyntax): (route: HasPath) => string {
  return ({ method, path }) => `${method} ${templatesOf(path, syntax)?.[0]?.shape ?? path}`;
}

async function handlersOf(app: NestApp): Promise<readonly NestRoute[]> {
  const { findRoutes, insideOf } = await import('dtospec/internal/nest');
  // nestDocs reports the routes that Nest could not register.
  return findRoutes(insideOf(app), () => undefined);
}

const READERS: readonly RouteReader[] = [nest, fastify, express4, express5, koaRouter, hono];
