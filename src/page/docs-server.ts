import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  Authorize,
  DocsAuth,
  DocsRequest,
  OnError,
  UIConfig,
} from '../documents/openapi/config/page-options.js';
import type { OpenApiDocument } from '../documents/openapi/types/document.js';
import { ConfigError } from '../shared/errors.js';
import { show } from '../shared/values.js';

export interface DocsSource {
  readonly title: string;
  readonly ui: UIConfig | undefined;
  readonly docsAuth: DocsAuth | undefined;
  readonly authorize?: Authorize | undefined;
  readonly onError?: OnError | undefined;
  /** Reports the problems of the document, when it is served and when it is asked for. @default none */
  readonly notice?: { served(): void; asked(): void } | undefined;
  /** Increases with each change of the document. */
  readonly revision: number;
  /** Returns the same object until the next change. Do not change it. */
  document(): OpenApiDocument;
  /** Returns the document as compact JSON. */
  text(): string;
  views(): readonly ServedView[];
}

export interface ServedView extends HasDocsServer {
  /** Path segment below the other document. */
  readonly name: string;
}

export interface DocumentLink {
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

export interface Family {
  readonly protects: boolean;
  readonly headers: readonly string[];
  documentsFor(request: DocsRequest): Promise<readonly DocumentLink[]>;
}

export interface AskedRequest extends DocsRequest {
  /** Host and port, if no header contains them. */
  readonly host?: string | undefined;
  readonly isSecure?: boolean | undefined;
  /** Reads the body of a form; returns undefined for other media types and for a body that is too long. */
  readForm?(): Promise<URLSearchParams | undefined>;
}

export function plainRequest(
  { method, query, headers, raw }: DocsRequest,
  { base, path }: Location,
): DocsRequest {
  return { method, base, path, query, headers, raw };
}

export function movedRequest(request: AskedRequest, location: Location): AskedRequest {
  const { isSecure, host } = request;
  return {
    isSecure,
    host,
    readForm: async () => request.readForm?.(),
    ...plainRequest(request, location),
  };
}

export interface DocsResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A handler of node:http and Connect. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** An application with Connect's `use(path, handler)`: Express, Connect, Nest on Express. */
export interface ConnectApp {
  /** Registers a handler for all paths below `path`. */
  use(path: string, handler: NodeHandler): unknown;
}

export interface Location {
  readonly base: string;
  readonly path: string;
}

/**
 * The server that adapters mount: the docs, or another page. A pure function from request to response, and a
 * handler of Connect.
 */
export interface MountableServer {
  /**
   * Responds to any request below the base. It rejects only if the application's code throws or rejects.
   * @internal
   */
  respond(request: AskedRequest): Promise<DocsResponse>;
  /** @internal */
  viewNames(): readonly string[];
  /**
   * Adapters call it when they serve the page.
   * @internal
   */
  served?(): void;
  /**
   * Emits a process warning for an error that no framework handles, unless there is an `onError`.
   * @internal
   */
  readonly warn: (error: unknown) => void;
  /**
   * Splits a path at `base`; returns undefined for a path that does not belong to the docs. All paths below a
   * base do. At the root, which the application shares, only the docs' own paths do.
   *
   * @param base the result of `normalizeBase`
   * @internal
   */
  locate(pathname: string, base: string): Location | undefined;
  middleware(base: string): NodeHandler;
  /**
   * Returns a handler for Connect's `app.use(path, handler)`, which removes the path before the call.
   * @internal
   */
  mounted(): NodeHandler;
  mount(app: ConnectApp, base: string): void;
}

/** Something that adapters serve: an instance of Docs, or a page of `dtospec/deliveries`. */
export interface Mountable {
  readonly server: MountableServer;
  /** @internal */
  keepPages?(base: string): void;
}

/** The docs server. */
export interface DocsServer extends MountableServer {
  /**
   * @param family the documents that the page links to, if it is served below another one
   * @internal
   */
  respond(request: AskedRequest, family?: Family): Promise<DocsResponse>;
  /**
   * Returns whether the reader may see the docs. It reports an error of `authorize` and returns false.
   * @internal
   */
  admits(request: DocsRequest): Promise<boolean>;
  /** @internal */
  readonly protects: boolean;
  /** @internal */
  readonly credentialHeaders: readonly string[];
  /** @internal */
  handler(): NodeHandler;
  /** @internal */
  specHandler(): NodeHandler;
  /** @internal */
  getUIConfig(): string;
}

export interface HasDocsServer {
  readonly server: DocsServer;
}

export function serverOf(adapter: string, docs: unknown): MountableServer {
  const server = (docs as { server?: Partial<MountableServer> | undefined } | null | undefined)?.server;
  if (typeof server?.respond === 'function') {
    server.served?.();
    return server as MountableServer;
  }
  throw notServable(
    `${adapter} needs docs: an instance of Docs, as in new Docs({ info }), not ${show(docs)}.`,
  );
}

export function notServable(problem: string, options?: { readonly cause: unknown }): ConfigError {
  return new ConfigError(problem, { ...options, code: 'ERR_SERVING' });
}
