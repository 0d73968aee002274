import { splitTarget } from '../shared/http.js';
import { pathMatcher, rankOf, type RoutePart } from './path-matcher.js';

/**
 * Returns whether a request belongs to what precedes a route, although it was registered later: an operation
 * that OpenAPI matches first, or the pages of the docs.
 */
export type IsPreceding = (method: string, pathname: string) => boolean;

/** The route of an operation. */
interface Route {
  readonly method: string;
  readonly prefix: readonly RoutePart[];
  readonly parts: readonly RoutePart[];
  readonly preceding: IsPreceding[];
}

/**
 * Returns a text by which routes sort as OpenAPI matches them: `/users/me` precedes `/users/{id}`. HEAD
 * precedes GET of the same path, whose route responds to HEAD as well.
 */
export function orderOf({ method, parts }: Pick<Route, 'method' | 'parts'>): string {
  return `${rankOf(shapeOf(parts))}${method === 'HEAD' ? '' : '3'}`;
}

/** Returns a template without the names of its parameters. */
export function shapeOf(parts: readonly RoutePart[]): string {
  return parts.map((part) => ('text' in part ? part.text : '{}')).join('');
}

/**
 * Finds the routes that precede ones of earlier calls. Most routers run what was registered first, and
 * "concrete (non-templated) paths would be matched before their templated counterparts" (OpenAPI 3.2, 4.8.1).
 */
export class Precedence {
  readonly #routes: OrderedRoute[] = [];
  readonly #pages: string[] = [];

  /** Adds the routes of a call, and gives each to the earlier routes that it precedes. */
  add(routes: readonly Route[]): void {
    const added = routes.map(withOrder);
    for (const later of added)
      for (const first of this.#routes)
        if (precedes(later, first)) first.route.preceding.push(matcherOf(later.route));
    this.#routes.push(...added);
    for (const path of this.#pages) givePages(path, added);
  }

  /**
   * Gives the pages below a path to the routes whose parameters match it.
   *
   * @param path without a slash at the end
   */
  addPages(path: string): void {
    this.#pages.push(path);
    givePages(path, this.#routes);
  }
}

function givePages(path: string, routes: readonly OrderedRoute[]): void {
  const segments = path.split('/');
  const isPreceding: IsPreceding = (_method, pathname) =>
    pathname === path || pathname.startsWith(`${path}/`);
  for (const { route, segments: own } of routes) {
    const isAbove = segments.every((segment, index) => overlap(segment, own[index] ?? ''));
    if (isAbove && segments.some((segment, index) => segment !== own[index]))
      route.preceding.push(isPreceding);
  }
}

interface OrderedRoute {
  readonly route: Route;
  readonly order: string;
  readonly segments: readonly string[];
}

function withOrder(route: Route): OrderedRoute {
  const shape = shapeOf(route.prefix) + shapeOf(route.parts);
  return { route, order: orderOf(route), segments: shape.split('/') };
}

function precedes(later: OrderedRoute, first: OrderedRoute): boolean {
  const { method } = later.route;
  if (method !== first.route.method && !(method === 'HEAD' && first.route.method === 'GET')) return false;
  if (later.segments.length !== first.segments.length || later.order >= first.order) return false;
  return later.segments.every((segment, index) => overlap(segment, first.segments[index] ?? ''));
}

function overlap(one: string, other: string): boolean {
  return one === other || one.includes('{}') || other.includes('{}');
}

function matcherOf({ method, parts }: Route): IsPreceding {
  const match = pathMatcher(parts, 'whole');
  const count = shapeOf(parts).split('/').length - 1;
  return (asked, pathname) => {
    if (asked !== method) return false;
    const segments = pathname.replace(/(?!^)\/$/, '').split('/');
    // The end of the path: a router may be mounted below another one.
    return match(`/${segments.slice(-count).join('/')}`) !== undefined;
  };
}

/**
 * Returns whether a router must go on to a later route, which precedes the one that it has found.
 *
 * @param target the path of the request, with or without the query
 */
export function isLeftToOther(
  { preceding }: Pick<Route, 'preceding'>,
  method: string,
  target: string,
): boolean {
  if (preceding.length === 0) return false;
  const { pathname } = splitTarget(target);
  return preceding.some((isPreceding) => isPreceding(method, pathname));
}
