import type { ExtensionName, JsonValue } from '../base/types.js';
import type { BodyView } from './endpoint.js';
import type { HttpMethod } from './objects.js';
import type { SentHeaders } from './webhook-headers.js';

/** What `docs.addWebhook(Class, options)` says beside the class. */
export interface WebhookOptions extends BodyView {
  /** Name of the event. @default the name in `@Webhook(name)`, else the class's */
  name?: string;
  summary?: string;
  /** Markdown. */
  description?: string;
  tags?: string[];
  /** Whom it is for, as views ask for it (`docs.view`); no part of the document. @default none */
  audience?: string | string[];
  /** @default 'POST' */
  method?: HttpMethod | Lowercase<HttpMethod>;
  /** Media type of the body. @default 'application/json' */
  contentType?: string;
  /** The channel that sends it: documents the signatures and default headers of what this channel really sends. */
  channel?: { sentHeaders(): SentHeaders };
  /** The channel has a `signingSecret`: documents the `X-Signature` header. @default false */
  signature?: boolean;
  /** The channel has `standardWebhooks`: documents `webhook-id`, `webhook-timestamp` and `webhook-signature`. @default false */
  standardWebhooks?: boolean;
  /** Further headers that are sent, with what they say. */
  headers?: Record<string, string>;
  /** @default made from the name: `onOrderShipped` */
  operationId?: string;
  deprecated?: boolean;
  extensions?: Record<ExtensionName, JsonValue>;
}
