import type { BoundOperation } from './bind.js';
import { pathMatcher } from './path-matcher.js';

/** Finds the operation of a method, in upper case, and a path. */
export type FindOperation = (method: string, pathname: string) => BoundOperation | undefined;

/**
 * A small router, for servers that have none: the first that was registered answers, and a GET its HEAD (RFC 9110, 9.3.2). A
 * slash at the end is none, as in Express and Koa: Next.js may redirect every path to one that has it.
 */
export function createFinder(operations: readonly BoundOperation[]): FindOperation {
  const routes = operations.map((bound) => ({ bound, matches: pathMatcher(bound.parts, 'whole') }));
  const find: FindOperation = (method, pathname) =>
    routes.find(({ bound, matches }) => bound.method === method && matches(pathname) !== undefined)?.bound;
  const findAny: FindOperation = (method, pathname) =>
    find(method, pathname) ?? (method === 'HEAD' ? find('GET', pathname) : undefined);
  return (method, pathname) =>
    findAny(method, pathname) ??
    (/[^/]\/$/.test(pathname) ? findAny(method, pathname.slice(0, -1)) : undefined);
}
