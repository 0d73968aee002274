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
  preceding: readonly IsPreceding[];
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
 * Finds what precedes each route. Most routers run what was registered first, and "concrete (non-templated)
 * paths would be matched before their templated counterparts" (OpenAPI 3.2, 4.8.1).
 */
export class Precedence {
  /** By method and shape: an application may register its operations again, for another server. */
  readonly #routes = new Map<string, KnownRoute>();

  /** @param pages paths of the docs, without a slash at the end; a later one is given by `givePages` */
  constructor(private readonly pages: Iterable<string>) {}

  /** Adds the routes of a call. Each learns later what precedes it. */
  add(routes: readonly Route[]): void {
    for (const route of routes) {
      const shape = shapeOf(route.prefix) + shapeOf(route.parts);
      const key = `${route.method} ${shape}`;
      const known = this.#routes.get(key) ?? this.#newRoute(route, shape);
      this.#routes.set(key, known);
      route.preceding = known.preceding;
    }
  }

  /** Gives the pages below a path to the docs. */
  givePages(path: string): void {
    for (const route of this.#routes.values()) givePages(path, route);
  }

  #newRoute(route: Route, shape: string): KnownRoute {
    const { method } = route;
    const isAsked = matcherOf(route);
    const added: KnownRoute = {
      method,
      order: orderOf(route),
      segments: shape.split('/'),
      isAsked,
      preceding: [],
    };
    for (const other of this.#routes.values()) {
      if (precedes(added, other)) other.preceding.push(isAsked);
      if (precedes(other, added)) added.preceding.push(other.isAsked);
    }
    for (const path of this.pages) givePages(path, added);
    return added;
  }
}

interface KnownRoute {
  readonly method: string;
  readonly order: string;
  readonly segments: readonly string[];
  /** Returns whether a request is for this route. */
  readonly isAsked: IsPreceding;
  readonly preceding: IsPreceding[];
}

function precedes(one: KnownRoute, other: KnownRoute): boolean {
  if (one.method !== other.method && !(one.method === 'HEAD' && other.method === 'GET')) return false;
  if (one.segments.length !== other.segments.length || one.order >= other.order) return false;
  return one.segments.every((segment, index) => overlap(segment, other.segments[index] ?? ''));
}

function overlap(one: string, other: string): boolean {
  return one === other || one.includes('{}') || other.includes('{}');
}

/** Gives pages to the docs if the parameters of a route match their path. */
function givePages(path: string, { segments, preceding }: KnownRoute): void {
  const pages = path.split('/');
  const isAbove = pages.every((segment, index) => overlap(segment, segments[index] ?? ''));
  if (isAbove && pages.some((segment, index) => segment !== segments[index]))
    preceding.push((_method, pathname) => pathname === path || pathname.startsWith(`${path}/`));
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
