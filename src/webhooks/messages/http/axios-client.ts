import type {
  Axios,
  AxiosInstance,
  AxiosRequestConfig,
  AxiosResponse,
  InternalAxiosRequestConfig,
} from 'axios';
import { ConfigError } from '../../../shared/errors.js';
import { kindOf } from '../../../shared/values.js';
import { checkHeader, type HeaderList, isFraming, mergeHeaders } from './headers.js';
import type { HttpClient, HttpHead, HttpRequest, PendingResponse } from './http-client.js';
import { requestWithNode } from './node-client.js';
import type { WebhookChannelOptions } from '../options.js';
import type { Readable } from 'node:stream';
import { joinHeaders } from './response.js';

/** Holds nothing of the request. */
class RefusedByAxios extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/**
 * Sends through the application's own axios, so that its interceptors run, with `requestWithNode` as adapter.
 * Interceptors may add headers. URL, method and body are guarded and signed, and a request is sent once. The status
 * line decides before response interceptors run.
 */
export function requestThrough(axios: AxiosInstance): HttpClient {
  return (given) => {
    const { method, url, headers } = given;
    let pending: PendingResponse | undefined;
    let isOver = false;
    let end: (error: Error) => void = () => undefined;
    const head = new Promise<HttpHead>((resolve, reject) => {
      end = reject;
      // A copy: interceptors must not change the signed bytes.
      const data = given.body.length === 0 ? undefined : Buffer.from(given.body);
      const adapter = async (config: InternalAxiosRequestConfig) => {
        if (isOver) throw new RefusedByAxios('ECANCELED');
        if (pending !== undefined) throw new RefusedByAxios('AXIOS_SENDS_TWICE');
        if (isChanged(config, given, data)) throw new RefusedByAxios('AXIOS_CHANGED_REQUEST');
        pending = requestWithNode({ ...given, headers: withAdded(given.headers, config) });
        pending.head.then(resolve, reject);
        const { status, headers: received } = await pending.head;
        return { data: undefined, status, statusText: '', headers: received, config };
      };
      axios
        .request({ ...UNTOUCHED, method, url: url.href, headers: toAxiosHeaders(headers), data, adapter })
        .then(
          // An interceptor may respond itself.
          () => {
            reject(new RefusedByAxios('AXIOS_SENT_NOTHING'));
          },
          (error: unknown) => {
            reject(error instanceof RefusedByAxios ? error : new RefusedByAxios('AXIOS_INTERCEPTOR_FAILED'));
          },
        );
    });
    return {
      head,
      cancel: () => {
        isOver = true;
        pending?.cancel();
        end(new RefusedByAxios('ECANCELED'));
      },
    };
  };
}

/** Settings that stop the instance from changing a request or its response. */
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
  given: HttpRequest,
  data: Buffer | undefined,
): boolean {
  return url !== given.url.href || method?.toUpperCase() !== given.method.toUpperCase() || sent !== data;
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

/** @throws ConfigError for a value that is no instance, and for proxies, which need axios's own adapter */
export function checkInstance(axios: AxiosInstance, proxyFromEnvironment: boolean): AxiosInstance {
  if (typeof (axios as unknown) !== 'function' || typeof (axios.request as unknown) !== 'function')
    throw new ConfigError(
      `axios of a WebhookChannel needs an instance, as axios.create() gives, not ${kindOf(axios)}.`,
    );
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

let axios: Promise<Axios> | undefined;

/** Loads axios once, and returns an instance without the application's defaults. */
export function loadAxios(): Promise<Axios> {
  return (axios ??= import('axios').then((module) => new module.Axios({})));
}

/**
 * Sends by axios, which supports the proxies of the environment, with every feature off that would change the request.
 */
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

/** Names that axios drops in lower case: its own groups, and those that could pollute a prototype. */
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
