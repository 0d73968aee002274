import { ConfigError } from '../base/errors.js';
import { show } from '../base/values.js';
import type { BoundOperation } from '../operation/bind.js';
import { BodyConsumedError, RequestAbortedError } from '../operation/body-errors.js';
import { essenceOf, MULTIPART } from '../operation/media-types.js';
import type { Operation } from '../operation/operation.js';
import type { OperationOptions } from '../operation/options.js';
import { pathMatcher } from '../operation/path-matcher.js';
import type { BodySource } from '../operation/read-body.js';
import { ItemStream } from '../operation/stream.js';
import type { OperationRequest } from '../operation/types.js';
import { FORM_LIMIT, isForm } from '../server/node-form.js';
import { normalizeBase, splitTarget } from '../server/paths.js';
import { serverOf } from '../server/serving-error.js';
import type { AskedRequest, DocsResponse, HasDocsServer, Location } from '../server/source.js';
import { bindFor, COLON, routePath, type BindsOperations } from './operation-routes.js';

export type FetchDocs = (request: Request) => Response | Promise<Response> | undefined;

/**
 * The docs for servers that answer a `Request` with a `Response`: Hono, Bun, Deno, Next's route
 * handlers. Undefined means that the path is not the docs'.
 *
 * @example
 * const serveDocs = fetchDocs(docs, '/docs');
 * app.use(async (context, next) => serveDocs(context.req.raw) ?? next()); // Hono
 */
export function fetchDocs(docs: HasDocsServer, base: string): FetchDocs {
  const server = serverOf('fetchDocs', docs);
  const prefix = normalizeBase(base);
  return (request) => {
    // A Request's URL is in its normal form already: to parse it anew costs as much as a 304.
    const { pathname, query } = splitTarget(request.url);
    const location = server.locate(pathname, prefix);
    if (location === undefined) return undefined;
    const answer = server.respond(new FetchRequest(request, location, query));
    return answer instanceof Promise ? answer.then(toResponse) : toResponse(answer);
  };
}

/** Headers are sorted before they are listed, so they are listed only for whoever looks at all of them. */
class FetchRequest implements AskedRequest {
  readonly method: string;
  readonly base: string;
  readonly path: string;

  constructor(
    readonly raw: Request,
    { base, path }: Location,
    readonly query: string,
  ) {
    this.method = raw.method.toUpperCase();
    this.base = base;
    this.path = path;
  }

  get headers(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.raw.headers);
  }

  get host(): string {
    return new URL(this.raw.url).host;
  }

  get isSecure(): boolean {
    return this.raw.url.startsWith('https:');
  }

  header(name: string): string | undefined {
    return this.raw.headers.get(name) ?? undefined;
  }

  async readForm(): Promise<URLSearchParams | undefined> {
    if (this.raw.bodyUsed || !isForm(this.header('content-type'))) return undefined;
    const bytes = await fetchBody(this.raw, undefined).read(FORM_LIMIT);
    return bytes && new URLSearchParams(Buffer.from(bytes).toString());
  }
}

function toResponse({ status, headers, body }: DocsResponse): Response {
  return new Response(body.length === 0 ? null : body, { status, headers });
}

/** Answers a request for one of the operations; undefined where the path or the method is none of theirs. */
export type FetchOperations = (request: Request) => Promise<Response> | undefined;

/**
 * Operations for servers that answer a `Request` with a `Response`, documented. Rejects with what a handler throws.
 *
 * @throws ConfigError for an operation that cannot be bound as it is documented
 * @example
 * const serve = fetchOperations(docs, [createUser, getUser]);
 * export default { fetch: (request) => serve(request) ?? new Response(null, { status: 404 }) };
 */
export function fetchOperations(
  docs: BindsOperations,
  operations: readonly Operation[],
  options?: OperationOptions,
): FetchOperations {
  const routes = bindFor('fetchOperations', docs, operations, options).map((bound) => ({
    bound,
    matches: pathMatcher(bound.parts, 'whole'),
  }));
  return (request) => {
    const { pathname } = splitTarget(request.url);
    const found = routes.find(
      ({ bound, matches }) =>
        bound.method === request.method.toUpperCase() && matches(pathname) !== undefined,
    );
    return found && answerFetch(found.bound, request);
  };
}

/** What the adapter uses of Hono's context, which keeps what middleware read of the body. */
interface HonoContextLike {
  readonly req: {
    readonly raw: Request;
    readonly formData: () => Promise<unknown>;
    readonly arrayBuffer: () => Promise<unknown>;
  };
}

/**
 * Registers operations in a Hono application, and documents them. Middleware runs as for any route, and errors go to
 * `app.onError`.
 *
 * @throws ConfigError for an operation that cannot be bound as it is documented; none is registered then
 * @example
 * honoOperations(app, docs, [createUser, getUser]);
 */
export function honoOperations(
  app: object,
  docs: BindsOperations,
  operations: readonly Operation[],
  options?: OperationOptions,
): void {
  for (const bound of bindFor('honoOperations', docs, operations, options)) {
    const handler = (context: HonoContextLike): Promise<Response> =>
      answerFetch(bound, context.req.raw, context, (what) => context.req[what]());
    const on = (app as { on?: unknown }).on;
    if (typeof on !== 'function')
      throw new ConfigError(
        `honoOperations needs an application of Hono's, with on(method, path, handler), not ${show(app)}.`,
      );
    (on as (method: string, path: string, handler: unknown) => unknown).call(
      app,
      bound.method,
      routePath(bound, COLON),
      handler,
    );
  }
}

/** Headers are listed, and the signal is made, for who asks. */
class FetchOperationRequest implements OperationRequest {
  readonly method: string;
  readonly target: string;
  readonly #request: Request;
  #headers: OperationRequest['headers'] | undefined;

  constructor(
    request: Request,
    readonly raw: unknown,
  ) {
    const { pathname, query } = splitTarget(request.url);
    this.method = request.method.toUpperCase();
    this.target = query === '' ? pathname : `${pathname}?${query}`;
    this.#request = request;
  }

  get headers(): OperationRequest['headers'] {
    return (this.#headers ??= Object.fromEntries(this.#request.headers));
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

async function answerFetch(
  bound: BoundOperation,
  request: Request,
  raw: unknown = request,
  reread?: (what: 'formData' | 'arrayBuffer') => Promise<unknown>,
): Promise<Response> {
  const asked = new FetchOperationRequest(request, raw);
  const { method } = asked;
  const parsed = request.bodyUsed ? await parsedBy(request, reread) : undefined;
  const answer = await bound.run(asked, fetchBody(request, parsed));
  const init = { status: answer.status, headers: headersOf(answer.headers) };
  if (answer.body instanceof ItemStream) {
    if (method !== 'HEAD') return new Response(webStreamOf(answer.body), init);
    await answer.body.return();
    return new Response(null, init);
  }
  const body = method === 'HEAD' ? undefined : answer.body;
  return new Response(
    body === undefined ? null : typeof body === 'string' ? body : new Uint8Array(body),
    init,
  );
}

/** A plain object where none has several values: servers need not take it apart. */
function headersOf(given: Readonly<Record<string, string | string[]>>): Record<string, string> | Headers {
  const isPlain = Object.values(given).every((value) => typeof value === 'string');
  if (isPlain) return { ...given } as Record<string, string>;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of [value].flat()) headers.append(name, one);
  return headers;
}

/** Makes an item when one is asked for, and none before. */
function webStreamOf(body: ItemStream): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await body.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await body.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/** @param parsed what middleware read, where the framework kept it */
function fetchBody(request: Request, parsed: unknown): BodySource {
  return {
    header: (name) => request.headers.get(name) ?? undefined,
    present: hasBody(request),
    parsed,
    read: (limit) => collect(request, limit),
    chunks: () => chunksOf(request),
  };
}

/** The headers tell it where they can: a server makes a stream of the body for whoever asks for one. */
function hasBody(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const length = request.headers.get('content-length');
  return length === null ? request.bodyUsed || request.body !== null : Number(length) > 0;
}

/** A body of a known length is read at once, without a stream. */
async function collect(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (request.bodyUsed) throw new BodyConsumedError();
  const length = request.headers.get('content-length');
  if (length === null) return collectChunks(chunksOf(request), limit);
  if (Number(length) > limit) return undefined;
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch (cause) {
    throw new RequestAbortedError(cause);
  }
}

async function collectChunks(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) return undefined;
    read.push(chunk);
  }
  return Buffer.concat(read);
}

/** @param reread gives what middleware read, where the framework kept it */
async function parsedBy(
  request: Request,
  reread: ((what: 'formData' | 'arrayBuffer') => Promise<unknown>) | undefined,
): Promise<unknown> {
  const isForm = essenceOf(request.headers.get('content-type') ?? '') === MULTIPART;
  try {
    const found = await reread?.(isForm ? 'formData' : 'arrayBuffer');
    return found instanceof ArrayBuffer ? new Uint8Array(found) : found;
  } catch {
    // Nothing was kept: whoever needs the body says so.
    return undefined;
  }
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
  if (request.bodyUsed) throw new BodyConsumedError();
  if (request.body === null) return;
  try {
    yield* request.body.values({ preventCancel: true }) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new RequestAbortedError(cause);
  }
}

export type { BindsOperations } from './operation-routes.js';
