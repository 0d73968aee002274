import { ConfigError } from '../shared/errors.js';
import { show } from '../shared/values.js';
import { splitTarget } from '../shared/http.js';
import type { Operation } from '../operations/operation.js';
import type { MountedOperationOptions, OperationOptions } from '../operations/operation-options.js';
import { isLeftToOther } from '../operations/precedence.js';
import { createRouter } from '../operations/routing.js';
import { FORM_LIMIT, isForm } from '../page/node.js';
import { normalizeBase } from '../page/paths.js';
import { serverOf } from '../page/docs-server.js';
import type { AskedRequest, DocsResponse, Mountable, Location } from '../page/docs-server.js';
import { answerFetch, createResponse, fetchBody, type OfFetchFramework } from './fetch-operation.js';
import { createMountCheck } from './mount-check.js';
import { bindFor, type BindsOperations } from './operation-routes.js';
import { rightCall } from '../shared/right-call.js';
import { honoPath, routerParameters } from './route-path.js';

/** Responds to a request for the docs. Returns undefined for other paths. */
export type FetchDocs = (request: Request) => Promise<Response> | undefined;

/**
 * Returns the docs as a function from `Request` to `Response`: Hono, Bun, Deno, Next.js route handlers.
 *
 * @example
 * const serveDocs = fetchDocs(docs, '/docs');
 * app.all('/docs/*', (context) => serveDocs(context.req.raw) ?? context.notFound()); // Hono
 */
export function fetchDocs(docs: Mountable, base: string): FetchDocs {
  const prefix = normalizeBase(base);
  const server = serverOf('fetchDocs', docs);
  docs.keepPages?.(prefix);
  return (request) => {
    requireRequest('fetchDocs', request, 'docs.mount(app, base)');
    // A Request's URL is already normalized; parsing it costs as much as a 304.
    const { pathname, query } = splitTarget(request.url);
    const location = server.locate(pathname, prefix);
    return location && server.respond(docsRequest(request, location, query)).then(toResponse);
  };
}

/** @throws ConfigError if a framework calls the function with an object of its own */
function requireRequest(name: string, { headers, url }: Partial<Request>, ofExpress: string): void {
  // Events of h3 and Qwik City have headers as well, but an object for the URL.
  if (typeof headers?.get === 'function' && typeof url === 'string') return;
  throw new ConfigError(
    `${name} returns a function of a Request, but was called with another object. In Hono, pass context.req.raw, ` +
      `in h3 event.req, in Qwik City and SolidStart event.request. For Express, call ${ofExpress}.`,
  );
}

function docsRequest(raw: Request, location: Location, query: string): AskedRequest {
  return {
    method: raw.method.toUpperCase(),
    ...location,
    query,
    headers: Object.fromEntries(raw.headers),
    raw,
    // Parsing the URL takes as long as a 304 response, so this happens only without a Host header.
    get host() {
      return new URL(raw.url).host;
    },
    isSecure: raw.url.startsWith('https:'),
    readForm: async () => {
      if (raw.bodyUsed || !isForm(raw.headers.get('content-type') ?? undefined)) return undefined;
      const bytes = await fetchBody(raw, undefined).read(FORM_LIMIT);
      return bytes && new URLSearchParams(new TextDecoder().decode(bytes));
    },
  };
}

function toResponse({ status, headers, body }: DocsResponse): Response {
  return createResponse(body.length === 0 ? null : (body as Uint8Array<ArrayBuffer>), status, headers);
}

/** Responds to a request for an operation. Returns undefined for other paths and methods. */
export type FetchOperations = (request: Request) => Promise<Response> | undefined;

/**
 * Returns operations as a function from `Request` to `Response`, and documents them. The function rejects if
 * a handler throws.
 *
 * @throws ConfigError for an operation that cannot be served as documented
 * @example
 * const serve = fetchOperations(docs, [createUser, getUser]);
 * export default { fetch: (request) => serve(request) ?? new Response(null, { status: 404 }) };
 */
export function fetchOperations(
  docs: BindsOperations,
  operations: readonly Operation[],
  options?: OperationOptions,
): FetchOperations {
  const find = createRouter(bindFor('fetchOperations', docs, operations, options));
  return (request) => {
    requireRequest('fetchOperations', request, 'expressOperations(app, docs, operations)');
    const found = find(request.method.toUpperCase(), splitTarget(request.url).pathname);
    return found && answerFetch(found, request);
  };
}

interface HonoLike {
  readonly on?: unknown;
  readonly fetch?: unknown;
}

interface HonoContextLike {
  readonly newResponse: OfFetchFramework['respond'];
  readonly header: (name: string, value: string) => void;
  readonly res: Response;
  readonly req: {
    readonly raw: Request;
    readonly path: string;
    readonly param: () => object;
    readonly formData: () => Promise<unknown>;
    readonly arrayBuffer: () => Promise<unknown>;
  };
}

/**
 * Registers operations in a Hono application, and documents them below its `basePath`. Middleware runs as for
 * any route, and errors go to `app.onError`.
 *
 * @param options `prefix` is the path of `parent.route(path, app)`
 * @throws ConfigError for an operation that the router cannot serve as documented; then no operation is
 *   registered
 * @example
 * honoOperations(app, docs, [createUser, getUser]);
 */
export function honoOperations(
  app: object,
  docs: BindsOperations,
  operations: readonly Operation[],
  options?: MountedOperationOptions,
): void {
  const { on, fetch } = (app as HonoLike | undefined) ?? {};
  const advice = rightCall(app, 'operations', ['Hono']);
  // Others have `on` too: emitters of events, and AdonisJS's router, where it registers nothing.
  if (typeof on !== 'function' || typeof fetch !== 'function' || advice !== '')
    throw new ConfigError(
      `honoOperations needs a Hono application, with on(method, path, handler), not ${show(app)}.${advice}`,
    );
  const prefix = (options?.prefix ?? '') + basePathOf(app);
  const checkMount = createMountCheck('honoOperations(app, docs, operations', docs);
  const own = prefix === '' ? options : { ...options, prefix };
  for (const bound of bindFor('honoOperations', docs, operations, own, true)) {
    const parametersOf = routerParameters(bound);
    const isHead = bound.method === 'HEAD';
    const handler = (context: HonoContextLike, next: () => Promise<void>): Promise<unknown> => {
      const { req } = context;
      if (isHead && req.raw.method !== 'HEAD') return next();
      if (isLeftToOther(bound, req.raw.method, req.path)) return next();
      checkMount(bound, req.path);
      const pathParameters = parametersOf(req.path, req.param());
      let isRead = false;
      return answerFetch({ bound, pathParameters }, req.raw, {
        raw: context,
        reread: (what) => req[what](),
        respond: (body, status, headers) => {
          if (isRead) overrideHeaders(context, headers);
          return context.newResponse(body, status, headers);
        },
        responseHeader: (name) => {
          isRead = true;
          return context.res.headers.get(name) ?? undefined;
        },
      });
    };
    (on as (method: string, path: string, handler: unknown) => unknown).call(
      app,
      // Hono routes HEAD requests as GET.
      isHead ? 'GET' : bound.method,
      honoPath(bound),
      handler,
    );
  }
}

/**
 * Gives the context the headers of a response. Once `context.res` has been read, Hono puts its headers over
 * those of the response that a handler returns.
 */
function overrideHeaders(
  context: HonoContextLike,
  headers: Readonly<Record<string, string | string[]>>,
): void {
  for (const [name, value] of Object.entries(headers))
    if (name !== 'set-cookie') context.header(name, [value].flat().join(', '));
}

/** Returns the path of `app.basePath(path)`. */
function basePathOf(app: object): string {
  const { _basePath: path } = app as { readonly _basePath?: unknown };
  return typeof path === 'string' ? path.replace(/\/$/, '') : '';
}
