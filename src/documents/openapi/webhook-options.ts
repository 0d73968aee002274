import type { OrReference } from './document.js';
import type { ExternalDocs, HttpMethod, SecurityRequirement, Server } from './objects.js';
import type { BodyView, Extended, Parameter, Responses } from './parts.js';
import type { SentHeaders } from './webhook-headers.js';

/** What `docs.addWebhook(Class, options)` says beside the class. */
export interface WebhookOptions extends BodyView, Extended {
  /** Name of the event. @default the name in `@Webhook(name)`, else the class's */
  name?: string;
  /** One line, shown in lists. */
  summary?: string;
  /** Markdown. */
  description?: string;
  /** Names of the groups that it is shown in. */
  tags?: string[];
  /** Whom it is for, as views ask for it (`docs.view`); no part of the document. @default none */
  audience?: string | string[];
  /** The method that it is sent by. @default 'POST' */
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
  /** Further parameters of the request that is sent. */
  parameters?: OrReference<Parameter>[];
  /** What the receiver answers, by status. @default any 2xx status */
  responses?: Responses;
  /** Security of the receiver. @default none */
  security?: SecurityRequirement[];
  /** Where receivers are. @default whatever URL they registered */
  servers?: Server[];
  /** Further documentation. */
  externalDocs?: ExternalDocs;
  /** Its name for programs, the only one of that name. @default made from the name: `onOrderShipped` */
  operationId?: string;
  /** Whether it should no longer be relied on. */
  deprecated?: boolean;
}
