import type { BoundOperation } from './bind.js';
import { pathMatcher } from './path-matcher.js';
import type { PathParameters } from './types.js';

/** An operation whose route matched, with the parameters of that match. */
export interface FoundOperation {
  readonly bound: BoundOperation;
  readonly pathParameters: PathParameters;
}

/** Finds the operation of a method, in upper case, and a path. */
export type FindOperation = (method: string, pathname: string) => FoundOperation | undefined;

/**
 * A small router for servers without one: the first registered match answers, and a GET answers its HEAD (RFC 9110, 9.3.2).
 * It ignores a trailing slash, as Express and Koa do: Next.js may redirect every path to one that has it.
 */
export function createFinder(operations: readonly BoundOperation[]): FindOperation {
  const routes = operations.map((bound) => ({ bound, matches: pathMatcher(bound.parts, 'whole') }));
  const find: FindOperation = (method, pathname) => {
    for (const { bound, matches } of routes) {
      const pathParameters = bound.method === method ? matches(pathname) : undefined;
      if (pathParameters !== undefined) return { bound, pathParameters };
    }
    return undefined;
  };
  const findAny: FindOperation = (method, pathname) =>
    find(method, pathname) ?? (method === 'HEAD' ? find('GET', pathname) : undefined);
  return (method, pathname) =>
    findAny(method, pathname) ??
    (/[^/]\/$/.test(pathname) ? findAny(method, pathname.slice(0, -1)) : undefined);
}
