export interface FrameworkRoute {
  /** In upper case, or `ALL`. */
  readonly method: string;
  /** The path in the framework's syntax, with its prefixes: `/api/users/:id`. */
  readonly path: string;
  readonly place?: string | undefined;
}

/** A handler whose routes are unknown. */
export interface UnknownRoute {
  /** The mount path, or the registered pattern. */
  readonly path: string;
  /** The handler in words: `the middleware serveStatic`. */
  readonly what: string;
}

export interface FrameworkRoutes {
  readonly routes: readonly FrameworkRoute[];
  readonly unknown: readonly UnknownRoute[];
  readonly applications?: readonly string[];
}

export interface PathSyntax {
  /** path-to-regexp 8: `{/:id}` is optional. */
  readonly hasGroups: boolean;
  /** Before path-to-regexp 8: `?`, `+` and `()` outside of parameters are expressions. */
  readonly hasExpressions: boolean;
}

export interface RouteReader {
  /** True if a route for all methods is a handler, and not middleware, beside other routes. */
  readonly knowsHandlers?: boolean;
  readonly recognises: (app: object) => boolean;
  readonly read: (app: never) => FrameworkRoutes | Promise<FrameworkRoutes>;
  readonly syntax: (app: never) => PathSyntax;
}

/** Options of `compareRoutes`. */
export interface RouteOptions {
  /**
   * Routes to leave out: `/health`, `GET /health`, `/internal/*` for everything below; or an expression that matches
   * `GET /users/{id}`.
   */
  readonly ignore?: readonly (string | RegExp)[];
  /**
   * The prefix of the application's paths; `/` for none.
   * @default the paths of `servers`, or none, whichever fits
   */
  readonly basePath?: string;
}

/** A route that only one side has. */
export interface LoneRoute {
  /** The method in upper case; `ALL` for a route of every method. */
  readonly method: string;
  /** The path in OpenAPI's syntax: `/users/{id}`. */
  readonly path: string;
  /** The name of the handler, or for an unserved operation its JSON Pointer. */
  readonly place: string | undefined;
}

/** The result of `compareRoutes`. */
export interface RouteComparison {
  /** True if each known route is documented and each operation served. */
  readonly ok: boolean;
  /** Routes of the application that the document lacks. */
  readonly undocumented: readonly LoneRoute[];
  /** Operations of the document without a route. */
  readonly unserved: readonly LoneRoute[];
  /** Handlers with unknown routes: middleware for files, a mounted application, a catch-all. */
  readonly unknown: readonly UnknownRoute[];
}

export const APPLICATION = 'an application of its own';

export function joinRoutes(parts: readonly FrameworkRoutes[]): Required<FrameworkRoutes> {
  return {
    routes: parts.flatMap(({ routes }) => routes),
    unknown: parts.flatMap(({ unknown }) => unknown),
    applications: parts.flatMap(({ applications }) => applications ?? []),
  };
}

export function namedPlace(handler: { readonly name?: string } | undefined): string | undefined {
  return handler?.name === '' ? undefined : handler?.name;
}
