import type { WebhookNotification } from './notification.js';

/** One place where a notifiable receives webhooks: an address, and secrets that nobody else has. */
export interface Endpoint {
  /** Names it in results, events and errors; one notifiable's are all different. */
  readonly id: string;
  /**
   * An address of its own: what `blockPrivateNetworks` and `credentialsToEndpoints` say of messages' URLs holds for it.
   * @default the message's URL, else the channel's `defaultURL`
   */
  readonly url?: string | URL;
  /**
   * Of Standard Webhooks, `whsec_…` or `whsk_…`; each signs, so that a new one stands beside the old while it is rotated.
   * Required with an address that is not the channel's. @default those of the channel's `standardWebhooks`
   */
  readonly secrets?: readonly string[];
  /** Sent here only; stronger than the message's and the channel's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of the events that it wants, as in `@Webhook(name)` or `message.setEvent(name)`. @default all */
  readonly events?: readonly string[];
  /** Nothing is sent to it. @default false */
  readonly disabled?: boolean;
}

/** Where a notifiable receives webhooks: none, one or several endpoints, now or when a database has answered. */
export type ResolveEndpoints<N> = (
  notifiable: N,
  notification: WebhookNotification<N>,
) => Endpoint | readonly Endpoint[] | Promise<Endpoint | readonly Endpoint[]>;

/**
 * The endpoint of an id, as it is now; `undefined` if there is none any more. Asked at each attempt of what a durable
 * engine has stored, in which nothing of an endpoint stands but its id. Ids are all different, whoever is notified.
 */
export type FindEndpoint = (id: string) => Endpoint | undefined | Promise<Endpoint | undefined>;
