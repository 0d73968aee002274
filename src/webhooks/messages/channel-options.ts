import type { AxiosInstance } from 'axios';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import {
  BOOLEAN,
  FUNCTION,
  isArrayOf,
  named,
  NON_EMPTY,
  NOT_NEGATIVE,
  OBJECT,
  type OptionChecks,
  POSITIVE,
  requireKnownOptions,
  requireOptionNames,
  STRING,
  withDefaults,
} from '../../shared/checks.js';
import { ConfigError } from '../../shared/errors.js';
import { warnOfShortTime } from '../../shared/short-times.js';
import { isPlain } from '../../shared/values.js';
import type { DeliveryIdentity } from '../notifier/delivery.js';
import type { FindEndpoint, ResolveEndpoints } from './endpoint.js';
import { familyOf } from './http/address-guard.js';
import { defaultIdleSockets } from './http/idle-limit.js';
import type { DispatcherLike } from './http/undici-client.js';
import { checkHeader, mergeHeaders, type HeaderList } from './http/headers.js';
import { checkSecret, parseSigners, type StandardWebhooksOptions } from './signatures/sign.js';
import type { Signer } from './signatures/signing-keys.js';
import { parseURL } from './http/url.js';

/** Options of a webhook channel. `N` is the type of its notifiables, which are passed to `endpoints`. */
export interface WebhookChannelOptions<N = never> {
  /**
   * Returns the endpoints of a notifiable. Each endpoint for the message's event gets its own delivery,
   * signed with its own secrets. @default one delivery, to the message's or the default URL
   */
  readonly endpoints?: ResolveEndpoints<N>;
  /**
   * Finds an endpoint by its id. Required with `endpoints` on a durable engine. Each attempt uses the current
   * address, headers and secrets, so rotation applies to queued deliveries. A delivery to a disabled endpoint
   * is paused. One to an unknown endpoint is retried for the first ten minutes after the send, then it ends.
   */
  readonly findEndpoint?: FindEndpoint;
  /**
   * True to send default headers that look like credentials (`Authorization`, `Cookie`, `X-Api-Key`,
   * `…-Token`, …) also to endpoints with their own URL. @default false
   */
  readonly credentialsToEndpoints?: boolean;
  /** URL of messages that set none. Required unless every message sets one. */
  readonly defaultURL?: string | URL;
  /** Headers of every request. A message's header of the same name overrides them. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
  /**
   * Returns additional headers for one attempt, such as a trace context or a short-lived token. They override
   * all headers except computed signatures. They are sent to every destination, so check `endpoint` and
   * `origin` before you return a credential. It is called after the event `sending`, and may return a
   * promise; `timeout` limits its time. If it fails, nothing is sent, and another attempt follows.
   * `docs.addWebhook` does not document these headers.
   */
  readonly attemptHeaders?: AskForHeaders;
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
   * Blocks connections to addresses that are not public: `'messages'` for URLs of messages and endpoints,
   * `true` also for the default URL, `false` never. @default 'messages'
   */
  readonly blockPrivateNetworks?: boolean | 'messages';
  /**
   * Addresses that are not public, but allowed: single ones and ranges, such as `['10.1.0.0/16',
   * 'fd00:1::/32']`.
   * @default none
   */
  readonly allowedNetworks?: readonly string[];
  /**
   * A dispatcher of undici 7 or later for all requests, such as a `ProxyAgent`, an `Agent` with a client
   * certificate or interceptors, or a `MockAgent` in tests. It makes its own connections, so it needs
   * `blockPrivateNetworks: false`. You close it. @default one pool of undici for each origin
   */
  readonly dispatcher?: DispatcherLike;
  /**
   * Agent for http URLs, e.g. for a proxy. axios then makes the requests. If `blockPrivateNetworks` applies,
   * the channel uses only the agent's TLS settings, `localAddress` and `lookup`, whose results it checks.
   * @default none: undici makes the requests and keeps connections alive
   */
  readonly httpAgent?: HttpAgent;
  /** Agent for https URLs, e.g. with a client certificate; see `httpAgent`. @default none */
  readonly httpsAgent?: HttpsAgent;
  /**
   * Resolves host names. If you pass `dns.lookup`, a silent
   * name server blocks one of the process's few threads.
   * @default the name servers; for names that they do not know the operating system, one name at a time
   */
  readonly lookup?: LookupFunction;
  /**
   * Maximum number of idle connections of the channel, to all origins. Those of the least recently used
   * origin are closed first. Connections of agents do not count. @default 2048, or a quarter of the process's
   * file descriptors
   */
  readonly maxIdleSockets?: number;
  /**
   * Milliseconds before an idle connection is closed. A receiver may announce a shorter time. @default 30000
   */
  readonly idleTimeout?: number;
  /**
   * Milliseconds after which a connection takes no further request, so that a receiver that moves by DNS gets
   * messages at its new address. A request that is under way ends first. Each origin has an age between four
   * fifths of it and all of it. `Infinity` keeps connections for as long as they are used. A `dispatcher` or
   * an agent decides about its own connections. @default ten times `idleTimeout`, at most 300000
   */
  readonly maxConnectionAge?: number;
  /** True to use `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. @default false */
  readonly proxyFromEnvironment?: boolean;
  /**
   * Your own axios instance. Its interceptors and default headers apply to each attempt. They may add
   * headers, but they cannot change the channel's headers, the URL, the method or the body. Its `httpAgent`
   * and `httpsAgent` are used if the channel has none. An instance with a `proxy` throws: use an agent, or
   * `proxyFromEnvironment`. @default none
   */
  readonly axios?: AxiosInstance;
}

/** Returns additional headers for one attempt. */
export type AskForHeaders = (
  attempt: AboutAttempt,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

/** Describes an attempt of a delivery. */
export interface AboutAttempt extends Omit<DeliveryIdentity, 'channel' | 'origin'> {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Scheme, host and port of the URL. */
  readonly origin: string;
}

type Given = WebhookChannelOptions<unknown>;

const DEFAULTS = {
  name: 'webhook',
  credentialsToEndpoints: false,
  timeout: 30_000,
  maxBodyBytes: 1024 * 1024,
  validate: true,
  blockPrivateNetworks: 'messages',
  allowedNetworks: [] as readonly string[],
  idleTimeout: 30_000,
} as const satisfies Given;

/** Default age of a connection: a multiple of the time for which it may be idle, and the maximum. */
const AGE_BY_IDLE = 10;
const MAX_AGE = 300_000;

export interface ResolvedChannel
  extends
    Pick<Given, 'endpoints' | 'findEndpoint' | 'attemptHeaders' | 'signingSecret'>,
    Required<Pick<Given, keyof typeof DEFAULTS | 'maxIdleSockets' | 'maxConnectionAge'>> {
  readonly defaultURL: URL | undefined;
  readonly defaultHeaders: HeaderList;
  readonly signers: readonly Signer[];
}

const CHECKS: OptionChecks<WebhookChannelOptions> = {
  endpoints: FUNCTION,
  findEndpoint: FUNCTION,
  credentialsToEndpoints: BOOLEAN,
  defaultURL: { what: 'a URL', holds: (value) => typeof value === 'string' || OBJECT.holds(value) },
  // The entries of Headers or a Map are not its fields, so they would not be sent.
  defaultHeaders: { what: "an object literal, as in { 'X-Tenant': 'acme' }", holds: isPlain },
  attemptHeaders: FUNCTION,
  signingSecret: STRING,
  standardWebhooks: OBJECT,
  timeout: POSITIVE,
  name: NON_EMPTY,
  maxBodyBytes: POSITIVE,
  validate: BOOLEAN,
  blockPrivateNetworks: {
    what: "'messages', true or false",
    holds: (value) => value === 'messages' || typeof value === 'boolean',
  },
  allowedNetworks: {
    what: "an array of addresses or ranges, as in ['10.1.0.0/16']",
    holds: isArrayOf((range) => typeof range === 'string' && familyOf(range) !== undefined),
  },
  dispatcher: {
    what: 'a dispatcher of undici 7 or later, with dispatch()',
    holds: (value) => typeof (value as Partial<DispatcherLike> | null)?.dispatch === 'function',
  },
  httpAgent: OBJECT,
  httpsAgent: OBJECT,
  lookup: FUNCTION,
  maxIdleSockets: NOT_NEGATIVE,
  idleTimeout: POSITIVE,
  maxConnectionAge: POSITIVE,
  proxyFromEnvironment: BOOLEAN,
  axios: named(FUNCTION, 'an instance, such as the result of axios.create()'),
};

/** @throws ConfigError for signatures that are undefined, since receivers would get requests without them */
function requireSigning(options: WebhookChannelOptions<unknown>): void {
  for (const name of ['signingSecret', 'standardWebhooks'] as const)
    if (Object.hasOwn(options, name) && options[name] === undefined)
      throw new ConfigError(
        `The option ${name} of new WebhookChannel(options) is undefined, so requests would have no signature. If it comes from an environment variable, set the variable. To send without signatures, leave the option out.`,
      );
}

export function resolveChannel<N>(options: WebhookChannelOptions<N>): ResolvedChannel {
  // The constructor of the channel checks the type of notifiables.
  const channelOptions = options as WebhookChannelOptions<unknown>;
  requireKnownOptions(
    'new WebhookChannel(options)',
    channelOptions,
    CHECKS as OptionChecks<typeof channelOptions>,
  );
  warnOfShortTime('timeout of new WebhookChannel(options)', channelOptions.timeout ?? 0);
  requireSigning(channelOptions);
  if (channelOptions.standardWebhooks !== undefined)
    requireOptionNames(
      'The option standardWebhooks of new WebhookChannel(options)',
      channelOptions.standardWebhooks,
      ['secrets'],
    );
  const { signingSecret, defaultURL, defaultHeaders = {}, standardWebhooks } = channelOptions;
  if (signingSecret !== undefined) checkSecret(signingSecret, 'signingSecret');
  const { idleTimeout = DEFAULTS.idleTimeout } = channelOptions;
  const { maxConnectionAge = Math.min(MAX_AGE, AGE_BY_IDLE * idleTimeout) } = channelOptions;
  return {
    ...withDefaults(channelOptions, DEFAULTS),
    maxConnectionAge,
    maxIdleSockets: channelOptions.maxIdleSockets ?? defaultIdleSockets(),
    defaultURL: defaultURL === undefined || defaultURL === '' ? undefined : parseURL(defaultURL),
    defaultHeaders: mergeHeaders(
      Object.entries(defaultHeaders).map(([name, value]) => checkHeader(name, value)),
    ),
    signers: standardWebhooks ? parseSigners(standardWebhooks) : [],
  };
}
