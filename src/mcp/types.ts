import type { Operation } from '../operations/operation.js';
import type { ViewOptions } from '../documents/openapi/config/view.js';
import type { CompleteSchema } from '../documents/json-schema/inline-definitions.js';
import type { NodeHandler } from '../page/docs-server.js';

/** The verified caller of an MCP request, as the official SDK describes it (`AuthInfo`). */
export interface McpAuthInfo {
  /** The access token. */
  token: string;
  /** Id of the client that the token was issued for. */
  clientId: string;
  /** Scopes of the token. */
  scopes: string[];
  /** When the token expires, in seconds since 1970. */
  expiresAt?: number;
  /** The resource that the token was issued for (RFC 8707). */
  resource?: URL;
  /** Further data of the verifier. */
  extra?: Record<string, unknown>;
}

/** A tool, as `tools/list` returns it. */
export interface McpTool {
  /** Name: the operationId, with letters, digits, `_` and `-` only. */
  readonly name: string;
  /** Short title: the summary of the operation. */
  readonly title: string;
  /** Summary and description of the operation. */
  readonly description: string;
  /** Schema of the arguments: `params`, `query`, `headers`, `cookies` and `body`. */
  readonly inputSchema: CompleteSchema;
  /** Schema of the structured content, if every documented success has a body in JSON. */
  readonly outputSchema?: CompleteSchema;
  /** Promises of the HTTP method (RFC 9110, 9.2). */
  readonly annotations: McpToolAnnotations;
}

/** Promises of the HTTP method of an operation. */
export interface McpToolAnnotations {
  /** True for GET and QUERY. */
  readonly readOnlyHint: boolean;
  /** False for GET and QUERY; a POST may destroy as well. */
  readonly destructiveHint: boolean;
  /** True for GET, QUERY, PUT and DELETE. */
  readonly idempotentHint: boolean;
}

/** A server of node:http or node:https. */
export interface HttpServerLike {
  /** Receives connections. */
  emit(event: string, connection: unknown): boolean;
}

/** Options of `mcpServer`. */
export interface McpServerOptions {
  /**
   * Selects the operations as a view of the docs does: by tags, paths and audience, or by a function.
   * @default all
   */
  readonly include?: ViewOptions['include'] | undefined;
  /**
   * Selects operations by their operationId, or by the operation itself. @default all that `include` selects
   */
  readonly operations?: readonly (Operation | string)[] | undefined;
  /**
   * Verifies the credentials of each HTTP request, as `requireBearerAuth` of `@modelcontextprotocol/server`
   * does. A response refuses the request.
   *
   * @default the `auth` that middleware has set on a request of node:http
   */
  readonly authenticate?:
    | ((request: Request) => McpAuthInfo | Response | undefined | Promise<McpAuthInfo | Response | undefined>)
    | undefined;
  /**
   * Returns the identity that handlers receive as `auth`. The token needs the scopes that `security` requires
   * of tokens; `verify` does not run. For an empty identity, such as undefined or null, `security` decides.
   *
   * @default `security` verifies the token of the caller as a bearer token
   */
  readonly auth?: ((authInfo: McpAuthInfo | undefined) => unknown) | undefined;
  /**
   * Returns the headers of the call, such as credentials for `security`.
   * @default `Authorization` with the token of the caller
   */
  readonly headers?:
    | ((authInfo: McpAuthInfo | undefined) => Readonly<Record<string, string | undefined>>)
    | undefined;
  /**
   * Serves the endpoints that are not operations, for example those of Nest: `app.getHttpServer()`. Calls
   * pass its whole pipeline without a socket, so it does not need to listen.
   */
  readonly httpServer?: HttpServerLike | undefined;
  /**
   * Origins whose pages may send requests, as browsers send them:
   * `https://chat.example.com`. Their preflights are answered, and their pages
   * can read the responses (CORS). Clients other than browsers send no origin.
   *
   * @default none
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Writes a union of classes with a discriminator as one object with the properties of all, and an object or
   * null as an object whose type includes null. Some clients merge the schemas of a union, and refuse valid
   * arguments: LangChain's adapter. The object also allows mixtures of the classes, which the operation
   * refuses with 400.
   *
   * @default false
   */
  readonly flatUnions?: boolean | undefined;
  /** Maximum size of an HTTP request in bytes. @default 4,194,304 */
  readonly maxRequestBytes?: number | undefined;
  /** How to use the tools as a whole; clients pass it to the model. @default none */
  readonly instructions?: string | undefined;
  /**
   * Receives errors of handlers and of the protocol. Clients do not receive them. @default `console.error`
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Options of a call of `fetch`. */
export interface McpFetchOptions {
  /** The caller, if you have verified it already. */
  readonly authInfo?: McpAuthInfo | undefined;
  /** The body as JSON, if a parser has read it. */
  readonly parsedBody?: unknown;
}

/** The part of Koa's context that the middleware uses. */
export interface McpKoaContext {
  /** The path. */
  readonly path: string;
  /** The request of node:http. */
  readonly req: object;
  /** The response of node:http. */
  readonly res: object;
  /** Koa's request, with the body of a parser. */
  readonly request: object;
  /** The status. */
  status: number;
  /** The body. */
  body: unknown;
  /** Sets headers. */
  set(headers: Readonly<Record<string, string>>): void;
}

/** The part of a Fastify application that the plugin uses. */
export interface McpFastifyApp {
  /** Registers a route. */
  route(options: object): unknown;
  /** Adds a parser of bodies. */
  addContentTypeParser(...parts: never[]): unknown;
  /** Removes the parsers of bodies. */
  removeAllContentTypeParsers(): unknown;
}

/** The operations of an API as tools of the Model Context Protocol. */
export interface McpServer {
  /** The tools, in the order of the document. */
  readonly tools: readonly McpTool[];
  /** The selected operations that cannot be tools, each with the reason. */
  readonly omitted: readonly string[];
  /** Serves Streamable HTTP for fetch: Hono, Bun, Deno, Workers. */
  readonly fetch: (request: Request, options?: McpFetchOptions) => Promise<Response>;
  /** Serves Streamable HTTP for node:http, Express, Connect and Nest. */
  readonly node: NodeHandler;
  /** Returns middleware of Koa that serves a path. */
  koa(path: string): (context: McpKoaContext, next: () => Promise<unknown>) => Promise<unknown>;
  /** A plugin of Fastify that serves its prefix. */
  readonly fastify: (app: McpFastifyApp, options: object, done: (error?: Error) => void) => void;
  /** Serves standard input and output. Nothing else may write to standard output. */
  stdio(): { close(): Promise<void> };
}
