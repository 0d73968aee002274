import type { OpenApiDocument } from 'dtospec/internal';
import { type DocumentedOperation, OperationTable } from '../operations.js';
import { readerOf } from './frameworks.js';
import {
  APPLICATION,
  type FrameworkRoute,
  type FrameworkRoutes,
  type LoneRoute,
  type RouteComparison,
  type RouteOptions,
  type UnknownRoute,
} from './framework-routes.js';
import { shapeOf, type Template, templatesOf } from './template.js';
import { matches } from '../exchange-options.js';

interface ServedRoute extends FrameworkRoute {
  readonly templates: readonly Template[];
}

interface Served {
  readonly routes: readonly ServedRoute[];
  readonly unknown: readonly UnknownRoute[];
  readonly applications: readonly string[];
}

interface Documented {
  readonly operation: DocumentedOperation;
  readonly shapes: ReadonlySet<string>;
}

export async function compareWithRoutes(
  apps: readonly unknown[],
  readDocument: () => OpenApiDocument,
  { ignore = [], basePath }: RouteOptions,
): Promise<RouteComparison> {
  const served = joinServed(await Promise.all(apps.map(readApp)), new Set(apps.map(mountPathOf)));
  // The document is read now, because operations of Fastify are documented when their plugin loads.
  const document = readDocument();
  // A proxy may add the path of the server. The base path with fewer differences is used.
  const bases = basePath === undefined ? [undefined, '/'] : [basePath];
  return bases
    .map((base) => compare(served, new OperationTable(document, base), ignore))
    .reduce((best, template) => (differences(template) < differences(best) ? template : best));
}

function differences({ undocumented, unserved }: RouteComparison): number {
  return undocumented.length + unserved.length;
}

function compare(
  served: Served,
  { operations }: OperationTable,
  ignore: readonly (string | RegExp)[],
): RouteComparison {
  const documented = operations.map((operation) => ({
    operation,
    shapes: new Set(operation.templates.map(shapeOf)),
  }));
  const compared = findUndocumented(served, documented);
  const counts = (route: { readonly method?: string; readonly path: string }): boolean =>
    !isIgnored(route, ignore);
  const unserved = findUnserved(served, documented).filter(counts);
  const undocumented = compared.undocumented.filter(counts);
  return {
    ok: undocumented.length === 0 && unserved.length === 0,
    undocumented,
    unserved,
    unknown: [...served.unknown, ...compared.catchAlls].filter(counts),
  };
}

async function readApp(app: unknown): Promise<Served> {
  const reader = readerOf(app);
  const frameworkRoutes: FrameworkRoutes = await reader.read(app as never);
  const above = mountPathOf(app);
  const syntax = reader.syntax(app as never);
  const routes =
    reader.knowsHandlers === true ? frameworkRoutes.routes : withoutMiddleware(frameworkRoutes.routes);
  const read = routes.map((route) => {
    const path = above + route.path;
    return { ...route, path, templates: templatesOf(path, syntax) };
  });
  return {
    routes: read.flatMap((route) =>
      route.templates === undefined ? [] : [{ ...route, templates: route.templates }],
    ),
    unknown: [
      ...frameworkRoutes.unknown.map((route) => ({ ...route, path: above + route.path })),
      ...read
        .filter(({ templates }) => templates === undefined)
        .map(({ path }) => ({ path, what: 'a route' })),
    ],
    applications: (frameworkRoutes.applications ?? []).map((path) => shapeOf(above + path)),
  };
}

function withoutMiddleware(routes: readonly FrameworkRoute[]): readonly FrameworkRoute[] {
  const handled = new Set(routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [path])));
  return routes.filter(({ method, path }) => method !== 'ALL' || !handled.has(path));
}

function mountPathOf(app: unknown): string {
  const { mountpath, path } = app as { mountpath?: unknown; path?: unknown };
  return mountpath !== undefined && typeof path === 'function' ? (path as () => string).call(app) : '';
}

function joinServed(all: readonly Served[], readPaths: ReadonlySet<string>): Served {
  return {
    routes: all.flatMap(({ routes }) => routes),
    unknown: all
      .flatMap(({ unknown }) => unknown)
      .filter(({ what, path }) => what !== APPLICATION || !readPaths.has(path)),
    applications: all.flatMap(({ applications }) => applications).filter((path) => !readPaths.has(path)),
  };
}

function findUndocumented(
  { routes }: Served,
  documented: readonly Documented[],
): { undocumented: LoneRoute[]; catchAlls: UnknownRoute[] } {
  const undocumented = new Map<string, LoneRoute>();
  const catchAlls = new Map<string, UnknownRoute>();
  for (const { method, path: written, templates, place } of routes) {
    // A GET route also responds to HEAD, and a response to OPTIONS is for browsers of other origins (CORS).
    if (method === 'OPTIONS' || (method === 'HEAD' && isServed('GET', templates, routes))) continue;
    const lone = templates.filter(
      ({ shape }) => !documented.some((entry) => documents(entry, method, shape)),
    );
    if (lone.some(({ below }) => below !== undefined && (below === '/' || method === 'ALL'))) {
      catchAlls.set(written, { path: written, what: 'a catch-all' });
      continue;
    }
    for (const { path, shape } of lone) undocumented.set(`${method} ${shape}`, { method, path, place });
  }
  return { undocumented: [...undocumented.values()], catchAlls: [...catchAlls.values()] };
}

function isServed(method: string, templates: readonly Template[], routes: readonly ServedRoute[]): boolean {
  return templates.every(({ shape }) =>
    routes.some(
      (route) => route.method === method && route.templates.some((template) => template.shape === shape),
    ),
  );
}

function documents({ operation, shapes }: Documented, method: string, shape: string): boolean {
  return shapes.has(shape) && (method === 'ALL' || operation.method === method);
}

function findUnserved({ routes, applications }: Served, documented: readonly Documented[]): LoneRoute[] {
  const served = new Set(
    routes.flatMap(({ method, templates }) => templates.map(({ shape }) => `${method} ${shape}`)),
  );
  const shapesServed = new Set(routes.flatMap(({ templates }) => templates.map(({ shape }) => shape)));
  const serves = (method: string, shape: string): boolean => {
    if (served.has(`${method} ${shape}`) || served.has(`ALL ${shape}`)) return true;
    if (method === 'HEAD' && served.has(`GET ${shape}`)) return true;
    // Frameworks and CORS middleware respond to OPTIONS on every route.
    if (method === 'OPTIONS' && shapesServed.has(shape)) return true;
    return applications.some((path) => path === '/' || shape === path || shape.startsWith(`${path}/`));
  };
  return documented
    .filter(({ operation, shapes }) => ![...shapes].some((shape) => serves(operation.method, shape)))
    .map(({ operation: { method, path, pointer } }) => ({ method, path, place: pointer }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function isIgnored(
  { method, path }: { readonly method?: string; readonly path: string },
  ignore: readonly (string | RegExp)[],
): boolean {
  return ignore.some((entry) => {
    if (typeof entry !== 'string') return matches(entry, method === undefined ? path : `${method} ${path}`);
    const [, wanted, pattern = ''] = /^(?:([A-Za-z-]+) +)?(.*)$/s.exec(entry) ?? [];
    if (wanted !== undefined && method !== undefined && wanted.toUpperCase() !== method) return false;
    const shape = shapeOf(path.replace(/:\w+/g, '{}'));
    const wantedShape = shapeOf(pattern.replace(/:\w+/g, '{}').replace(/\/?\*$/, ''));
    if (!pattern.endsWith('*')) return shape === wantedShape;
    return wantedShape === '/' || shape === wantedShape || shape.startsWith(`${wantedShape}/`);
  });
}
