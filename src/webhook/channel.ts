import type { AttemptContext, AttemptResult, Channel, Prepared, PrepareRequest } from '../notifier/types.js';
import { checkLiteralHost } from './address-guard.js';
import { attemptRequest } from './attempt.js';
import { BlockedAddressError } from './errors.js';
import { loadAxios, requestWithAxios } from './axios-client.js';
import type { Route } from './http-client.js';
import { requestWithNode } from './node-client.js';
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
    this.#routes = openRoutes({ ...options, maxIdleSockets: this.#options.maxIdleSockets });
    this.name = this.#options.name;
  }

  prepare(request: PrepareRequest): Promise<Prepared<WebhookPayload>> {
    return preparePayload(request, this.#options);
  }

  /** Loads axios where it is needed, so that the first attempt's time is all its own. */
  open(): Promise<unknown> | undefined {
    return this.#routes.open.proxyFromEnvironment ? loadAxios() : undefined;
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
    const { bare, authorization } = splitCredentials(url);
    const headers = buildHeaders(payload, options, { id: context.messageId, now: Date.now(), authorization });
    const request = { method: payload.method, url: bare, headers, body: payload.body, route };
    return attemptRequest(request, context, {
      client: route.proxyFromEnvironment ? requestWithAxios : requestWithNode,
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
