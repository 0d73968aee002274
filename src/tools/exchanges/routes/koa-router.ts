import { type FrameworkRoutes, joinRoutes, namedPlace, type RouteReader } from './framework-routes.js';

interface KoaRouter {
  readonly stack: readonly {
    readonly path: string | RegExp;
    readonly methods: readonly string[];
    readonly stack: readonly { readonly name: string }[];
  }[];
}

const EVERYTHING = String.raw`(?:\/|$)`;

interface KoaApp {
  readonly middleware: readonly { readonly router?: KoaRouter }[];
}

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
  const { stack, routes } = app as { readonly stack?: unknown; readonly routes?: unknown };
  return Array.isArray(stack) && typeof routes === 'function';
}

function readRouter({ stack }: KoaRouter): FrameworkRoutes {
  // Middleware has no methods. Middleware for all paths below a prefix ends in this way, and usually only
  // inspects requests.
  const middleware = stack.filter(
    ({ path, methods }) => methods.length === 0 && !String(path).endsWith(EVERYTHING),
  );
  const layers = stack.filter(({ methods }) => methods.length > 0);
  const expressions = layers.filter(({ path }) => typeof path !== 'string');
  const unknown = [
    ...expressions.map(({ path }) => ({ path: String(path), what: 'a route' })),
    ...middleware.map(({ path, stack: handlers }) => ({
      path: String(path),
      what: `the middleware ${namedPlace(handlers.at(-1)) ?? '<anonymous>'}`,
    })),
  ];
  return {
    routes: layers.flatMap(({ path, methods, stack: handlers }) => {
      if (typeof path !== 'string') return [];
      const place = namedPlace(handlers.at(-1));
      // `router.all` registers each method that Node.js supports.
      const names = methods.includes('MKCOL') && methods.includes('GET') ? ['ALL'] : new Set(methods);
      return [...names].map((method) => ({ method, path, place }));
    }),
    unknown: [...new Map(unknown.map((route) => [`${route.path} ${route.what}`, route])).values()],
  };
}
