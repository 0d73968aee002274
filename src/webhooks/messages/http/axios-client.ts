import type { Axios, AxiosRequestConfig } from 'axios';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import type { HeaderList } from './headers.js';
import type { HttpClient, ResponseSink } from './http-client.js';
import { joinHeaders } from './response.js';

let axios: Promise<Axios> | undefined;

/** Loads axios once, and returns an instance without the application's defaults. */
export function loadAxios(): Promise<Axios> {
  return (axios ??= import('axios').then((module) => new module.Axios({})));
}

/** How axios connects: by agents, by proxies of the environment, or both. */
interface AxiosRoute {
  readonly httpAgent: HttpAgent | undefined;
  readonly httpsAgent: HttpsAgent | undefined;
  readonly lookup: LookupFunction;
  readonly proxyFromEnvironment: boolean;
}

/**
 * Returns a client that uses axios, for agents and proxies. It disables every feature of axios that would change the
 * request.
 */
export function axiosClient({ proxyFromEnvironment, lookup, ...agents }: AxiosRoute): HttpClient {
  return ({ body, url, method, headers }, sink) => {
    const controller = new AbortController();
    let stream: Readable | undefined;
    void loadAxios()
      .then((client) =>
        client.request<Readable>({
          adapter: 'http',
          method,
          url: url.href,
          headers: toAxiosHeaders(headers),
          ...(body.length > 0 && { data: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
          signal: controller.signal,
          responseType: 'stream',
          validateStatus: () => true,
          maxRedirects: 0,
          decompress: false,
          ...agents,
          lookup: lookup as NonNullable<AxiosRequestConfig['lookup']>,
          ...(!proxyFromEnvironment && { proxy: false }),
        }),
      )
      .then(({ status, headers: received, data }) => {
        stream = data;
        sink.head(status, joinHeaders(received));
        readStream(stream, sink);
      })
      .catch((error: unknown) => {
        sink.fail(error);
      });
    return () => {
      controller.abort();
      stream?.destroy();
    };
  };
}

/** Passes a body on. It reports a destroyed stream as an aborted body. */
export function readStream(stream: Readable, sink: Pick<ResponseSink, 'data' | 'end' | 'fail'>): void {
  stream.on('data', (chunk: Uint8Array) => {
    sink.data(chunk);
  });
  stream.once('end', () => {
    sink.end();
  });
  for (const event of ['error', 'close'])
    stream.on(event, (error) => {
      sink.fail(error);
    });
}

/** Header names that axios drops: its own groups, and those that could pollute a prototype. */
const AXIOS_KEYS = new Set(
  '__proto__ common constructor delete get head patch post prototype put query'.split(' '),
);

export function toAxiosHeaders(headers: HeaderList): Record<string, string | false> {
  const named = headers.map(
    ([name, value]) => [AXIOS_KEYS.has(name) ? name.toUpperCase() : name, value] as const,
  );
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  // `false` keeps axios from adding its form type to a request that has none.
  return { ...(!typed && { 'Content-Type': false }), ...Object.fromEntries(named) };
}
