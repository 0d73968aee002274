import type { FrameworkRoutes, RouteReader } from './types.js';
import { joinRoutes, namedPlace } from './join-routes.js';

/** What of @koa/router is read. */
interface KoaRouter {
  readonly stack: readonly {
    readonly path: string | RegExp;
    readonly methods: readonly string[];
    readonly stack: readonly { readonly name: string }[];
  }[];
}

interface KoaApp {
  readonly middleware: readonly { readonly router?: KoaRouter }[];
}

/** Koa's applications with routers of @koa/router, and these by themselves. A router has what is nested in it. */
export const koaRouter: RouteReader = {
  recognises: (app) => isRouter(app) || ('middleware' in app && 'callback' in app),
  read: (app: KoaApp | KoaRouter) => {
    if (isRouter(app)) return readRouter(app);
    return joinRoutes(
      app.middleware.flatMap(({ router }) => (router === undefined ? [] : [readRouter(router)])),
    );
  },
  syntax: () => ({ hasGroups: true, hasExpressions: false }),
};

function isRouter(app: object): app is KoaRouter {
  return 'stack' in app && Array.isArray(app.stack) && 'routes' in app && typeof app.routes === 'function';
}

function readRouter({ stack }: KoaRouter): FrameworkRoutes {
  // Middleware has no methods.
  const layers = stack.filter(({ methods }) => methods.length > 0);
  return {
    routes: layers.flatMap(({ path, methods, stack: handlers }) => {
      if (typeof path !== 'string') return [];
      const place = namedPlace(handlers.at(-1));
      // `router.all` registers each method that Node knows.
      const names = methods.includes('MKCOL') && methods.includes('GET') ? ['ALL'] : new Set(methods);
      return [...names].map((method) => ({ method, path, place }));
    }),
    unknown: layers.flatMap(({ path }) =>
      typeof path === 'string' ? [] : [{ path: String(path), what: 'a route' }],
    ),
  };
}
