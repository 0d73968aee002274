import type { StandardType, TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../shared/types.js';
import type { ValidationOptions } from '../../model/validation-options.js';
import type { OrReference } from './document.js';
import type { ExternalDocs, HttpMethod, Reference, SecurityRequirement, Server } from './objects.js';
import type { AnyRequestBody, BodyView, Extended, Parameter, Responses } from './parts.js';

export type * from './parts.js';

/** One API operation (OpenAPI 3.1, 4.8.10). A minimal one has a method, a path and one response. */
export interface Endpoint extends PathOperation {
  /** Route path, in the style of OpenAPI or of a router: `/users/{id}`, `/users/:id`, `/files/*path`. */
  path: string;
}

/** An operation of a path that is named elsewhere: of an endpoint, a callback, a path item. */
export interface PathOperation extends Extended {
  /**
   * One of `HttpMethod`, in any case; in OpenAPI 3.2 any other too, as it is sent. With one that the version of OpenAPI
   * lacks the endpoint is skipped and `validate()` says so.
   */
  method: HttpMethod | Lowercase<HttpMethod> | (string & {});
  /** Its name for programs, the only one of that name. @default made from method and path: `getUsersById` */
  operationId?: string;
  /** One line, shown in lists. */
  summary?: string;
  /** Markdown. */
  description?: string;
  /** Names of the groups that it is shown in. */
  tags?: string[];
  /** Whom it is for, as views ask for it (`docs.view`); no part of the document. @default none */
  audience?: string | string[];
  /** Explicit parameters. */
  parameters?: OrReference<Parameter>[];
  /** A class, or a Standard JSON Schema of an object, whose properties become query parameters. */
  queryParams?: ParameterType;
  /** A class, or a Standard JSON Schema of an object, whose properties become path parameters. */
  pathParams?: ParameterType;
  /** A class, or a Standard JSON Schema of an object, whose properties become header parameters. */
  headerParams?: ParameterType;
  /** A class, or a Standard JSON Schema of an object, whose properties become cookie parameters. */
  cookieParams?: ParameterType;
  /** What a request sends: `body(User)`, `formBody(Upload)`, or one in full. */
  requestBody?: OrReference<AnyRequestBody>;
  /**
   * The options under which this operation's requests are validated, complete: none of the configuration's are added.
   * @default the configuration's
   */
  validation?: ValidationOptions;
  /** By HTTP status code, `default`, or a range such as `4XX`. */
  responses: Responses;
  /** Schemes, any one of which grants access; `[]` is public. @default those of the configuration */
  security?: SecurityRequirement[];
  /** It goes away; shown, and told to generated clients. @default false */
  deprecated?: boolean;
  /** More of it at another place. */
  externalDocs?: ExternalDocs;
  /** Where it is served, instead of the configuration's servers. */
  servers?: Server[];
  /** Requests that the service sends in turn, by name and by the expression that gives their URL (OpenAPI 3.1, 4.8.18). */
  callbacks?: Record<string, CallbackUrls | Reference>;
}

/** What has the parameters of one place for its properties. */
export type ParameterType = Constructor | StandardType;

/** Requests by the expressions that give their URLs, as in `{$request.body#/callbackUrl}`. */
export type CallbackUrls = Record<string, Callback[] | Constructor | PathItem>;

/** A request that an operation makes its caller receive: an operation, or a webhook by its class. */
export type Callback = PathOperation | Constructor | SentWebhook;

/** A webhook where an operation stands. */
export interface SentWebhook extends Omit<WebhookOptions, 'name'> {
  /** The class of its body. */
  webhook: TypeInput;
}

/** What is said of a path as a whole (OpenAPI 3.1, 4.8.9). */
export interface PathItem extends Extended {
  /** A path item of `config.components`, by name. */
  $ref?: string;
  /** What all operations of the path have in common, shortly. */
  summary?: string;
  /** Markdown. */
  description?: string;
  /** Instead of the document's. */
  servers?: Server[];
  /** Parameters of every operation of the path. */
  parameters?: OrReference<Parameter>[];
  /** Operations beside those that are registered as endpoints. */
  operations?: Callback[];
}

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

/** What a channel says of the headers that each of its requests has. */
export interface SentHeaders {
  /** Whether there is an `X-Signature`. */
  readonly signature: boolean;
  /** Whether there are the headers of Standard Webhooks. */
  readonly standardWebhooks: boolean;
  /** Names of the others, e.g. of default headers. */
  readonly names: readonly string[];
}
