import type { SecureContext, SecureContextOptions } from 'node:tls';
import { digestOf } from '../../shared/digest.js';
import { requireNodeModule } from '../../shared/node-modules.js';
import { BoundedMap } from '../../shared/bounded-map.js';
import { requireOptionNames } from '../../shared/checks.js';
import type { EndpointRate } from '../notifier/attempts/rate.js';
import type { TransformMessage, WebhookNotification } from './notification.js';

/** A URL at which a notifiable receives webhooks, with its own secrets. */
export interface Endpoint {
  /** Unique id among the endpoints of a notifiable, used in results, events and errors. */
  readonly id: string;
  /**
   * URL of the endpoint. `blockPrivateNetworks` and `credentialsToEndpoints` treat it like a message's URL.
   * @default the message's URL, else the channel's `defaultURL`
   */
  readonly url?: string | URL;
  /**
   * Standard Webhooks secrets, `whsec_…` or `whsk_…`. A request has a signature for each secret, so you can
   * rotate them. Required for a URL other than the channel's.
   * @default those of the channel's `standardWebhooks`
   */
  readonly secrets?: readonly string[];
  /** Headers for this endpoint only. They override the message's and the channel's. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Client certificate and certificate authorities for an https URL. They are neither logged nor stored.
   * @default Node.js's authorities, no client certificate
   */
  readonly tls?: EndpointTLS;
  /**
   * Names of the events to receive, as in `@Webhook(name)` or `message.setEvent(name)`. `order.*` is every
   * name that begins with `order.`, and `*` is all of them, also messages without a name. @default all
   */
  readonly events?: readonly string[];
  /**
   * True to pause the endpoint. Its deliveries end as `paused`. A durable engine keeps them for
   * `engine.redeliverAll({ endpoint, state: 'paused' })`. @default false
   */
  readonly disabled?: boolean;
  /**
   * Maximum rate of the attempts, retries included, in all processes of a durable engine: `{ perSecond: 5 }`
   * starts one each 200 ms, `{ perSecond: 5, burst: 10 }` up to ten at once after a quiet time. Other
   * deliveries wait for their turn, and lose no attempt. @default no limit
   */
  readonly rate?: EndpointRate;
  /**
   * Converts messages for this endpoint, for example to the format of a chat. `send`
   * calls it once for each message, before the message is stored or signed, so all
   * attempts have the same bytes. The result replaces body, headers and method, and the
   * URL if it sets one; id and event do not change. An error fails only this delivery.
   * @default unchanged
   */
  readonly transform?: TransformMessage;
}

/** Returns the endpoints of a notifiable: none, one or several, directly or as a promise. */
export type ResolveEndpoints<N> = (
  notifiable: N,
  notification: WebhookNotification<N>,
) => Endpoint | readonly Endpoint[] | Promise<Endpoint | readonly Endpoint[]>;

/**
 * Returns the current endpoint with an id, or undefined. A durable engine stores only the endpoint's id and
 * calls this function at each attempt. Ids must be unique across all notifiables.
 */
export type FindEndpoint = (id: string) => Endpoint | undefined | Promise<Endpoint | undefined>;

export interface EndpointTLS {
  /** Certificate chain of the client, as PEM. */
  readonly cert?: string | Uint8Array;
  /** Private key of `cert`, as PEM. */
  readonly key?: string | Uint8Array;
  /** Certificate chain and private key as PKCS #12, instead of `cert` and `key`. */
  readonly pfx?: Uint8Array;
  /** Passphrase of `key` or `pfx`. */
  readonly passphrase?: string;
  /** Certificate authorities for the receiver's certificate, as PEM. @default those of Node.js */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[];
}

export interface ClientTLS {
  /** Hash of the settings. Connections with other settings are not shared. */
  readonly id: string;
  readonly options: { readonly secureContext: SecureContext };
}

/** Cached contexts, since parsing a key takes as long as several sends. */
const contexts = new BoundedMap<string, SecureContext>(256);

const NAMES = ['ca', 'cert', 'key', 'passphrase', 'pfx'] as const satisfies (keyof EndpointTLS)[];

/** @throws ConfigError for an unknown setting, and Node's error with a code for an invalid one */
export function resolveTLS(settings: EndpointTLS): ClientTLS {
  requireOptionNames('tls', settings, NAMES);
  const options = Object.fromEntries(NAMES.map((name) => [name, settings[name]])) as SecureContextOptions;
  const { serialize } = requireNodeModule('v8', 'The tls of an endpoint');
  const id = digestOf(serialize(options), 'base64url');
  const secureContext =
    contexts.get(id) ?? requireNodeModule('tls', 'The tls of an endpoint').createSecureContext(options);
  contexts.set(id, secureContext);
  return { id, options: { secureContext } };
}
