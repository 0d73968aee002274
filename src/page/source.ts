import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  Authorize,
  DocsAuth,
  DocsRequest,
  OnError,
  RequestServers,
  UIConfig,
} from '../documents/openapi/config.js';
import type { OpenApiDocument } from '../documents/openapi/document.js';
import { show } from '../shared/values.js';
import { ServingError } from './errors.js';

/** What the docs server shows: the class Docs, seen from here. */
export interface DocsSource {
  /** `Config.info.title`. */
  readonly title: string;
  readonly ui: UIConfig | undefined;
  readonly docsAuth: DocsAuth | undefined;
  readonly authorize?: Authorize | undefined;
  readonly onError?: OnError | undefined;
  /** Where the document's servers are those of each request. */
  readonly requestServers?: RequestServers | undefined;
  /** Another number after each change of the document. */
  readonly revision: number;
  /** The same object until the next change; nobody changes it. */
  document(): OpenApiDocument;
  /** Further documents, served below this one. */
  views(): readonly ServedView[];
}

/** A document that is served below another one. */
export interface ServedView extends HasDocsServer {
  /** Its address below the other's. */
  readonly name: string;
}

/** A document that the reader of a page may go to. */
export interface DocumentLink {
  readonly label: string;
  /** Relative to the page, whose address ends with a slash. */
  readonly href: string;
  readonly isCurrent: boolean;
}

/** The documents among which a page is one. */
export interface Family {
  /** Whether some readers see less of them than others. */
  readonly protects: boolean;
  /** Headers that may carry credentials for one of them. */
  readonly headers: readonly string[];
  /** Those that the reader of the page may see. */
  documentsFor(request: DocsRequest): readonly DocumentLink[] | Promise<readonly DocumentLink[]>;
}

/** A request whose headers are read one by one, where to make all of them costs more than to answer. */
export interface AskedRequest extends DocsRequest {
  /** A header by its name in lower case. @default what `headers` has */
  header?(name: string): string | undefined;
  /** Host and port, where no header tells. */
  readonly host?: string | undefined;
  /** Whether it came by https, as far as this process can see. */
  readonly isSecure?: boolean | undefined;
  /** Reads the body as a form's; undefined where it is none, or too long. */
  readForm?(): Promise<URLSearchParams | undefined>;
}

/** A header of a request, by its name in lower case. */
export function headerOf(request: AskedRequest, name: string): string | undefined {
  return request.header ? request.header(name) : request.headers[name];
}

/** As the application sees it, and views: with all headers, of an object's own. */
export function plainRequest(
  { method, query, headers, raw }: DocsRequest,
  { base, path }: Location,
): DocsRequest {
  return { method, base, path, query, headers, raw };
}

/** The same request at another place, as a view has it. */
export function movedRequest(request: AskedRequest, location: Location): AskedRequest {
  const { isSecure, host } = request;
  return {
    isSecure,
    host,
    readForm: async () => request.readForm?.(),
    // Last: Node.js 20 takes microseconds for each property that follows a spread.
    ...plainRequest(request, location),
  };
}

/** The answer to a request, the same in every framework. */
export interface DocsResponse {
  /** The status code. */
  readonly status: number;
  /** Names in lower case; `content-length` is there where a body is, also for HEAD. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for HEAD, 204 and 304. */
  readonly body: Uint8Array;
}

/** A handler for node:http, and for everything that speaks Connect's language. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** Anything with Connect's `use(path, fn)`: Express, Connect, Nest's Express. */
export interface ConnectApp {
  /** Has a handler take what lies below a path, as Connect's and Express's `use`. */
  use(path: string, handler: NodeHandler): unknown;
}

/** A place below a base that the docs answer for. */
export interface Location {
  readonly base: string;
  readonly path: string;
}

/** The docs server: one pure core and its translations to node:http. */
export interface DocsServer {
  /**
   * Answers any request below the base; rejects or throws only when the application's own code does.
   *
   * @param family the documents to which the page links, where it is served below another one
   */
  respond(request: AskedRequest, family?: Family): DocsResponse | Promise<DocsResponse>;
  /** Whether this reader may see it; an error of `authorize` is reported, and no. */
  admits(request: DocsRequest): boolean | Promise<boolean>;
  /** Whether any reader is turned away. */
  readonly protects: boolean;
  /** Headers that may carry a reader's credentials. */
  readonly credentialHeaders: readonly string[];
  /** Addresses of the views below the base. */
  viewNames(): readonly string[];
  /** Makes an error seen that no framework takes any more, unless `onError` has seen it. */
  readonly warn: (error: unknown) => void;
  /**
   * Finds a path's place below `base`, or undefined when the docs have no say there. A base is owned
   * whole; at the root, which the application shares, only the docs' own paths are.
   *
   * @param base as `normalizeBase` gives it
   */
  locate(pathname: string, base: string): Location | undefined;
  /** The page, whatever the path; by the query it also serves what the page refers to. */
  handler(): NodeHandler;
  /** The spec as JSON, whatever the path. */
  specHandler(): NodeHandler;
  /** Everything below `base`; other paths go to `next`, or to 404 when there is none. */
  middleware(base: string): NodeHandler;
  /** For `app.use(path, handler)` of Connect's kind, which cuts the path off before it calls. */
  mounted(): NodeHandler;
  /** Serves everything below `base` on an application. */
  mount(app: ConnectApp, base: string): void;
  /** The configuration that the page hands to the viewer, as JSON. */
  getUIConfig(): string;
}

/** What the adapters take: Docs, or whatever else holds a docs server. */
export interface HasDocsServer {
  /** What answers requests for the docs. */
  readonly server: DocsServer;
}

/** The server that an adapter was given, for callers without types. @throws ServingError */
export function serverOf(adapter: string, docs: unknown): DocsServer {
  const server = (docs as { server?: Partial<DocsServer> | undefined } | null | undefined)?.server;
  if (typeof server?.respond === 'function') return server as DocsServer;
  throw new ServingError(
    `${adapter} needs docs: an instance of Docs, as in new Docs({ info }), not ${show(docs)}.`,
  );
}
