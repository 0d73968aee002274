import { DtospecError, recogniseAcrossCopies } from '../../../shared/errors.js';
import { requireKnownOptions, STRING } from '../../../shared/checks.js';
import { PATTERNS } from '../option-checks.js';
import { documentOf, requireDocument, type SpecSource } from '../source.js';
import { compareWithRoutes } from './compare-routes.js';
import { describeRoutes } from './describe-routes.js';
import type { RouteComparison, RouteOptions } from './types.js';

/** An application serves what its document lacks, or the other way round. */
export class RoutesError extends DtospecError {
  override readonly name = 'RoutesError';
  readonly code = 'ERR_ROUTES';

  constructor(
    /** Each route that is not on both sides, and what nothing is known of. */
    readonly comparison: RouteComparison,
  ) {
    super(describeRoutes(comparison));
  }
}

recogniseAcrossCopies({ RoutesError });

/**
 * Compares the routes that an application serves with the operations of its document. Paths are compared by their shape:
 * `/users/:id` is `/users/{userId}`. HEAD and OPTIONS are left out where frameworks answer them by themselves, and so are
 * the routes of the docs. The application is made ready, as `inject` makes it; it need not listen.
 *
 * @param app an application of Express 4 or 5, Fastify, Koa with its router, Hono or Nest (initialised), or a router of
 * these; several are one service, each with what it is mounted at
 * @param source a `Docs`, or an OpenAPI document of 3.0, 3.1 or 3.2
 * @throws ConfigError for what is no such application, and for what is no document or option
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
 * `compareRoutes` for test runners without matchers.
 *
 * @throws RoutesError where a route is not documented, or an operation not served; it names each
 */
export async function assertRoutes(
  app: object,
  source: SpecSource,
  options: RouteOptions = {},
): Promise<void> {
  const comparison = await compareRoutes(app, source, options);
  if (!comparison.ok) throw new RoutesError(comparison);
}
