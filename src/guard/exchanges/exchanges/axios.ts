import { ConfigError } from '../../../shared/errors.js';
import { bodyOf, headersOf, isStream, NO_BODY, targetOf, type Body } from '../message.js';
import { isJson } from '../../../operations/media-types.js';
import type { ResponseReader } from './reader.js';

/** What of axios's Response is read. */
interface AxiosResponse {
  readonly status: number;
  readonly headers: object;
  readonly data: unknown;
  readonly config: {
    readonly method?: string;
    readonly url?: string;
    readonly baseURL?: string;
    readonly headers?: object;
    readonly data?: unknown;
  };
  /** Node's request, or fetch's. */
  readonly request?: { readonly method?: string; readonly path?: string; readonly url?: string };
}

export const axios: ResponseReader = {
  recognises: (response) => 'config' in response && 'data' in response && 'status' in response,
  response: ({ status, headers, data }: AxiosResponse) => {
    const read = headersOf({ ...headers });
    return { status, headers: read, body: dataOf(data, read.get('content-type')?.[0] ?? '') };
  },
  request: ({ config, request }: AxiosResponse) => ({
    method: (request?.method ?? config.method ?? 'GET').toUpperCase(),
    target: targetOf(request?.path ?? request?.url ?? pathOf(config)),
    headers: headersOf({ ...config.headers }),
    body: requestBody(config.data),
  }),
};

/** axios has parsed JSON, be it text, and leaves as text what it could not parse. */
function dataOf(data: unknown, contentType: string): Body {
  if (isStream(data))
    throw new ConfigError(
      'The answer of axios is a stream (responseType: "stream"), which a comparison would use up. Read it, and give checkExchange { request, response: { status, headers, body } }.',
    );
  if (typeof data === 'string' && data !== '' && isJson(contentType)) return { kind: 'value', value: data };
  // Without content axios gives an empty string, or null where JSON is expected.
  return data == null && !isJson(contentType) ? NO_BODY : bodyOf(data);
}

function pathOf({ url = '/', baseURL = 'http://localhost' }: AxiosResponse['config']): string {
  return new URL(url, baseURL).href;
}

function requestBody(data: unknown): Body {
  if (isStream(data) || Object.prototype.toString.call(data) === '[object FormData]')
    return { kind: 'unknown' };
  return data == null ? NO_BODY : bodyOf(data);
}
