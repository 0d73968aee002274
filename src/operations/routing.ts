import { ConfigError } from '../shared/errors.js';
import { scanPath } from '../documents/openapi/paths/path.js';
import type { PathParameters } from './types.js';
import type { BoundOperation } from './bind.js';
import { type Operation, placeOf } from './operation.js';

/** A part of a path: text, or a parameter. */
export type RoutePart = { readonly text: string } | { readonly parameter: string };

/**
 * Returns the parts of an operation's path. Router extensions need a route that you register by hand.
 * @throws ConfigError for a wildcard, an optional part or an expression
 */
export function routeParts(path: string, place: string): RoutePart[] {
  const { parts, optional } = scanPath(path);
  const texts = parts.map((part) => ('text' in part ? part.text : '')).join('');
  const isPlain = !optional && !/[*?()]|\.\.\./.test(path) && !/\{[^}]*:/.test(path) && !texts.includes('?');
  if (!isPlain)
    throw new ConfigError(
      `operation ${place} has a wildcard, an optional part or an expression in its path. Write one operation for each path, with a rule on the parameter's property, as in /users/{id}.`,
    );
  const joined: RoutePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if ('parameter' in part && last !== undefined && 'parameter' in last)
      throw new ConfigError(
        `operation ${place} has the parameters ${last.parameter} and ${part.parameter ?? ''} without text between them, so their values cannot be separated. Put a slash or a dash between them.`,
      );
    if ('parameter' in part) joined.push({ parameter: part.parameter ?? '' });
    else if (last !== undefined && 'text' in last)
      joined[joined.length - 1] = { text: last.text + part.text };
    else joined.push({ text: part.text });
  }
  const [first] = joined;
  return first !== undefined && 'text' in first && first.text.startsWith('/')
    ? joined
    : [{ text: '/' }, ...joined];
}

/** Returns the path parameters by name, percent-encoded; undefined if the path does not match. */
export type MatchPath = (pathname: string) => PathParameters | undefined;

/**
 * @param anchored `'whole'`: the template is the whole path; `'end'`: a router has matched it, perhaps below a prefix
 * and case-insensitively
 */
export function pathMatcher(parts: readonly RoutePart[], anchored: 'whole' | 'end'): MatchPath {
  const names = parts.flatMap((part) => ('parameter' in part ? [part.parameter] : []));
  const source = parts
    .map((part, index) => ('parameter' in part ? `(${valueAt(parts, index)}+?)` : textOf(part.text)))
    .join('');
  const regex = anchored === 'whole' ? new RegExp(`^${source}$`) : new RegExp(`${source}/?$`, 'i');
  return (pathname) => {
    const match = regex.exec(pathname);
    if (match === null) return undefined;
    return names.map((name, index) => [name, match[index + 1] ?? '']);
  };
}

/**
 * Returns the pattern of a parameter's value. If another parameter follows in the same segment, the value cannot
 * contain the text between them, as in path-to-regexp: otherwise matching would take exponential time.
 */
function valueAt(parts: readonly RoutePart[], index: number): string {
  const [text, next] = parts.slice(index + 1, index + 3);
  const isFollowed =
    text !== undefined &&
    'text' in text &&
    !text.text.includes('/') &&
    next !== undefined &&
    'parameter' in next;
  return isFollowed ? `(?:(?!${textOf(text.text)})[^/])` : '[^/]';
}

function textOf(text: string): string {
  return `(?:${texts(text).map(escapeRegex).join('|')})`;
}

/** Returns text as written and percent-encoded. */
function texts(text: string): string[] {
  return [...new Set([text, encodeURI(text)])];
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

export interface RoutedOperation {
  readonly bound: BoundOperation;
  readonly pathParameters: PathParameters;
}

type FindOperation = (method: string, pathname: string) => RoutedOperation | undefined;

/**
 * Creates a small router for servers without one. The first registered match answers, and a GET answers HEAD (RFC 9110,
 * 9.3.2). It ignores a trailing slash, as Express and Koa do: Next.js may redirect every path to one with a slash.
 */
export function createRouter(operations: readonly BoundOperation[]): FindOperation {
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

/** The registered operation of each method and path. */
export type ClaimedRoutes = ReadonlyMap<string, Operation>;

/**
 * Returns the registered routes together with those of these operations. A router would answer with the first of two,
 * and the document has the last. An operation may be registered again in another call, for another server.
 * @throws ConfigError for two operations with one method and path
 */
export function claimRoutes(
  before: ClaimedRoutes,
  operations: readonly Operation[],
  bound: readonly Pick<BoundOperation, 'method' | 'parts'>[],
  prefix = '',
): ClaimedRoutes {
  const routes = new Map(before);
  for (const [index, operation] of operations.entries()) {
    const key = routeOf(bound[index], prefix);
    const other = routes.get(key);
    if (other !== undefined && (other !== operation || before.get(key) !== operation))
      throw twice(operation, other, index, before.has(key) ? undefined : operations.indexOf(other));
    routes.set(key, operation);
  }
  return routes;
}

/** Templates that differ only in the names of their parameters are identical (OpenAPI 3.2, 4.8.1). */
function routeOf(
  { method, parts }: Pick<BoundOperation, 'method' | 'parts'> = { method: '', parts: [] },
  prefix: string,
): string {
  return `${method} ${prefix}${parts.map((part) => ('text' in part ? part.text : '{}')).join('')}`;
}

function twice(
  operation: Operation,
  other: Operation,
  second: number,
  first: number | undefined,
): ConfigError {
  const where =
    first === undefined
      ? 'which is registered already'
      : `number ${first + 1} of the call, while this is number ${second + 1}`;
  return new ConfigError(
    `operation ${named(operation)} has the method and the path of ${named(other)}, ${where}: the second one would never run. Change its method or path, or remove it.`,
  );
}

function named({ definition }: Operation): string {
  const { operationId, summary } = definition;
  const name = operationId ?? summary;
  return `${placeOf(definition)}${name === undefined ? '' : ` (${name})`}`;
}
