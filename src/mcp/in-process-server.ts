import { request as sendRequest, type IncomingMessage } from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';
import type { HttpServerLike, McpAuthInfo } from './types.js';

const CALLERS = new WeakMap<object, McpAuthInfo>();

/**
 * Returns the verified caller of a tool that is called through `httpServer`, for a guard or middleware.
 * Requests from the network have none, whatever they contain.
 *
 * @experimental
 * @param request a request of node:http, Express, Fastify or Koa's `context.req`
 */
export function mcpCaller(request: object): McpAuthInfo | undefined {
  const { raw = request } = request as { readonly raw?: object };
  const { socket } = raw as { readonly socket?: object };
  return socket === undefined ? undefined : CALLERS.get(socket);
}

/**
 * Returns a function that sends requests to a server without a socket. The server does not need to listen.
 */
export function senderTo(
  server: HttpServerLike | undefined,
): (request: Request, authInfo: McpAuthInfo | undefined) => Promise<Response> {
  return async (request, authInfo) => {
    if (server === undefined) throw new Error('There is no HTTP server to call.');
    const [near, far] = duplexPair();
    if (authInfo !== undefined) CALLERS.set(far, authInfo);
    // A server of node:https gets the connection as it is after the handshake.
    server.emit('setSecureContext' in server ? 'secureConnection' : 'connection', far);
    const body = new Uint8Array(await request.arrayBuffer());
    const message = await send(near, request, body);
    return new Response(message.statusCode === 204 ? null : webBody(message), {
      status: message.statusCode ?? 500,
      headers: Object.entries(message.headers).flatMap(([name, value]): [string, string][] =>
        [value ?? []].flat().map((text) => [name, text]),
      ),
    });
  };
}

function send(connection: Duplex, request: Request, body: Uint8Array): Promise<IncomingMessage> {
  const { pathname, search } = new URL(request.url);
  return new Promise((resolve, reject) => {
    const sent = sendRequest({
      method: request.method,
      path: `${pathname}${search}`,
      headers: { host: 'localhost', ...Object.fromEntries(request.headers) },
      createConnection: () => connection,
      signal: request.signal,
    });
    sent.on('response', resolve).on('error', reject);
    sent.end(body.length > 0 ? body : undefined);
  });
}

function webBody(message: IncomingMessage): ReadableStream<Uint8Array> {
  return Readable.toWeb(message) as ReadableStream<Uint8Array>;
}
