import { type FrameworkRoutes, namedPlace, type RouteReader } from './framework-routes.js';

interface HonoApp {
  readonly routes: readonly {
    readonly method: string;
    readonly path: string;
    readonly basePath?: string;
    readonly handler: Handler;
  }[];
}

interface Handler {
  readonly name: string;
  readonly length: number;
  readonly __COMPOSED_HANDLER?: Handler;
}

/** Reads routes of Hono. `routes` includes the prefixes of `route` and `basePath`. */
export const hono: RouteReader = {
  recognises: (app) => 'routes' in app && Array.isArray(app.routes) && 'fetch' in app,
  read: ({ routes }: HonoApp): FrameworkRoutes => {
    const all = routes.map((route) => ({ ...route, handler: innermost(route.handler) }));
    // The same rule as in Hono's `showRoutes`: a handler that declares `next` is middleware.
    const middleware = all.filter(
      ({ method, path, handler }) => handler.length > 1 && (method === 'ALL' || path.endsWith('*')),
    );
    const handlers = all.filter((handler) => !middleware.includes(handler));
    return {
      routes: handlers.map(({ method, path, handler }) => ({
        method,
        path: path.replaceAll(BESIDE_TEXT, (_, expression: string) => patternOf(expression)),
        place: namedPlace(handler),
      })),
      unknown: middleware
        // Middleware for all paths usually only inspects requests. A handler with a path may respond to them.
        .filter(({ path, basePath = '/' }) => path.replace(/\/?\*$/, '') !== basePath.replace(/\/$/, ''))
        .map(({ path, handler }) => ({
          path,
          what: `the middleware ${namedPlace(handler) ?? '<anonymous>'}`,
        })),
    };
  },
  syntax: () => ({ hasGroups: false, hasExpressions: false, needsSlash: true }),
};

/**
 * A segment with text beside its parameters, in the form that `honoOperations` writes: `:s2{x[^/]+\.json}`.
 */
const BESIDE_TEXT = /(?<=\/):s\d+\{((?:\[\^\/\]\+|\\.|[^\\^$.*+?()[\]{}|/])+)\}(?=\/|$)/g;

function patternOf(expression: string): string {
  const texts = expression.split('[^/]+').map((text) => text.replaceAll(/\\(.)/g, '$1'));
  return texts
    .map((text) => text.replaceAll(/[\\:*{}[\]]/g, '\\$&'))
    .reduce((path, text, index) => `${path}{p${index}}${text}`);
}

function innermost(handler: Handler): Handler {
  const { __COMPOSED_HANDLER: composed } = handler;
  return composed === undefined ? handler : innermost(composed);
}
