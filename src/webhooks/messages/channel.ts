import type { EndpointRate } from '../notifier/attempts/rate.js';
import { type Awaitable, isPromise, whenReady } from '../notifier/awaitable.js';
import type {
  AttemptContext,
  AttemptResult,
  Channel,
  Destination,
  PreparedDestinations,
  PrepareRequest,
} from '../notifier/channel.js';
import { allowAlso, type AddressCheck, blockedLiteral } from './http/address-guard.js';
import { attemptRequest } from './http/attempt.js';
import type { HeaderList } from './http/headers.js';
import { askForHeaders, buildHeaders, describeHeaders } from './http/request-headers.js';
import { invalidEndpoint, missingURL } from './errors.js';
import { findAgain, type FoundEndpoint } from './find-endpoint.js';
import { Endpoints } from './resolve-endpoint.js';
import { resolveChannel, type ResolvedChannel, type WebhookChannelOptions } from './channel-options.js';
import {
  KeptPayload,
  type PayloadContext,
  preparePayload,
  preparePing,
  type WebhookPayload,
} from './payload.js';
import { openRoutes, type Routes } from './http/routes.js';
import { type RequestTarget, targetOf } from './http/url.js';

/** Sends messages as HTTP requests. `N` is the type of the notifiables that are passed to `endpoints`. */
export class WebhookChannel<N = never> implements Channel<WebhookPayload> {
  readonly name: string;
  readonly #options: ResolvedChannel;
  readonly #isAllowed: AddressCheck;
  readonly #routes: Routes;
  readonly #defaultTarget: RequestTarget | undefined;
  readonly #endpoints: Endpoints;
  readonly #preparing: PayloadContext;
  /** Endpoints that were looked up for the attempt that follows. */
  readonly #found = new WeakMap<WebhookPayload, FoundEndpoint>();

  /**
   * Creates the channel that sends webhooks. Register it with `notifier.register(channel)`.
   *
   * @throws ConfigError for an empty secret or a route that cannot enforce `blockPrivateNetworks`, RangeError
   *   for a limit that is not positive, InvalidMessageError
   */
  constructor(options: WebhookChannelOptions<N> = {}) {
    this.#options = resolveChannel(options);
    this.#isAllowed = allowAlso(this.#options.allowedNetworks);
    this.#routes = openRoutes(options, { ...this.#options, isAllowed: this.#isAllowed });
    this.#endpoints = new Endpoints(this.#options);
    this.#preparing = { channel: this.#options, endpoints: this.#endpoints };
    this.name = this.#options.name;
    const { defaultURL } = this.#options;
    this.#defaultTarget = defaultURL && targetOf(defaultURL);
  }

  prepare(
    request: PrepareRequest,
  ): PreparedDestinations<WebhookPayload> | Promise<PreparedDestinations<WebhookPayload>> {
    return preparePayload(request, this.#preparing);
  }

  ping(endpoint: object): Promise<Destination<WebhookPayload>> {
    return preparePing(endpoint, this.#preparing);
  }

  /** Returns the headers that the channel adds to each request, for `docs.addWebhook(Class, { channel })`. */
  sentHeaders(): { signature: boolean; standardWebhooks: boolean; names: string[] } {
    return describeHeaders(this.#options);
  }

  /** Loads the HTTP clients, so that the first attempt's duration does not include that. */
  open(): Promise<unknown> | undefined {
    return this.#routes.load();
  }

  /**
   * Returns the rate of the payload's endpoint, if it has one. The attempt that follows uses the endpoint
   * that was found.
   */
  rate(payload: WebhookPayload, context: AttemptContext): Awaitable<EndpointRate | undefined> {
    const kept = KeptPayload.endpointOf(payload);
    if (kept || payload.endpoint === undefined) return kept?.rate;
    return whenReady(this.#find(payload.endpoint, payload, context), (endpoint) => {
      this.#found.set(payload, endpoint);
      return 'kind' in endpoint ? undefined : endpoint.rate;
    });
  }

  attempt(payload: WebhookPayload, context: AttemptContext): Promise<AttemptResult> {
    const kept = KeptPayload.endpointOf(payload);
    if (kept || payload.endpoint === undefined) return this.#request(payload, context, kept);
    const found = this.#found.get(payload);
    this.#found.delete(payload); // another attempt looks it up again
    const current = found ?? this.#find(payload.endpoint, payload, context);
    return isPromise(current)
      ? current.then((endpoint) => this.#request(payload, context, endpoint))
      : this.#request(payload, context, current);
  }

  #find(id: string, { url }: WebhookPayload, context: AttemptContext): Awaitable<FoundEndpoint> {
    return findAgain(id, url, { endpoints: this.#endpoints, channel: this.#options, context });
  }

  #request(
    payload: WebhookPayload,
    context: AttemptContext,
    endpoint: FoundEndpoint | undefined,
  ): Promise<AttemptResult> {
    if (endpoint && 'kind' in endpoint) return Promise.resolve(endpoint);
    const { name, attemptHeaders, timeout } = this.#options;
    const refuse = (error: Error): Promise<AttemptResult> =>
      Promise.resolve({ kind: 'failed', retryable: false, error });
    const target = endpoint?.target ?? this.#targetOf(payload);
    if (!target) return refuse(missingURL(name));
    const isGuarded = this.#isGuarded(endpoint ? endpoint.isForeign : payload.url !== undefined);
    const blocked = isGuarded ? blockedLiteral(target.url, this.#isAllowed) : undefined;
    if (blocked) return refuse(blocked);
    if (endpoint?.tls && !this.#routes.connectsDirectly) {
      const reason = "has tls, but the channel's proxy, its agent or fetch makes its own connections";
      return refuse(invalidEndpoint(endpoint.id, reason));
    }
    const send = (own: HeaderList): Promise<AttemptResult> => {
      const { authorization } = target;
      const about = { id: context.messageId, now: Date.now(), authorization, own };
      const headers = buildHeaders(payload, this.#options, about, endpoint);
      const { method, body } = payload;
      const client = isGuarded ? this.#routes.guarded : this.#routes.open;
      const request = (signed: HeaderList): Promise<AttemptResult> =>
        attemptRequest({ method, target, headers: signed, body, tls: endpoint?.tls }, context, {
          client,
          timeout,
        });
      return isPromise(headers) ? headers.then(request) : request(headers);
    };
    if (!attemptHeaders) return send([]);
    return askForHeaders(attemptHeaders, payload, context, { origin: target.origin, timeout }).then(send);
  }

  #targetOf({ url }: WebhookPayload): RequestTarget | undefined {
    return url === undefined ? this.#defaultTarget : targetOf(new URL(url));
  }

  close(): void {
    this.#routes.close();
  }

  #isGuarded(isForeign: boolean): boolean {
    const { blockPrivateNetworks } = this.#options;
    return blockPrivateNetworks === true || (blockPrivateNetworks === 'messages' && isForeign);
  }
}
