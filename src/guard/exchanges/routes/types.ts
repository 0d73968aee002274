/** A route as a framework has it. */
export interface FrameworkRoute {
  /** In upper case; `ALL`: whatever the method is. */
  readonly method: string;
  /** As the framework writes it, with what it is mounted below: `/api/users/:id`. */
  readonly path: string;
  /** Whose it is: the name of a function, or of a controller and its method. */
  readonly place?: string | undefined;
}

/** Something that may answer requests, and of which nothing tells which. */
export interface UnknownRoute {
  /** Where it is mounted, or the pattern that it is registered with. */
  readonly path: string;
  /** What it is, in words: `the middleware serveStatic`. */
  readonly what: string;
}

/** What an application serves, as far as it tells. */
export interface FrameworkRoutes {
  readonly routes: readonly FrameworkRoute[];
  readonly unknown: readonly UnknownRoute[];
  /** Paths below which an application of its own serves what it wants. */
  readonly applications?: readonly string[];
}

/** How a router writes what may be missing, and what is an expression. */
export interface PathSyntax {
  /** `{/:id}` is a part that may be missing, as path-to-regexp has it from version 8 on. */
  readonly hasGroups: boolean;
  /** `?`, `+` and `()` outside of parameters are expressions, as path-to-regexp had them before. */
  readonly hasExpressions: boolean;
}

/** Reads the routes of one framework's applications. */
export interface RouteReader {
  /** Whether what answers all methods is a handler, and no middleware, wherever other handlers are. */
  readonly knowsHandlers?: boolean;
  readonly recognises: (app: object) => boolean;
  readonly read: (app: never) => FrameworkRoutes | Promise<FrameworkRoutes>;
  readonly syntax: (app: never) => PathSyntax;
}

/** How routes are compared. */
export interface RouteOptions {
  /**
   * What is not compared: `/health`, `GET /health`, `/internal/*` for all below it; or an expression, which is tested
   * against `GET /users/{id}`.
   */
  readonly ignore?: readonly (string | RegExp)[];
  /**
   * What the paths of the application begin with, instead of the paths of the document's servers: `/` where a proxy adds
   * them.
   * @default the paths of `servers`
   */
  readonly basePath?: string;
}

/** A route of one side that the other side has not. */
export interface LoneRoute {
  /** In upper case; `ALL` for a route that answers every method. */
  readonly method: string;
  /** As OpenAPI writes it: `/users/{id}`. */
  readonly path: string;
  /**
   * Where it is: of an undocumented route the name of its handler, where it has one; of an unserved one a JSON Pointer to
   * the operation.
   */
  readonly place: string | undefined;
}

/** The routes of an application beside the operations of its document. */
export interface RouteComparison {
  /** Whether each route is documented and each operation served, as far as can be known. */
  readonly ok: boolean;
  /** Routes of the application that the document lacks. */
  readonly undocumented: readonly LoneRoute[];
  /** Operations of the document that the application has no route for. */
  readonly unserved: readonly LoneRoute[];
  /** What may be amiss with all of them, in a sentence: a path that a proxy adds. */
  readonly hint: string | undefined;
  /** What may serve something, and does not tell what: middleware for files, a mounted application, a catch-all. */
  readonly unknown: readonly UnknownRoute[];
}
