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

/** Configuration of a webhook channel. `N` is the type of its notifiables, which `endpoints` is asked about. */
export interface WebhookChannelOptions<N = never> {
  /**
   * Where each notifiable receives webhooks. Every endpoint that wants the message's event is a delivery of its own,
   * signed with its own secrets. @default one delivery, to the message's or the default URL
   */
  readonly endpoints?: ResolveEndpoints<N>;
  /**
   * Finds an endpoint by its id. Required with `endpoints` on a durable engine: its address, headers and secrets are those
   * of the moment of the attempt, so that rotation holds for what is queued. One that is gone or disabled is not sent to.
   */
  readonly findEndpoint?: FindEndpoint;
  /**
   * Whether default headers that look like credentials (`Authorization`, `Cookie`, `X-Api-Key`, `…-Token`, …) go to
   * endpoints whose address is not the default URL. @default false
   */
  readonly credentialsToEndpoints?: boolean;
  /** URL used when a message sets none. Required unless every message sets one. */
  readonly defaultURL?: string | URL;
  /** Added to every request at send time; a message's header of the same name wins. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
  /**
   * Further headers of one attempt, asked for after its event `sending`: the context of a trace, a token that soon
   * expires. Only computed signatures are stronger. They go wherever the attempt goes, so look at `endpoint` and `origin`
   * before you give a credential away; `docs.addWebhook` cannot know them. What it throws fails the delivery.
   */
  readonly attemptHeaders?: (attempt: AboutAttempt) => Readonly<Record<string, string>>;
  /** HMAC-SHA256 secret; switches the `X-Signature` header on, for bodies that are not empty. */
  readonly signingSecret?: string;
  /** Adds the Standard Webhooks headers: `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
  readonly standardWebhooks?: StandardWebhooksOptions;
  /** For one attempt, from connecting to the end of what is read, in milliseconds. @default 30000 */
  readonly timeout?: number;
  /** What `via` calls the channel. @default 'webhook' */
  readonly name?: string;
  /** Longest body that is sent, in bytes. @default 1048576 */
  readonly maxBodyBytes?: number;
  /** Whether class-validator's rules of the objects in a JSON body are checked before sending. @default true */
  readonly validate?: boolean;
  /**
   * Refuses addresses that are not public, when connecting: `'messages'` for URLs that come with a message,
   * `true` for the default URL too, `false` never. @default 'messages'
   */
  readonly blockPrivateNetworks?: boolean | 'messages';
  /**
   * Connections to http URLs, e.g. through a proxy. Where `blockPrivateNetworks` holds, its TLS settings and
   * `localAddress` count and its `lookup` is checked, but where it connects is decided by the URL alone.
   * @default an agent of the channel's own, with keep-alive
   */
  readonly httpAgent?: HttpAgent;
  /** Connections to https URLs, e.g. with a client certificate; see `httpAgent`. @default an agent of the channel's own */
  readonly httpsAgent?: HttpsAgent;
  /**
   * Resolves host names. `dns.lookup` asks the operating system, which takes one of the process's few threads for as
   * long as a name server is silent.
   * @default the hosts file and the name servers, without a thread; the system for names that these don't know
   */
  readonly lookup?: LookupFunction;
  /**
   * How many idle connections of the channel's own agents are kept, over all origins; the ones used least lately are
   * closed first. @default 256
   */
  readonly maxIdleSockets?: number;
  /** Whether `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` count. @default false */
  readonly proxyFromEnvironment?: boolean;
  /**
   * An axios instance of the application's own, whose interceptors and default headers hold for each attempt, and whose
   * `httpAgent` and `httpsAgent` connect where the channel has none. They may add headers, not change those that the
   * channel sets, and not the URL, the method or the body, which are guarded and signed. A `proxy` of the instance is
   * refused: give an agent that goes through it, or `proxyFromEnvironment`. @default none: no axios
   */
  readonly axios?: AxiosInstance;
}

/** Which attempt at which delivery. */
export interface AboutAttempt {
  /** The delivery's id, as in its events. */
  readonly id: string;
  /** The message's id. */
  readonly messageId: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
  /** Scheme, host and port that it goes to. */
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
  /** Of Standard Webhooks; empty if it is off. */
  readonly signers: readonly Signer[];
  readonly timeout: number;
  readonly maxBodyBytes: number;
  readonly validate: boolean;
  readonly blockPrivateNetworks: boolean | 'messages';
  readonly maxIdleSockets: number;
}

/**
 * @throws ConfigError for an empty secret or name and for options that are none, RangeError for a timeout that is not positive,
 * InvalidURLError, InvalidHeaderError
 */
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
    // Who is notified is typed where the channel is made; the notifier hands on what it was given.
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

/** For callers without types: a misspelled secret would leave everything unsigned. */
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
