import type { EndpointTLS } from './http/client-tls.js';
import type { TransformMessage, WebhookNotification } from './notification.js';

/** A place where a notifiable receives webhooks: an address with secrets of its own. */
export interface Endpoint {
  /** Identifies it in results, events and errors; unique among the endpoints of a notifiable. */
  readonly id: string;
  /**
   * Its own address. `blockPrivateNetworks` and `credentialsToEndpoints` treat it like a message's URL.
   * @default the message's URL, else the channel's `defaultURL`
   */
  readonly url?: string | URL;
  /**
   * Standard Webhooks secrets, `whsec_…` or `whsk_…`. Each signs, so that old and new secrets overlap during rotation.
   * Required with an address that is not the channel's.
   * @default those of the channel's `standardWebhooks`
   */
  readonly secrets?: readonly string[];
  /** Headers for this endpoint only. They override the message's and the channel's. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Client certificate and authorities for its https address. They are not logged, and a durable engine does not store
   * them. @default Node.js's authorities, no client certificate
   */
  readonly tls?: EndpointTLS;
  /** Names of the events that it receives, as in `@Webhook(name)` or `message.setEvent(name)`. @default all */
  readonly events?: readonly string[];
  /** True to send nothing to it. @default false */
  readonly disabled?: boolean;
  /**
   * Rewrites messages for this endpoint, for example into the format of a chat. Called once for each message, by `send`,
   * before it is stored or signed: all attempts and redeliveries have the same bytes. Its message replaces body, headers
   * and method; id and event stay, and so does the URL unless it sets one. An error fails this delivery.
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
 * Returns the current endpoint with an id, or undefined. Called at each attempt on a durable engine, which stores only
 * the endpoint's id. Ids are unique across all notifiables.
 */
export type FindEndpoint = (id: string) => Endpoint | undefined | Promise<Endpoint | undefined>;
