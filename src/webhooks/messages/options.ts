import type { AxiosInstance } from 'axios';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ConfigError } from '../../shared/errors.js';
import { requireOptionNames } from '../../shared/checks.js';
import { kindOf } from '../../shared/values.js';
import { requireOptions } from '../notifier/arguments.js';
import type { FindEndpoint, ResolveEndpoints } from './endpoint.js';
import { checkHeader, mergeHeaders, type HeaderList } from './http/headers.js';
import { checkSecret, parseSigners, type StandardWebhooksOptions } from './signatures/sign.js';
import type { Signer } from './signatures/signing-keys.js';
import { parseURL } from './http/url.js';

/** Options of a webhook channel. `N` is the type of its notifiables, which are passed to `endpoints`. */
export interface WebhookChannelOptions<N = never> {
  /**
   * Returns the endpoints of a notifiable. Each endpoint for the message's event gets its own delivery, signed with its
   * own secrets. @default one delivery, to the message's or the default URL
   */
  readonly endpoints?: ResolveEndpoints<N>;
  /**
   * Finds an endpoint by its id. Required with `endpoints` on a durable engine. Each attempt uses the current address,
   * headers and secrets, so rotation applies to queued deliveries. Nothing is sent to missing or disabled endpoints.
   */
  readonly findEndpoint?: FindEndpoint;
  /**
   * True to send default headers that look like credentials (`Authorization`, `Cookie`, `X-Api-Key`, `…-Token`, …) also
   * to endpoints with their own URL. @default false
   */
  readonly credentialsToEndpoints?: boolean;
  /** URL of messages that set none. Required unless every message sets one. */
  readonly defaultURL?: string | URL;
  /** Headers of every request. A message's header of the same name overrides them. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
  /**
   * Returns additional headers for one attempt, such as a trace context or a short-lived token. They override all
   * headers except computed signatures. They are sent to every destination, so check `endpoint` and `origin` before you
   * return a credential. It is called after the event `sending`; an error fails the delivery. `docs.addWebhook` does
   * not document these headers.
   */
  readonly attemptHeaders?: (attempt: AboutAttempt) => Readonly<Record<string, string>>;
  /** Secret for HMAC-SHA256 signatures. Adds the header `X-Signature` to requests with a body. */
  readonly signingSecret?: string;
  /** Adds the Standard Webhooks headers: `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
  readonly standardWebhooks?: StandardWebhooksOptions;
  /** Milliseconds for one attempt, from connecting to the end of the response. @default 30000 */
  readonly timeout?: number;
  /** Name of the channel, for `via`. @default 'webhook' */
  readonly name?: string;
  /** Maximum size of a body, in bytes. @default 1048576 */
  readonly maxBodyBytes?: number;
  /** True to validate the objects in a JSON body with class-validator before sending. @default true */
  readonly validate?: boolean;
  /**
   * Blocks connections to addresses that are not public: `'messages'` for URLs of messages and endpoints, `true` also
   * for the default URL, `false` never. @default 'messages'
   */
  readonly blockPrivateNetworks?: boolean | 'messages';
  /**
   * Agent for http URLs, e.g. for a proxy. axios then makes the requests. If `blockPrivateNetworks` applies, the
   * channel uses only the agent's TLS settings, `localAddress` and `lookup`, whose results it checks. @default none:
   * undici makes the requests and keeps connections alive
   */
  readonly httpAgent?: HttpAgent;
  /** Agent for https URLs, e.g. with a client certificate; see `httpAgent`. @default none */
  readonly httpsAgent?: HttpsAgent;
  /**
   * Resolves host names. If you pass `dns.lookup`, a silent name server blocks one of the process's few threads.
   * @default reads the hosts file, queries the name servers, then uses the system
   */
  readonly lookup?: LookupFunction;
  /**
   * Maximum number of idle connections of the channel, to all origins. Those of the least recently used origin are
   * closed first. Connections of agents do not count. @default 256
   */
  readonly maxIdleSockets?: number;
  /** True to use `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. @default false */
  readonly proxyFromEnvironment?: boolean;
  /**
   * Your own axios instance. Its interceptors and default headers apply to each attempt. They may add headers, but they
   * cannot change the channel's headers, the URL, the method or the body. Its `httpAgent` and `httpsAgent` are used if
   * the channel has none. An instance with a `proxy` throws: use an agent, or `proxyFromEnvironment`. @default none
   */
  readonly axios?: AxiosInstance;
}

/** Describes an attempt of a delivery. */
export interface AboutAttempt {
  /** The delivery's id, as in its events. */
  readonly id: string;
  /** The message's id. */
  readonly messageId: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
  /** Scheme, host and port of the URL. */
  readonly origin: string;
}

export interface ResolvedChannel {
  readonly endpoints: ResolveEndpoints<unknown> | undefined;
  readonly findEndpoint: FindEndpoint | undefined;
  readonly credentialsToEndpoints: boolean;
  readonly name: string;
  readonly defaultURL: URL | undefined;
  readonly defaultHeaders: HeaderList;
  readonly attemptHeaders: WebhookChannelOptions['attemptHeaders'];
  readonly signingSecret: string | undefined;
  readonly signers: readonly Signer[];
  readonly timeout: number;
  readonly maxBodyBytes: number;
  readonly validate: boolean;
  readonly blockPrivateNetworks: boolean | 'messages';
  readonly maxIdleSockets: number;
}

export function resolveChannel<N>(options: WebhookChannelOptions<N>): ResolvedChannel {
  const example = "{ defaultURL: 'https://example.com/hooks' }";
  requireOptions('new WebhookChannel(options)', example, options);
  requireOptionNames('new WebhookChannel(options)', options, Object.keys(OPTIONS));
  if (options.name !== undefined && typeof (options.name as unknown) !== 'string')
    throw new ConfigError(`name of a WebhookChannel needs a string, not ${kindOf(options.name)}.`);
  if (options.defaultHeaders !== undefined)
    requireOptions('defaultHeaders of a WebhookChannel', "{ 'X-Tenant': 'a' }", options.defaultHeaders);
  for (const name of FUNCTIONS) {
    const value: unknown = options[name];
    if (value === undefined || typeof value === 'function') continue;
    throw new ConfigError(`${name} of a WebhookChannel needs a function, not ${kindOf(value)}.`);
  }
  const { signingSecret, defaultURL } = options;
  if (signingSecret !== undefined) checkSecret(signingSecret, 'signingSecret');
  if (options.name === '') throw new ConfigError('name is empty; leave it out for "webhook".');
  const headers = Object.entries(options.defaultHeaders ?? {});
  return {
    // The type of notifiables is checked where the channel is created.
    endpoints: options.endpoints as ResolveEndpoints<unknown> | undefined,
    findEndpoint: options.findEndpoint,
    credentialsToEndpoints: options.credentialsToEndpoints ?? false,
    name: options.name ?? 'webhook',
    defaultURL: defaultURL === undefined || defaultURL === '' ? undefined : parseURL(defaultURL),
    defaultHeaders: mergeHeaders(headers.map(([name, value]) => checkHeader(name, value))),
    attemptHeaders: options.attemptHeaders,
    signingSecret,
    signers: options.standardWebhooks ? parseSigners(options.standardWebhooks) : [],
    timeout: checkPositive('timeout', options.timeout ?? 30_000),
    maxBodyBytes: checkPositive('maxBodyBytes', options.maxBodyBytes ?? 1024 * 1024),
    validate: options.validate ?? true,
    blockPrivateNetworks: options.blockPrivateNetworks ?? 'messages',
    maxIdleSockets: checkNotNegative('maxIdleSockets', options.maxIdleSockets ?? 256),
  };
}

/** All options, so that a misspelt secret throws instead of leaving every message unsigned. */
const OPTIONS: Readonly<Record<keyof WebhookChannelOptions, true>> = {
  endpoints: true,
  findEndpoint: true,
  credentialsToEndpoints: true,
  defaultURL: true,
  defaultHeaders: true,
  attemptHeaders: true,
  signingSecret: true,
  standardWebhooks: true,
  timeout: true,
  name: true,
  maxBodyBytes: true,
  validate: true,
  blockPrivateNetworks: true,
  httpAgent: true,
  httpsAgent: true,
  lookup: true,
  maxIdleSockets: true,
  proxyFromEnvironment: true,
  axios: true,
};

const FUNCTIONS = ['endpoints', 'findEndpoint', 'attemptHeaders'] as const;

function checkPositive(name: string, value: number): number {
  if (value > 0) return value;
  throw new ConfigError(`${name} is ${value}; give a number above 0.`);
}

function checkNotNegative(name: string, value: number): number {
  if (value >= 0) return value;
  throw new ConfigError(`${name} is ${value}; give a number from 0 up.`);
}
