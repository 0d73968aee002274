import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfigError, show } from 'dtospec/internal';
import { connect } from 'node:net';

type Callable = (...args: never[]) => unknown;
type Application = Partial<Record<string, unknown>>;

interface Started {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts an application on a free port of the loopback interface: a server of Node, an application of
 * Express, Connect, Koa, Fastify, Nest or Hono, a function `(request, response)`, or a function from
 * `Request` to `Response`.
 *
 * @throws ConfigError for any other value
 */
export async function startApplication(application: unknown): Promise<Started> {
  const app = (application ?? {}) as Application;
  if (isServer(app)) return startServer(app);
  const has = (name: string): boolean => typeof app[name] === 'function';
  const call = (name: string, ...args: unknown[]): unknown =>
    (app[name] as (...all: unknown[]) => unknown)(...args);
  // Nest, which initialises its platform (Express or Fastify).
  if (has('getHttpServer') && has('init')) {
    await call('init');
    return startServer(call('getHttpServer') as Server);
  }
  // Fastify.
  if (has('ready') && has('inject') && isServer(app.server)) {
    await call('ready');
    return startServer(app.server);
  }
  // Koa.
  if (has('callback') && has('use')) return startServer(createServer(call('callback') as RequestListener));
  if (typeof application === 'function' && !has('fetch'))
    return startServer(
      createServer(
        application.length >= 2 ? (application as RequestListener) : listenerOf(application as Fetch),
      ),
    );
  if (has('fetch'))
    return startServer(createServer(listenerOf((request) => call('fetch', request) as Response)));
  throw new ConfigError(
    `${show(application)} is not an application. Pass a server of node:http, an application of Express, Koa, Fastify, Nest or Hono, or a function that answers requests.`,
  );
}

function isServer(value: unknown): value is Server {
  const { listen, address, closeAllConnections } = (value ?? {}) as Partial<Record<string, Callable>>;
  return [listen, address, closeAllConnections].every((method) => typeof method === 'function');
}

async function startServer(server: Server): Promise<Started> {
  const isOurs = !server.listening;
  if (isOurs) await once(server.listen(0, '127.0.0.1'), 'listening');
  const place = server.address();
  if (typeof place !== 'object' || place === null)
    throw new ConfigError(
      `The server listens at ${show(place)}, not at a network port. Pass a server that does.`,
    );
  const { address, port, family } = place;
  const scheme = 'setSecureContext' in server ? 'https' : 'http';
  const isAny = address === '::' || address === '0.0.0.0';
  const written = family === 'IPv6' ? `[${address}]` : address;
  const host = isAny ? 'localhost' : written;
  return {
    url: `${scheme}://${host}:${port}`,
    close: async () => {
      if (!isOurs) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Fetch = (request: Request) => Response | Promise<Response>;

function listenerOf(fetch: Fetch): RequestListener {
  return (request, response) => {
    void answer(fetch, request, response).catch((error: unknown) => {
      // Runtimes also close the connection if a handler throws.
      if (response.headersSent) response.destroy(error as Error);
      else response.writeHead(500).end();
    });
  };
}

async function answer(fetch: Fetch, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers, url = '/' } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    [value ?? []].flat().map((text) => [name, text]),
  );
  const hasBody = method !== 'GET' && method !== 'HEAD' && chunks.length > 0;
  const answered = await fetch(
    new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
      method,
      headers: pairs,
      ...(hasBody && { body: Buffer.concat(chunks) }),
    }),
  );
  response.writeHead(answered.status, [...answered.headers].flat());
  if (answered.body === null) response.end();
  // If the client has disconnected, the pipeline cancels the body, which may be endless.
  else await pipeline(Readable.fromWeb(answered.body), response);
}

export async function requireListening(
  { protocol, hostname, port, origin }: URL,
  timeout: number,
): Promise<void> {
  const usual = protocol === 'https:' ? 443 : 80;
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? usual : Number(port),
  });
  try {
    // A firewall may drop packets without an error.
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    throw new ConfigError(`No service listens at ${origin}. Start it first.`, { cause: error });
  } finally {
    socket.destroy();
  }
}
