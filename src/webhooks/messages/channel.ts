import type {
  AttemptContext,
  AttemptResult,
  Channel,
  Destination,
  Prepared,
  PrepareRequest,
} from '../notifier/channel.js';
import { allowAlso, type AddressCheck, checkLiteralHost } from './http/address-guard.js';
import { attemptRequest } from './http/attempt.js';
import { askForHeaders, buildHeaders, describeHeaders } from './http/request-headers.js';
import { BlockedAddressError, invalidEndpoint, missingURL } from './errors.js';
import { findAgain, type ResolvedEndpoint } from './resolve-endpoint.js';
import { resolveChannel, type ResolvedChannel, type WebhookChannelOptions } from './options.js';
import { preparePayload, type WebhookPayload } from './payload.js';
import { openRoutes, type Routes } from './http/routes.js';
import { splitCredentials } from './http/url.js';

/** Sends messages as HTTP requests. `N` is the type of the notifiables that are passed to `endpoints`. */
export class WebhookChannel<N = never> implements Channel<WebhookPayload> {
  readonly name: string;
  readonly #options: ResolvedChannel;
  readonly #isAllowed: AddressCheck;
  readonly #routes: Routes;
  /** Endpoints by payload. Payloads may be stored, so they must not contain an endpoint's secrets. */
  readonly #endpoints = new WeakMap<WebhookPayload, ResolvedEndpoint>();

  /**
   * @throws ConfigError for an empty secret or a route that cannot enforce `blockPrivateNetworks`, RangeError for a
   * limit that is not positive, InvalidMessageError
   */
  constructor(options: WebhookChannelOptions<N> = {}) {
    this.#options = resolveChannel(options);
    this.#isAllowed = allowAlso(this.#options.allowedNetworks);
    this.#routes = openRoutes(options, { ...this.#options, isAllowed: this.#isAllowed });
    this.name = this.#options.name;
  }

  prepare(
    request: PrepareRequest,
  ): Promise<Prepared<WebhookPayload> | readonly Destination<WebhookPayload>[]> {
    return preparePayload(request, {
      channel: this.#options,
      keep: (payload, endpoint) => void this.#endpoints.set(payload, endpoint),
    });
  }

  /** Returns the headers that the channel adds to each request, for `docs.addWebhook(Class, { channel })`. */
  sentHeaders(): { signature: boolean; standardWebhooks: boolean; names: string[] } {
    return describeHeaders(this.#options);
  }

  /** Loads the HTTP clients, so that the first attempt's duration does not include that. */
  open(): Promise<unknown> | undefined {
    return this.#routes.load();
  }

  async attempt(payload: WebhookPayload, context: AttemptContext): Promise<AttemptResult> {
    const options = this.#options;
    const endpoint = this.#endpoints.get(payload) ?? (await findAgain(payload, options, context));
    if (endpoint && 'kind' in endpoint) return endpoint;
    const isForeign = endpoint ? endpoint.isForeign : payload.url !== undefined;
    const url = endpoint?.url ?? (payload.url === undefined ? options.defaultURL : new URL(payload.url));
    if (!url) return { kind: 'failed', retryable: false, error: missingURL(options.name) };
    const isGuarded = this.#isGuarded(isForeign);
    if (isGuarded) {
      try {
        checkLiteralHost(url, this.#isAllowed);
      } catch (error) {
        if (!(error instanceof BlockedAddressError)) throw error;
        return { kind: 'failed', retryable: false, error };
      }
    }
    if (endpoint?.tls && !this.#routes.connectsDirectly) {
      const reason = "has tls, but the channel's proxy or agent makes its own connections";
      return { kind: 'failed', retryable: false, error: invalidEndpoint(endpoint.id, reason) };
    }
    const { attemptHeaders, timeout } = options;
    const own = attemptHeaders
      ? await askForHeaders(attemptHeaders, payload, context, { origin: url.origin, timeout })
      : [];
    const { bare, authorization } = splitCredentials(url);
    const headers = buildHeaders(
      payload,
      options,
      {
        id: context.messageId,
        now: Date.now(),
        authorization,
        own,
      },
      endpoint,
    );
    const { method, body } = payload;
    return attemptRequest({ method, url: bare, headers, body, tls: endpoint?.tls }, context, {
      client: isGuarded ? this.#routes.guarded : this.#routes.open,
      timeout,
    });
  }

  close(): void {
    this.#routes.close();
  }

  #isGuarded(isForeign: boolean): boolean {
    const { blockPrivateNetworks } = this.#options;
    return blockPrivateNetworks === true || (blockPrivateNetworks === 'messages' && isForeign);
  }
}
