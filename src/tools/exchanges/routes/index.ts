import { DtospecError, recogniseAcrossCopies, requireKnownOptions, STRING } from 'dtospec/internal';
import { documentOf, PATTERNS, requireDocument, type SpecSource } from '../exchange-options.js';
import { compareWithRoutes } from './compare-routes.js';
import type { LoneRoute, RouteComparison, RouteOptions, UnknownRoute } from './framework-routes.js';

/** Thrown if an application and its document have different routes. */
export class RoutesError extends DtospecError {
  override readonly name = 'RoutesError';
  readonly code = 'ERR_ROUTES';

  constructor(
    /** The result of the comparison. */
    readonly comparison: RouteComparison,
  ) {
    super(describeRoutes(comparison));
  }
}

recogniseAcrossCopies({ RoutesError });

/**
 * Compares the routes of an application with the operations of its document. It ignores names of parameters:
 * `/users/:id` equals `/users/{userId}`. It also ignores HEAD and OPTIONS routes that frameworks add, and the
 * routes of the docs. The application need not listen.
 *
 * @param app an application or router of Express 4 or 5, Fastify, Koa with its router, Hono or Nest
 *   (initialised); or an array of them
 * @param source a `Docs`, or an OpenAPI document of version 3.0, 3.1 or 3.2
 * @throws ConfigError for an unknown application, an invalid document or option
 * @example
 * const { undocumented, unserved } = await compareRoutes(app, docs, { ignore: ['/health'] });
 */
export async function compareRoutes(
  app: object,
  source: SpecSource,
  options: RouteOptions = {},
): Promise<RouteComparison> {
  requireKnownOptions('compareRoutes', options, { ignore: PATTERNS, basePath: STRING });
  const apps = Array.isArray(app) ? (app as unknown[]) : [app];
  return compareWithRoutes(apps, () => readDocument(source), options);
}

function readDocument(source: SpecSource): ReturnType<typeof documentOf> {
  const document = documentOf(source);
  requireDocument(document);
  return document;
}

/**
 * Compares routes like `compareRoutes`, for test runners without matchers.
 *
 * @throws RoutesError for undocumented routes and unserved operations
 */
export async function assertRoutes(
  app: object,
  source: SpecSource,
  options: RouteOptions = {},
): Promise<void> {
  const comparison = await compareRoutes(app, source, options);
  if (!comparison.ok) throw new RoutesError(comparison);
}

/** Returns a comparison as text: each route, its place, and what to do. */
export function describeRoutes({ ok, undocumented, unserved, unknown }: RouteComparison): string {
  const unknownLines =
    unknown.length === 0 ? [] : ['', 'The routes of these are unknown:', ...unknown.map(unknownLine)];
  if (ok) return ['Each route is documented, and each operation is served.', ...unknownLines].join('\n');
  return [
    `The routes are not those of the document: ${undocumented.length} undocumented, ${unserved.length} unserved.`,
    ...section(
      'Served, and not documented. Add an operation to the document, or name it in `ignore`:',
      undocumented.map(
        ({ place, ...route }) => `${routeName(route)}${place === undefined ? '' : ` (${place})`}`,
      ),
    ),
    ...section(
      'Documented, and not served. Add a route to the application, remove the operation, or name it in `ignore`:',
      unserved.map(({ place, ...route }) => `${routeName(route)}, documented at ${place ?? '#/paths'}`),
    ),
    ...unknownLines,
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function routeName({ method, path }: Pick<LoneRoute, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function unknownLine({ path, what }: UnknownRoute): string {
  return `  ${path}: ${what}`;
}
