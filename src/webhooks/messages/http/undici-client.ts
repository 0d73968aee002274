import type { buildConnector, Dispatcher } from 'undici';
import { connectorFor, type ConnectOptions, type ConnectorOptions } from './connector.js';
import type { HeaderList } from './headers.js';
import { loadedUndici } from './load-undici.js';
import type { Lease, PoolMap, Pools } from './pools.js';
import {
  type HttpClient,
  type HttpRequest,
  RequestError,
  type ResponseSink,
  joinHeaders,
} from './response.js';

export interface UndiciOptions extends ConnectorOptions {
  /** Pools that all clients of a channel share. */
  readonly pools: Pools;
  /** Milliseconds before an idle connection is closed, unless the receiver announces a shorter time. */
  readonly idleTimeout: number;
  /** Maximum milliseconds for which a connection takes requests. */
  readonly maxConnectionAge: number;
}

/**
 * Returns a client that uses a pool of undici for each origin, without redirects, proxies or decompression.
 * It adds only headers that frame the message. Its pools are its own, because it checks addresses in its way.
 */
export function undiciClient(options: UndiciOptions): HttpClient {
  const { pools, idleTimeout, maxConnectionAge } = options;
  const connectorOf = connectors(options);
  const own: PoolMap = new Map();
  return (request, sink) => {
    const { target, tls } = request;
    const key = tls ? `${target.origin} ${tls.id}` : target.origin;
    const lease = pools.use(own, key, (connecting) => ({
      pool: new (loadedUndici().Pool)(target.origin, {
        ...NO_TIMEOUTS,
        keepAliveTimeout: idleTimeout,
        keepAliveMaxTimeout: idleTimeout,
        connect: connectorFor(options, connectorOf(request), connecting),
      }),
      // undici's own limit, `clientTtl`, reads the clock for each connection at each request.
      expiresAt: performance.now() + maxConnectionAge * (1 - AGE_JITTER * Math.random()),
    }));
    return dispatch(lease.pool, request, sink, lease);
  };
}

/** Part of the age by which origins differ, so that their connections are not all replaced at once. */
const AGE_JITTER = 0.2;

/** The attempt has a deadline for the whole request. */
const NO_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 } as const;

/**
 * A dispatcher of undici 7 or later, such as a `ProxyAgent`, an `Agent` with interceptors, or a `MockAgent`.
 */
export interface DispatcherLike {
  /** Makes a request, and calls the handler with its progress. */
  dispatch(options: object, handler: object): boolean;
}

/** Returns a client that uses a dispatcher of the application. */
export function dispatcherClient(dispatcher: () => DispatcherLike): HttpClient {
  return (request, sink) => dispatch(dispatcher(), request, sink);
}

/**
 * Maximum number of 1xx responses to a request. A flood of
 * them would take the processor's time until the deadline.
 */
const MAX_INTERIM_RESPONSES = 100;

function dispatch(
  dispatcher: DispatcherLike,
  { target, method, headers, body }: HttpRequest,
  sink: ResponseSink,
  lease?: Lease,
): () => void {
  const handler = new Handler(sink, lease);
  const options: Dispatcher.DispatchOptions = {
    origin: target.origin,
    path: target.path,
    method,
    headers: flatten(headers),
    body: body.length > 0 ? body : null,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  dispatcher.dispatch(options, handler);
  return () => {
    handler.cancel();
  };
}

/** Returns names and values by turns. `flat()` takes longer than a signature. */
function flatten(headers: HeaderList): string[] {
  const flat: string[] = [];
  for (const [name, value] of headers) flat.push(name, value);
  return flat;
}

/** Passes the progress of a request on. */
class Handler implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #isCancelled = false;
  #interim = 0;

  constructor(
    private readonly sink: ResponseSink,
    private readonly lease: Lease | undefined,
  ) {}

  cancel(): void {
    this.#isCancelled = true;
    this.#controller?.abort(new RequestError('ECANCELED'));
    this.lease?.end();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isCancelled) controller.abort(new RequestError('ECANCELED'));
    else this.lease?.start();
  }

  onResponseStart(_: unknown, status: number, headers: object): void {
    if (status >= 200) this.sink.head(status, joinHeaders(headers));
    else if ((this.#interim += 1) > MAX_INTERIM_RESPONSES)
      this.#controller?.abort(new RequestError('TOO_MANY_1XX'));
  }

  onResponseData(_: unknown, chunk: Uint8Array): void {
    this.sink.data(chunk);
  }

  onResponseEnd(): void {
    whenReusable(() => {
      this.lease?.end();
      this.sink.end();
    });
  }

  onResponseError(_: unknown, error: Error): void {
    this.lease?.end();
    this.sink.fail(isUnaskedContinue(error) ? new RequestError('UNASKED_100_CONTINUE') : error);
  }
}

/**
 * Calls back when undici can reuse the connection. undici waits for the next `setImmediate`, so that an
 * unrequested second response cannot answer the next request; without this wait the next request would open
 * another connection.
 */
function whenReusable(callback: () => void): void {
  queueMicrotask(() => setImmediate(callback)); // after the one of undici, which follows the handler
}

/**
 * undici fails a request for a `100 Continue` that it did not
 * ask for, although it should ignore it (RFC 9110, 15.2).
 */
function isUnaskedContinue(error: Error): boolean {
  return error.message === 'bad response' && 'code' in error && error.code === 'UND_ERR_SOCKET';
}

/**
 * Returns undici's connector, which caches TLS sessions. Different client certificates do not share sessions.
 */
function connectors({ https, timeout }: UndiciOptions): (request: HttpRequest) => buildConnector.connector {
  const build = (options: ConnectOptions): buildConnector.connector =>
    loadedUndici().buildConnector({ ...options, timeout });
  let shared: buildConnector.connector | undefined;
  return ({ tls }) => (tls ? build({ ...https, ...tls.options }) : (shared ??= build(https)));
}
