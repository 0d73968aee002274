import { ConfigError, isDocsHandler } from 'dtospec/internal';
import { mountPaths } from './express-4-mount.js';
import {
  APPLICATION,
  type FrameworkRoute,
  type FrameworkRoutes,
  joinRoutes,
  namedPlace,
  type RouteReader,
  type UnknownRoute,
} from './framework-routes.js';

interface Layer {
  readonly name: string;
  readonly handle: unknown;
  readonly route?: Route | undefined;
  readonly rawPath?: unknown;
  readonly slash?: boolean;
  readonly regexp?: RegExp & { readonly fast_slash?: boolean };
  readonly keys?: readonly { readonly name: string | number }[];
}

interface Route {
  readonly path: unknown;
  readonly methods: Readonly<Record<string, boolean | undefined>>;
  readonly stack: readonly { readonly handle: unknown }[];
}

interface Router {
  readonly stack?: readonly Layer[];
}

const isApp = (app: object): boolean =>
  typeof app === 'function' && 'handle' in app && 'set' in app && 'engine' in app;

function routerOf(app: object): Router {
  if (!isApp(app)) return app;
  const { _router: older } = app as { _router?: Router };
  // In Express 4, the getter `router` throws, and there is no router before the first route.
  if (older !== undefined || 'lazyrouter' in app) return older ?? {};
  return (app as { router: Router }).router;
}

const shared: Pick<RouteReader, 'read'> = {
  read: (app: object) => readStack(routerOf(app), ['']),
};

export const express4: RouteReader = {
  ...shared,
  recognises: (app) => isExpress(app) && ('lazyrouter' in app || 'process_params' in app),
  syntax: () => ({ hasGroups: false, hasExpressions: true }),
};

export const express5: RouteReader = {
  ...shared,
  recognises: isExpress,
  syntax: () => ({ hasGroups: true, hasExpressions: false }),
};

function isExpress(app: object): boolean {
  return isApp(app) || (typeof app === 'function' && Array.isArray((app as Router).stack));
}

function readStack({ stack = [] }: Router, above: readonly string[]): FrameworkRoutes {
  return joinRoutes(stack.map((layer) => readLayer(layer, above)));
}

function readLayer(layer: Layer, above: readonly string[]): FrameworkRoutes {
  const { route, handle, name } = layer;
  if (route !== undefined) return readRoute(route, above);
  const router = handle as Router;
  const isRouter = typeof handle === 'function' && Array.isArray(router.stack);
  if (!isRouter && isDocsHandler(handle)) return { routes: [], unknown: [] };
  const mounted = mountsOf(layer, isRouter);
  const at = above.flatMap((prefix) =>
    mounted.map((path) => (typeof path === 'string' ? prefix + path : path)),
  );
  const texts = at.filter((path) => typeof path === 'string');
  if (isRouter) {
    const expressions = at.filter((path) => typeof path !== 'string');
    const unknown = expressions.map((path) => ({ path: String(path), what: 'a router' }));
    return joinRoutes([readStack(router, texts), { routes: [], unknown }]);
  }
  const isApplication = name === 'mounted_app';
  // Middleware for all paths usually only inspects requests. A handler with a path may respond to them.
  const isReported = mounted.some((path) => path !== '') || isApplication || name === 'serveStatic';
  const unknownPaths = isReported ? at : [];
  const what = isApplication ? APPLICATION : `the middleware ${name}`;
  return {
    routes: [],
    unknown: unknownPaths.map((path): UnknownRoute => ({ path: String(path) || '/', what })),
    applications: isApplication ? texts : [],
  };
}

function mountsOf(layer: Layer, isRouter: boolean): readonly (string | RegExp)[] {
  if (layer.regexp !== undefined)
    return layer.regexp.fast_slash === true ? [''] : mountPaths(layer.regexp, layer.keys ?? []);
  if (layer.slash === true) return [''];
  if (layer.rawPath === undefined) {
    if (!isRouter) return ['?'];
    throw new ConfigError(
      'This version of the package router, which Express 5 is made of, does not expose where routers are mounted. Update it: npm update router.',
    );
  }
  const paths = [layer.rawPath].flat() as (string | RegExp)[];
  return paths.map((path) => (path === '/' ? '' : path));
}

function readRoute({ path, methods, stack }: Route, above: readonly string[]): FrameworkRoutes {
  const handles = stack.map(({ handle }) => handle);
  if (handles.some(isDocsHandler)) return { routes: [], unknown: [] };
  const place = namedPlace(handles.at(-1) as { readonly name?: string } | undefined);
  // `app.all` registers each method that Node.js supports, and `route.all` marks the route. Beside other
  // methods, it is middleware.
  const named = Object.keys(methods).filter((name) => name !== '_all');
  const names = (named.length === 0 && methods._all === true) || isEveryMethod(methods) ? ['all'] : named;
  const paths = above.flatMap((one) =>
    ([path].flat(Infinity) as (string | RegExp)[]).map((own) => ({ one, own })),
  );
  return {
    routes: paths.flatMap(({ one, own }): FrameworkRoute[] =>
      typeof own !== 'string'
        ? []
        : names.map((method) => ({ method: method.toUpperCase(), path: one + own, place })),
    ),
    unknown: paths.flatMap(({ one, own }): UnknownRoute[] =>
      typeof own === 'string' ? [] : [{ path: `${one}${String(own)}`, what: 'a route' }],
    ),
  };
}

function isEveryMethod(methods: Route['methods']): boolean {
  return methods.get === true && methods.mkcol === true && methods.unlock === true;
}
