import type { LookupFunction, Socket } from 'node:net';
import type { Client, buildConnector } from 'undici';
import type { Connector, default as build } from 'undici/lib/core/connect.js';
import { BlockedAddressError } from '../errors.js';
import { isPublicAddress } from './address-guard.js';
import { type HttpClient, type HttpRequest, RequestError, joinHeaders } from './response.js';

let undici: { readonly Client: typeof Client; readonly buildConnector: typeof build } | undefined;

/**
 * Loads two modules of undici. Its entry point takes three times as long and would change the dispatcher of Node's own
 * fetch.
 */
export async function loadUndici(): Promise<void> {
  if (undici) return;
  const [client, connector] = await Promise.all([
    import('undici/lib/dispatcher/client.js'),
    import('undici/lib/core/connect.js'),
  ]);
  undici = { Client: client.default, buildConnector: connector.default };
}

export type ConnectOptions = buildConnector.BuildOptions & {
  readonly lookup: LookupFunction;
  readonly servername?: string;
};

interface UndiciOptions {
  readonly idle: IdleConnections<Connection>;
  readonly isGuarded: boolean;
  readonly http: ConnectOptions;
  readonly https: ConnectOptions;
}

/**
 * Returns a client that uses undici, without redirects, proxies or decompression. It adds only headers that frame the
 * message.
 */
export function undiciClient(options: UndiciOptions): HttpClient {
  const { idle, isGuarded } = options;
  const connectorOf = connectors(options);
  return (request, sink) => {
    const { url, body, tls } = request;
    const key = `${isGuarded ? 'guarded ' : ''}${url.origin}${tls ? ` ${tls.id}` : ''}`;
    const connection = idle.take(key) ?? new Connection(url, connectorOf(request), isGuarded);
    const { pathname, search } = url;
    let interim = 0;
    connection.client.dispatch(
      {
        path: pathname + search,
        method: request.method,
        headers: request.headers.values() as Iterable<[string, string]>,
        body: body.length > 0 ? body : null,
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, status, headers) => {
          if (status >= 200) sink.head(status, joinHeaders(headers));
          else if ((interim += 1) > MOST_INTERIM) connection.close(new RequestError('TOO_MANY_1XX'));
        },
        onResponseData: (_, chunk) => {
          sink.data(chunk);
        },
        onResponseEnd: () => {
          if (!connection.client.destroyed) idle.add(key, connection);
          sink.end();
        },
        onResponseError: (_, error) => {
          connection.close();
          sink.fail(error);
        },
      },
    );
    return () => {
      connection.close();
    };
  };
}

/**
 * Returns a connector for each scheme, which caches TLS sessions. Different client certificates do not share sessions.
 */
function connectors({ http, https }: UndiciOptions): (request: HttpRequest) => Connector {
  const connectorFor = (options: ConnectOptions): Connector => {
    const connector = loaded().buildConnector({ ...options, timeout: 0 });
    const { servername } = options;
    return servername ? (to, callback) => connector({ ...to, servername }, callback) : connector;
  };
  let byHttp: Connector | undefined;
  let byHttps: Connector | undefined;
  return ({ url, tls }) => {
    if (tls) return connectorFor({ ...https, ...tls.options });
    return url.protocol === 'https:' ? (byHttps ??= connectorFor(https)) : (byHttp ??= connectorFor(http));
  };
}

function loaded(): NonNullable<typeof undici> {
  if (!undici) throw new Error('undici is not loaded: call open() of the channel first');
  return undici;
}

/** Milliseconds before an idle connection is closed, unless the receiver announces a shorter time. */
const IDLE_TIME = 30_000;

/** Maximum number of 1xx responses to a request. A flood of them would take the processor's time until the deadline. */
const MOST_INTERIM = 100;

/** A connection that makes one request at a time, and reconnects if the receiver has closed it. */
export class Connection {
  readonly client: Client;
  #socket: Socket | undefined;

  constructor(url: URL, connect: Connector, isGuarded: boolean) {
    this.client = new (loaded().Client)(url.origin, {
      // The attempt has a deadline for the whole request.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_TIME,
      keepAliveMaxTimeout: IDLE_TIME,
      connect: (options, callback) => {
        this.#socket = connect(options, callback);
        if (isGuarded) guard(this.#socket, options.hostname);
      },
    });
  }

  close(reason = new RequestError('ECANCELED')): void {
    void this.client.destroy(reason);
    // Also ends a connection attempt, for which `destroy` of undici would wait.
    this.#socket?.destroy(reason);
  }
}

/** Destroys a connection to a non-public address before any data is sent, independently of the look-up. */
function guard(socket: Socket, host: string): void {
  socket.prependOnceListener('connect', () => {
    const address = socket.remoteAddress ?? '';
    if (!isPublicAddress(address)) socket.destroy(new BlockedAddressError(host, address));
  });
}

interface Closable {
  close(): void;
}

export class IdleConnections<C extends Closable> {
  readonly #lists = new Map<string, C[]>();
  #count = 0;

  constructor(readonly limit: number) {}

  take(key: string): C | undefined {
    return this.#remove(key, (list) => list.pop());
  }

  add(key: string, connection: C): void {
    const list = this.#lists.get(key) ?? [];
    list.push(connection);
    this.#lists.delete(key); // moves the key to the end
    this.#lists.set(key, list);
    this.#count += 1;
    if (this.#count > this.limit) this.#closeOldest();
  }

  close(): void {
    while (this.#count > 0) this.#closeOldest();
  }

  #closeOldest(): void {
    for (const key of this.#lists.keys()) {
      this.#remove(key, (list) => list.shift())?.close();
      return;
    }
  }

  #remove(key: string, from: (list: C[]) => C | undefined): C | undefined {
    const list = this.#lists.get(key);
    if (!list) return undefined;
    const connection = from(list);
    this.#count -= 1;
    if (list.length === 0) this.#lists.delete(key);
    return connection;
  }
}
