import type { Axios, AxiosRequestConfig, AxiosResponse } from 'axios';
import type { AttemptContext, AttemptResult, Channel, Prepared, PrepareRequest } from '../notifier/types.js';
import { checkLiteralHost } from './address-guard.js';
import { attemptRequest } from './attempt.js';
import { BlockedAddressError } from './errors.js';
import type { HeaderList } from './headers.js';
import type { HttpRequest, HttpResponse, Route } from './http-client.js';
import { resolveChannel, type ResolvedChannel, type WebhookChannelOptions } from './options.js';
import { preparePayload, type WebhookPayload } from './payload.js';
import { buildHeaders } from './request-headers.js';
import { openRoutes, type Routes } from './routes.js';
import { splitCredentials } from './url.js';

/** Sends messages as HTTP requests (seed 1, 2.8, 4.3; design 8). */
export class WebhookChannel implements Channel<WebhookPayload> {
  readonly name: string;
  readonly #options: ResolvedChannel;
  readonly #routes: Routes;

  /**
   * @throws TypeError for an empty secret or a route on which `blockPrivateNetworks` cannot be kept,
   * RangeError for a limit that is not positive, InvalidURLError, InvalidHeaderError
   */
  constructor(options: WebhookChannelOptions = {}) {
    this.#options = resolveChannel(options);
    this.#routes = openRoutes(options);
    this.name = this.#options.name;
  }

  prepare(request: PrepareRequest): Promise<Prepared<WebhookPayload>> {
    return preparePayload(request, this.#options);
  }

  /** Loads axios, so that the first attempt's time is all its own. */
  open(): Promise<unknown> {
    return loadAxios();
  }

  async attempt(payload: WebhookPayload, context: AttemptContext): Promise<AttemptResult> {
    const options = this.#options;
    const url = new URL(payload.url ?? options.defaultURL ?? '');
    const route = this.#chooseRoute(payload);
    if (route === this.#routes.guarded) {
      try {
        checkLiteralHost(url);
      } catch (error) {
        if (!(error instanceof BlockedAddressError)) throw error;
        return { kind: 'failed', retryable: false, error };
      }
    }
    const { href, authorization } = splitCredentials(url);
    const headers = buildHeaders(payload, options, { id: context.id, now: Date.now(), authorization });
    const request = { method: payload.method, url: href, headers, body: payload.body, route };
    return attemptRequest(request, context, {
      client: requestWithAxios,
      timeout: options.timeout,
      now: Date.now,
    });
  }

  close(): void {
    this.#routes.close();
  }

  #chooseRoute(payload: WebhookPayload): Route {
    const { blockPrivateNetworks } = this.#options;
    const guarded =
      blockPrivateNetworks === true || (blockPrivateNetworks === 'messages' && payload.url !== undefined);
    return guarded ? this.#routes.guarded : this.#routes.open;
  }
}

let axios: Promise<Axios> | undefined;

/** Loaded before the first request, so that who only verifies signatures never loads it. Free of the application's defaults. */
function loadAxios(): Promise<Axios> {
  return (axios ??= import('axios').then((module) => new module.Axios({})));
}

/** One request by axios with everything switched off that would change the bytes, the host or the outcome. */
async function requestWithAxios({ route, body, ...request }: HttpRequest): Promise<HttpResponse> {
  const client = await loadAxios();
  const response: AxiosResponse<AsyncIterable<Uint8Array>> = await client.request({
    adapter: 'http',
    method: request.method,
    url: request.url,
    headers: toAxiosHeaders(request.headers),
    ...(body.length > 0 && { data: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
    signal: request.signal,
    responseType: 'stream',
    validateStatus: () => true,
    maxRedirects: 0,
    decompress: false,
    httpAgent: route.httpAgent,
    httpsAgent: route.httpsAgent,
    ...(route.lookup && { lookup: route.lookup as NonNullable<AxiosRequestConfig['lookup']> }),
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

function joinHeaders(headers: object): Record<string, string> {
  const entries: [string, unknown][] = Object.entries(headers);
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}
