import { ConfigError, isJson } from 'dtospec/internal';
import {
  bodyOf,
  headersOf,
  isStream,
  NO_BODY,
  targetOf,
  type Body,
  type RequestMessage,
  type ResponseMessage,
} from '../message.js';

export interface ResponseReader {
  readonly recognises: (response: object) => boolean;
  readonly response: (response: never) => ResponseMessage | Promise<ResponseMessage>;
  readonly request: (response: never) => RequestMessage | undefined;
}

interface SuperagentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly text?: string;
  readonly body?: unknown;
  readonly req: {
    readonly method: string;
    readonly path: string;
    readonly getHeaders?: () => Readonly<Record<string, unknown>>;
  };
  readonly request: { readonly _data?: unknown; readonly _formData?: unknown };
}

export const superagent: ResponseReader = {
  recognises: (response) => 'req' in response && 'request' in response && 'text' in response,
  response: ({ status, headers, text, body }: SuperagentResponse) => ({
    status,
    headers: headersOf(headers),
    body: bodyOf(text ?? (isUnparsed(body) ? undefined : body)),
  }),
  request: ({ req, request: { _data: data, _formData: form } }: SuperagentResponse) => ({
    method: req.method.toUpperCase(),
    target: targetOf(req.path),
    headers: headersOf(req.getHeaders?.()),
    body: form == null ? sentBody(data) : { kind: 'unknown' },
  }),
};

function isUnparsed(body: unknown): boolean {
  if (body === undefined) return true;
  if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return false;
  return Object.keys(body).length === 0;
}

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
  readonly request?: { readonly method?: string; readonly path?: string; readonly url?: string };
}

export const axios: ResponseReader = {
  recognises: (response) => 'config' in response && 'data' in response && 'status' in response,
  response: ({ status, headers, data }: AxiosResponse) => {
    const read = headersOf({ ...headers });
    return { status, headers: read, body: axiosBody(data, read.get('content-type')?.[0] ?? '') };
  },
  request: ({ config, request }: AxiosResponse) => {
    const { url = '/', baseURL = 'http://localhost' } = config;
    return {
      method: (request?.method ?? config.method ?? 'GET').toUpperCase(),
      target: targetOf(request?.path ?? request?.url ?? new URL(url, baseURL).href),
      headers: headersOf({ ...config.headers }),
      body: sentBody(config.data),
    };
  },
};

function axiosBody(data: unknown, contentType: string): Body {
  if (isStream(data))
    throw new ConfigError(
      'The response of axios is a stream (responseType: "stream"), which a comparison would use up. Read it, and give checkExchange { request, response: { status, headers, body } }.',
    );
  if (typeof data === 'string' && data !== '' && isJson(contentType)) return { kind: 'value', value: data };
  // For an empty body, axios returns an empty string, or null for JSON.
  return data == null && !isJson(contentType) ? NO_BODY : bodyOf(data);
}

interface InjectResponse {
  readonly statusCode: number;
  readonly headers: object;
  readonly rawPayload: Uint8Array;
  readonly raw: {
    readonly req: {
      readonly method: string;
      readonly url: string;
      readonly headers: object;
      readonly _lightMyRequest?: { readonly payload?: unknown };
    };
  };
}

export const lightMyRequest: ResponseReader = {
  recognises: (response) => 'rawPayload' in response && 'raw' in response && 'statusCode' in response,
  response: ({ statusCode, headers, rawPayload }: InjectResponse) => ({
    status: statusCode,
    headers: headersOf({ ...headers }),
    body: bodyOf(rawPayload),
  }),
  request: ({ raw: { req } }: InjectResponse) => ({
    method: req.method.toUpperCase(),
    target: targetOf(req.url),
    headers: headersOf(req.headers),
    body: sentBody(req._lightMyRequest?.payload),
  }),
};

function sentBody(data: unknown): Body {
  if (isStream(data) || Object.prototype.toString.call(data) === '[object FormData]')
    return { kind: 'unknown' };
  return data == null ? NO_BODY : bodyOf(data);
}
