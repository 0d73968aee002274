import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { HeaderList } from './headers.js';
import type { HttpHead, HttpRequest, PendingResponse } from './http-client.js';
import { joinHeaders } from './response.js';

/** Methods whose requests have no body by default: RFC 9110, section 8.6. */
const BODILESS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** Sends by node:http: no redirects, proxies, decompression or added headers, except those that frame the message. */
export function requestWithNode(given: HttpRequest): PendingResponse {
  const { url, route, body } = given;
  const isSecure = url.protocol === 'https:';
  const way = isSecure ? route.https : route.http;
  const names = way.names();
  let request: ClientRequest | undefined;
  let hasHead = false;
  const head = new Promise<HttpHead>((resolve, reject) => {
    request = (isSecure ? https : http).request({
      method: given.method,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: url.pathname + url.search,
      headers: framed(given) as unknown as http.OutgoingHttpHeaders,
      agent: way.agent,
      lookup: names.lookup,
      ...(isSecure && serverName(given.headers)),
    });
    request.on('response', (stream) => {
      hasHead = true;
      names.cancel();
      stream.on('error', ignore); // it says of the body what its 'close' says too
      resolve({ status: stream.statusCode ?? 0, headers: joinHeaders(stream.headers), stream });
    });
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new UnusableResponse('UNEXPECTED_UPGRADE'));
    });
    request.on('error', reject);
    // Every end without a response has an error; should one have none, nobody waits for ever.
    request.on('close', () => {
      names.cancel();
      // An error costs more than a request: it is made only where it is needed.
      if (!hasHead) reject(new UnusableResponse('ECONNRESET'));
    });
    request.end(body.length > 0 ? body : undefined);
  });
  return {
    head,
    cancel: () => {
      names.cancel();
      request?.destroy();
    },
  };
}

class UnusableResponse extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Lists names and values in turn. Node writes such a list unchanged and adds nothing to it. */
function framed({ method, url, headers, body }: HttpRequest): string[] {
  const lines: string[] = [];
  if (!find(headers, 'host')) lines.push('Host', url.host);
  for (const [name, value] of headers) lines.push(name, value);
  if (body.length > 0 || !BODILESS.has(method)) lines.push('Content-Length', String(body.length));
  return lines;
}

/** Uses a Host header as the TLS server name too. */
function serverName(headers: HeaderList): { servername?: string } {
  const host = find(headers, 'host')?.replace(/:\d+$/, '');
  return host === undefined || isIP(host) !== 0 ? {} : { servername: host };
}

function find(headers: HeaderList, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function ignore(): void {
  // Nothing depends on it.
}
