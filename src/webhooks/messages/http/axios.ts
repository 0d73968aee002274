import { NodeBuffer } from '../../../shared/bytes.js';
import type {
  Axios,
  AxiosInstance,
  AxiosRequestConfig,
  AxiosResponse,
  InternalAxiosRequestConfig,
} from 'axios';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { ConfigError, toError } from '../../../shared/errors.js';
import type { WebhookChannelOptions } from '../channel-options.js';
import { type HeaderList, checkHeader, isFraming, mergeHeaders } from './headers.js';
import {
  type HttpClient,
  type HttpRequest,
  RequestError,
  type ResponseSink,
  joinHeaders,
} from './response.js';

let axios: Promise<Axios> | undefined;

export function loadAxios(): Promise<Axios> {
  return (axios ??= import('axios').then((module) => new module.Axios({})));
}

interface AxiosRoute {
  readonly httpAgent: HttpAgent | undefined;
  readonly httpsAgent: HttpsAgent | undefined;
  readonly lookup: LookupFunction;
}

/**
 * Returns a client that uses axios, for agents. It disables
 * every feature of axios that would change the request.
 */
export function axiosClient({ lookup, ...agents }: AxiosRoute): HttpClient {
  return ({ body, target, method, headers }, sink) => {
    const controller = new AbortController();
    let stream: Readable | undefined;
    void loadAxios()
      .then((client) =>
        client.request<Readable>({
          adapter: 'http',
          method,
          url: target.url.href,
          headers: toAxiosHeaders(headers),
          ...(body.length > 0 && { data: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
          signal: controller.signal,
          responseType: 'stream',
          validateStatus: () => true,
          maxRedirects: 0,
          decompress: false,
          ...agents,
          lookup: lookup as NonNullable<AxiosRequestConfig['lookup']>,
          proxy: false,
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

function toAxiosHeaders(headers: HeaderList): Record<string, string | false> {
  const named = headers.map(
    ([name, value]) => [AXIOS_KEYS.has(name) ? name.toUpperCase() : name, value] as const,
  );
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  // `false` prevents axios from adding its form content type to a request without one.
  return { ...(!typed && { 'Content-Type': false }), ...Object.fromEntries(named) };
}

/**
 * Sends through the application's axios, so that its interceptors run, with another client as adapter.
 * Interceptors may add headers, but cannot change URL, method or body, or send a request twice. The status
 * decides the result before response interceptors run.
 */
export function requestThrough(axios: AxiosInstance, client: HttpClient): HttpClient {
  return (request, sink) => {
    const { method, target, headers } = request;
    const url = target.url.href;
    let cancel: (() => void) | undefined;
    let isOver = false;
    // A copy: interceptors must not change the signed bytes.
    const data = request.body.length === 0 ? undefined : copyOf(request.body);
    const adapter = (config: InternalAxiosRequestConfig): Promise<AxiosResponse> =>
      new Promise((resolve, reject) => {
        if (isOver) throw new RequestError('ECANCELED');
        if (cancel) throw new RequestError('AXIOS_SENDS_TWICE');
        if (isChanged(config, request, data)) throw new RequestError('AXIOS_CHANGED_REQUEST');
        cancel = client(
          { ...request, headers: withAdded(request.headers, config) },
          {
            head: (status, received) => {
              sink.head(status, received);
              resolve({ data: undefined, status, statusText: '', headers: received, config });
            },
            data: (chunk) => {
              sink.data(chunk);
            },
            end: () => {
              sink.end();
            },
            fail: (error) => {
              sink.fail(error);
              reject(toError(error));
            },
          },
        );
      });
    // The sent request decides the result, since an interceptor may respond itself.
    const end = (code: string): void => {
      if (!cancel) sink.fail(new RequestError(code));
    };
    axios.request({ ...UNTOUCHED, method, url, headers: toAxiosHeaders(headers), data, adapter }).then(
      () => {
        end('AXIOS_SENT_NOTHING');
      },
      (error: unknown) => {
        end(error instanceof RequestError ? error.code : 'AXIOS_INTERCEPTOR_FAILED');
      },
    );
    return () => {
      isOver = true;
      cancel?.();
    };
  };
}

function copyOf(bytes: Uint8Array): Uint8Array {
  return NodeBuffer === undefined ? bytes.slice() : NodeBuffer.from(bytes);
}

const UNTOUCHED: AxiosRequestConfig = {
  responseType: 'stream',
  transformRequest: [],
  transformResponse: [],
  validateStatus: () => true,
  maxRedirects: 0,
  timeout: 0,
};

function isChanged(
  { url, method, data: sent }: InternalAxiosRequestConfig,
  request: HttpRequest,
  data: Uint8Array | undefined,
): boolean {
  return (
    url !== request.target.url.href || method?.toUpperCase() !== request.method.toUpperCase() || sent !== data
  );
}

function withAdded(own: HeaderList, { headers }: InternalAxiosRequestConfig): HeaderList {
  const added = Object.entries(headers.toJSON()).flatMap(([name, value]) =>
    typeof value === 'string' && !isFraming(name) ? [checkHeader(name, value)] : [],
  );
  return mergeHeaders(added, own);
}

type AgentOptions = Pick<WebhookChannelOptions, 'httpAgent' | 'httpsAgent'>;

export function agentsOf(axios: AxiosInstance | undefined): AgentOptions {
  const { httpAgent, httpsAgent } = (axios?.defaults ?? {}) as AgentOptions;
  return { ...(httpAgent && { httpAgent }), ...(httpsAgent && { httpsAgent }) };
}

/**
 * @throws ConfigError for a value that is not an axios instance, and for proxies, which need axios's own
 * adapter
 */
export function checkInstance(axios: AxiosInstance, proxyFromEnvironment: boolean): AxiosInstance {
  if (proxyFromEnvironment)
    throw new ConfigError(
      'axios and proxyFromEnvironment of a WebhookChannel exclude each other. Give an agent that goes through the proxy.',
    );
  if (axios.defaults.proxy)
    throw new ConfigError(
      'The proxy of the axios instance is not used by a WebhookChannel. Give an httpsAgent that goes through it, or proxyFromEnvironment: true without axios.',
    );
  return axios;
}
