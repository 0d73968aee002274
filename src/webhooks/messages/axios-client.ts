import type { Readable } from 'node:stream';
import type { Axios, AxiosRequestConfig, AxiosResponse } from 'axios';
import type { HeaderList } from './headers.js';
import type { HttpHead, HttpRequest, PendingResponse } from './http-client.js';
import { joinHeaders } from './response.js';

let axios: Promise<Axios> | undefined;

/** Loaded before the first request that needs it. Free of the application's defaults. */
export function loadAxios(): Promise<Axios> {
  return (axios ??= import('axios').then((module) => new module.Axios({})));
}

/** One request by axios, which knows the environment's proxies, with everything switched off that would change it. */
export function requestWithAxios(request: HttpRequest): PendingResponse {
  const controller = new AbortController();
  return {
    head: send(request, controller.signal),
    cancel: () => {
      controller.abort();
    },
  };
}

async function send({ route, body, url, ...request }: HttpRequest, signal: AbortSignal): Promise<HttpHead> {
  const client = await loadAxios();
  const { lookup } = route.http.names();
  const response: AxiosResponse<Readable> = await client.request({
    adapter: 'http',
    method: request.method,
    url: url.href,
    headers: toAxiosHeaders(request.headers),
    ...(body.length > 0 && { data: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
    signal,
    responseType: 'stream',
    validateStatus: () => true,
    maxRedirects: 0,
    decompress: false,
    httpAgent: route.http.agent,
    httpsAgent: route.https.agent,
    lookup: lookup as NonNullable<AxiosRequestConfig['lookup']>,
    ...(!route.proxyFromEnvironment && { proxy: false }),
  });
  return { status: response.status, headers: joinHeaders(response.headers), stream: response.data };
}

/** axios drops headers of these names when they are in lower case: its own groups, and what could pollute a prototype. */
const AXIOS_KEYS = new Set(
  '__proto__ common constructor delete get head patch post prototype put query'.split(' '),
);

function toAxiosHeaders(headers: HeaderList): Record<string, string | false> {
  const named = headers.map(
    ([name, value]) => [AXIOS_KEYS.has(name) ? name.toUpperCase() : name, value] as const,
  );
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  // `false` keeps axios from adding its form type to a request that has none.
  return { ...(!typed && { 'Content-Type': false }), ...Object.fromEntries(named) };
}
