import type { AxiosInstance, AxiosRequestConfig, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { ConfigError, toError } from '../../../shared/errors.js';
import { kindOf } from '../../../shared/values.js';
import type { WebhookChannelOptions } from '../options.js';
import { toAxiosHeaders } from './axios-client.js';
import { checkHeader, type HeaderList, isFraming, mergeHeaders } from './headers.js';
import { RequestError, type HttpClient, type HttpRequest } from './http-client.js';

/**
 * Sends through the application's axios, so that its interceptors run, with another client as adapter. Interceptors may
 * add headers, but cannot change URL, method or body, or send a request twice. The status decides the result before
 * response interceptors run.
 */
export function requestThrough(axios: AxiosInstance, client: HttpClient): HttpClient {
  return (given, sink) => {
    const { method, url, headers } = given;
    let cancel: (() => void) | undefined;
    let isOver = false;
    // A copy: interceptors must not change the signed bytes.
    const data = given.body.length === 0 ? undefined : Buffer.from(given.body);
    const adapter = (config: InternalAxiosRequestConfig): Promise<AxiosResponse> =>
      new Promise((resolve, reject) => {
        if (isOver) throw new RequestError('ECANCELED');
        if (cancel) throw new RequestError('AXIOS_SENDS_TWICE');
        if (isChanged(config, given, data)) throw new RequestError('AXIOS_CHANGED_REQUEST');
        cancel = client(
          { ...given, headers: withAdded(given.headers, config) },
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
    // What was sent decides; an interceptor may respond itself, too.
    const end = (code: string): void => {
      if (!cancel) sink.fail(new RequestError(code));
    };
    axios
      .request({ ...UNTOUCHED, method, url: url.href, headers: toAxiosHeaders(headers), data, adapter })
      .then(
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

/** Settings that prevent the instance from changing a request or its response. */
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

/** @throws ConfigError for a value that is no axios instance, and for proxies, which need axios's own adapter */
export function checkInstance(axios: AxiosInstance, proxyFromEnvironment: boolean): AxiosInstance {
  if (typeof (axios as unknown) !== 'function' || typeof (axios.request as unknown) !== 'function')
    throw new ConfigError(
      `axios of a WebhookChannel needs an instance, such as the result of axios.create(), not ${kindOf(axios)}.`,
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
