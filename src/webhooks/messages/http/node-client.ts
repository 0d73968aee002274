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
      stream.on('error', ignore); // 'close' follows and reports the same
      resolve({ status: stream.statusCode ?? 0, headers: joinHeaders(stream.headers), stream });
    });
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new UnusableResponse('UNEXPECTED_UPGRADE'));
    });
    request.on('error', reject);
    // Settles the promise even if a request ends without response and error.
    request.on('close', () => {
      names.cancel();
      // Creating an error is expensive, so only without a response.
      if (!hasHead) reject(new UnusableResponse('ECONNRESET'));
    });
    end(request, body);
  });
  return {
    head,
    cancel: () => {
      names.cancel();
      request?.destroy();
    },
  };
}

/** Bytes up to which copying a body costs less than a second write. */
const ONE_WRITE = 16 * 1024;

/** Writes a short body as a string: Node.js sends strings together with the head, in one packet and TLS record. */
function end(request: ClientRequest, body: Uint8Array): void {
  if (body.length === 0) request.end();
  else if (body.length > ONE_WRITE) request.end(body);
  else request.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'), 'latin1');
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
  // Reported elsewhere.
}
