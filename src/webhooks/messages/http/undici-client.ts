import type { buildConnector, Dispatcher } from 'undici';
import { connectorFor, type ConnectOptions, type ConnectorOptions } from './connector.js';
import { loadedUndici } from './load-undici.js';
import type { Lease, Pools } from './pools.js';
import {
  type HttpClient,
  type HttpRequest,
  RequestError,
  type ResponseSink,
  joinHeaders,
} from './response.js';

export interface UndiciOptions extends ConnectorOptions {
  readonly pools: Pools;
  /** Separates connections whose addresses were checked from others. */
  readonly name: string;
  /** Milliseconds before an idle connection is closed, unless the receiver announces a shorter time. */
  readonly idleTimeout: number;
}

/**
 * Returns a client that uses a pool of undici for each origin, without redirects, proxies or decompression. It adds only
 * headers that frame the message.
 */
export function undiciClient(options: UndiciOptions): HttpClient {
  const { pools, name, idleTimeout } = options;
  const connectorOf = connectors(options);
  return (request, sink) => {
    const { url, tls } = request;
    const key = `${name} ${url.origin}${tls ? ` ${tls.id}` : ''}`;
    const lease = pools.use(
      key,
      (connecting) =>
        new (loadedUndici().Pool)(url.origin, {
          ...NO_TIMEOUTS,
          keepAliveTimeout: idleTimeout,
          keepAliveMaxTimeout: idleTimeout,
          connect: connectorFor(options, connectorOf(request), connecting),
        }),
    );
    return dispatch(lease.pool, request, sink, lease);
  };
}

/** The attempt has a deadline for the whole request. */
const NO_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 } as const;

/** A dispatcher of undici 7 or later, such as a `ProxyAgent`, an `Agent` with interceptors, or a `MockAgent`. */
export interface DispatcherLike {
  /** Makes a request, and calls the handler with its progress. */
  dispatch(options: object, handler: object): boolean;
}

/** Returns a client that uses a dispatcher of the application. */
export function dispatcherClient(dispatcher: () => DispatcherLike): HttpClient {
  return (request, sink) => dispatch(dispatcher(), request, sink);
}

/** Maximum number of 1xx responses to a request. A flood of them would take the processor's time until the deadline. */
const MOST_INTERIM = 100;

function dispatch(
  dispatcher: DispatcherLike,
  { url, method, headers, body }: HttpRequest,
  sink: ResponseSink,
  progress?: Pick<Lease, 'start' | 'end'>,
): () => void {
  let controller: Dispatcher.DispatchController | undefined;
  let isCancelled = false;
  let interim = 0;
  const cancel = (): void => {
    isCancelled = true;
    controller?.abort(new RequestError('ECANCELED'));
    progress?.end();
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      controller = started;
      if (isCancelled) started.abort(new RequestError('ECANCELED'));
      else progress?.start();
    },
    onResponseStart: (_, status, received) => {
      if (status >= 200) sink.head(status, joinHeaders(received));
      else if ((interim += 1) > MOST_INTERIM) controller?.abort(new RequestError('TOO_MANY_1XX'));
    },
    onResponseData: (_, chunk) => {
      sink.data(chunk);
    },
    onResponseEnd: () => {
      whenReusable(() => {
        progress?.end();
        sink.end();
      });
    },
    onResponseError: (_, error) => {
      progress?.end();
      sink.fail(isUnaskedContinue(error) ? new RequestError('UNASKED_100_CONTINUE') : error);
    },
  };
  const options: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: headers.values() as Iterable<[string, string]>,
    body: body.length > 0 ? body : null,
    ...NO_TIMEOUTS,
  };
  dispatcher.dispatch(options, handler);
  return cancel;
}

/**
 * Calls back when undici can reuse the connection. undici waits for the next `setImmediate`, so that an unrequested second
 * response cannot answer the next request; without this wait the next request would open another connection.
 */
function whenReusable(callback: () => void): void {
  queueMicrotask(() => setImmediate(callback)); // after the one of undici, which follows the handler
}

/** undici fails a request for a `100 Continue` that it did not ask for, although it should ignore it (RFC 9110, 15.2). */
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
