import type { Finding } from '../shared/diagnostics.js';
import { ConfigError } from '../shared/errors.js';
import type { CompiledOperation } from './compile-operation.js';
import { type Operation, placeOf } from './operation.js';
import { pathMatcher } from './path-matcher.js';
import { isLeftToOther, orderOf, shapeOf } from './precedence.js';
import type { PathParameters } from '../shared/http.js';

export interface RoutedOperation {
  readonly bound: CompiledOperation;
  /** Values of the path as the router matched it, decoded. */
  readonly pathParameters: PathParameters;
}

type FindOperation = (method: string, pathname: string) => RoutedOperation | undefined;

/** Sorts operations in the order in which OpenAPI matches them. Otherwise their order stays. */
export function concreteFirst(operations: readonly CompiledOperation[]): CompiledOperation[] {
  const ranked = operations.map((bound) => ({ bound, order: orderOf(bound) }));
  ranked.sort((one, other) => (one.order < other.order ? -1 : Number(one.order > other.order)));
  return ranked.map(({ bound }) => bound);
}

/**
 * Creates a small router for servers without one. The first match wins, and
 * a GET operation responds to HEAD (RFC 9110, 9.3.2). It ignores a trailing
 * slash, as Express and Koa do, since Next.js may add one to every path.
 */
export function createRouter(operations: readonly CompiledOperation[]): FindOperation {
  const routes = operations.map((bound) => ({ bound, matches: pathMatcher(bound.parts, 'whole') }));
  const find: FindOperation = (method, pathname) => {
    for (const { bound, matches } of routes) {
      const isAsked = bound.method === method || (method === 'HEAD' && bound.method === 'GET');
      const pathParameters = isAsked ? matches(pathname) : undefined;
      if (pathParameters !== undefined && !isLeftToOther(bound, method, pathname))
        return { bound, pathParameters };
    }
    return undefined;
  };
  return (method, pathname) =>
    find(method, pathname) ?? (/[^/]\/$/.test(pathname) ? find(method, pathname.slice(0, -1)) : undefined);
}

/** Warns of the first operation below a path at which docs are mounted already: they answer its requests. */
export function findHiddenBelow(
  base: string,
  operations: readonly Pick<CompiledOperation, 'method' | 'endpoint'>[],
): Finding[] {
  const path = base.replace(/\/+$/, '');
  const hidden = operations.find(({ endpoint }) => endpoint.path.startsWith(`${path}/`));
  if (hidden === undefined) return [];
  const place = `${hidden.method} ${hidden.endpoint.path}`;
  return [
    {
      code: 'hidden-by-docs',
      place,
      message:
        `docs.mount(app, '${base}') comes before this operation, so the docs answer its requests, with 404. ` +
        `Mount the docs after the operations, or at a path of their own, such as '${path}/docs'.`,
    },
  ];
}

export type ClaimedRoutes = ReadonlyMap<string, Operation>;

/**
 * Returns the registered routes and those of the given operations. Equal routes are an error, since the
 * router would use the first and the document the last. One operation may be registered in several calls, for
 * several servers.
 * @throws ConfigError for two operations with the same method and path
 */
export function claimRoutes(
  before: ClaimedRoutes,
  operations: readonly Operation[],
  bound: readonly Pick<CompiledOperation, 'method' | 'prefix' | 'parts'>[],
): ClaimedRoutes {
  const routes = new Map(before);
  for (const [index, operation] of operations.entries()) {
    const key = routeOf(bound[index]);
    const other = routes.get(key);
    if (other !== undefined && (other !== operation || before.get(key) !== operation))
      throw twice(operation, other, index, before.has(key) ? undefined : operations.indexOf(other));
    routes.set(key, operation);
  }
  return routes;
}

/**
 * Returns a key of a route. Templates that differ only in parameter names are identical (OpenAPI 3.2, 4.8.1).
 */
function routeOf(
  { method, prefix, parts }: Pick<CompiledOperation, 'method' | 'prefix' | 'parts'> = {
    method: '',
    prefix: [],
    parts: [],
  },
): string {
  return `${method} ${shapeOf(prefix)}${shapeOf(parts)}`;
}

function twice(
  operation: Operation,
  other: Operation,
  second: number,
  first: number | undefined,
): ConfigError {
  const where =
    first === undefined
      ? 'which is already registered'
      : `operation ${first + 1} of the call, and is operation ${second + 1}`;
  return new ConfigError(
    `operation ${named(operation)} has the same method and path as ${named(other)}, ${where}. It would never run. Change its method or path, or remove it.`,
  );
}

function named({ definition }: Operation): string {
  const { operationId, summary } = definition;
  const name = operationId ?? summary;
  return `${placeOf(definition)}${name === undefined ? '' : ` (${name})`}`;
}
