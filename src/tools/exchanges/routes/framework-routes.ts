export interface FrameworkRoute {
  readonly method: string;
  readonly path: string;
  readonly place?: string | undefined;
}

export interface UnknownRoute {
  readonly path: string;
  readonly what: string;
}

export interface FrameworkRoutes {
  readonly routes: readonly FrameworkRoute[];
  readonly unknown: readonly UnknownRoute[];
  readonly applications?: readonly string[];
}

export interface PathSyntax {
  /** True for path-to-regexp 8, in which `{/:id}` is optional. */
  readonly hasGroups: boolean;
  /** True before path-to-regexp 8: `?`, `+` and `()` outside of parameters are regular expressions. */
  readonly hasExpressions: boolean;
  /** True if a colon begins a parameter only after a slash. @default false */
  readonly needsSlash?: boolean;
}

export interface RouteReader {
  /** True if a route for all methods, beside other routes, is a handler instead of middleware. */
  readonly knowsHandlers?: boolean;
  readonly recognises: (app: object) => boolean;
  readonly read: (app: never) => FrameworkRoutes | Promise<FrameworkRoutes>;
  readonly syntax: (app: never) => PathSyntax;
}

/** Options of `compareRoutes`. */
export interface RouteOptions {
  /**
   * Routes to ignore: a path (`/health`), a method and a path (`GET /health`), everything below a path
   * (`/internal/*`), or a regular expression for texts such as `GET /users/{id}`.
   */
  readonly ignore?: readonly (string | RegExp)[];
  /**
   * The prefix of the application's paths; `/` for none. @default the path of one of `servers` or none,
   * whichever matches more routes
   */
  readonly basePath?: string;
}

/** A route that only one side has. */
export interface LoneRoute {
  /** The method in upper case; `ALL` for a route of every method. */
  readonly method: string;
  /** The path in OpenAPI's syntax: `/users/{id}`. */
  readonly path: string;
  /** The name of the handler, or the JSON Pointer of an operation without a route. */
  readonly place: string | undefined;
}

/** The result of `compareRoutes`. */
export interface RouteComparison {
  /** True if each known route is documented and each operation has a route. */
  readonly ok: boolean;
  /** Routes of the application that are not in the document. */
  readonly undocumented: readonly LoneRoute[];
  /** Operations of the document without a route. */
  readonly unserved: readonly LoneRoute[];
  /** Handlers with unknown routes, such as middleware for files, a mounted application or a catch-all. */
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
