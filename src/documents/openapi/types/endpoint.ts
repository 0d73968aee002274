import type { StandardType, TypeInput } from '../../../../decorators/type-input.js';
import type { Constructor } from '../../../shared/types.js';
import type { ValidationOptions } from '../../model/validation-options.js';
import type { OperationMetadata, OrReference, PathItemFields } from './document.js';
import type { HttpMethod, Reference, SecurityRequirement, Server } from './objects.js';
import type { AnyRequestBody, BodyView, Extended, Parameter, Responses } from './parts.js';

/** One API operation (OpenAPI 3.1, 4.8.10). A minimal one has a method, a path and one response. */
export interface Endpoint extends PathOperation {
  /** Route path, in the style of OpenAPI or of a router: `/users/{id}`, `/users/:id`, `/files/*path`. */
  path: string;
}

/** An operation without its path, which the endpoint, callback or path item has. */
export interface PathOperation extends OperationMetadata, Extended {
  /**
   * One of `HttpMethod`, in any case. OpenAPI 3.2 also allows other methods. If the version of OpenAPI lacks
   * the method, the endpoint is skipped and `validate()` reports it.
   */
  method: HttpMethod | Lowercase<HttpMethod> | (string & {});
  /** Audience for views (`docs.view`); not part of the document. @default none */
  audience?: string | string[];
  /** Explicit parameters. */
  parameters?: OrReference<Parameter>[];
  /** Class or Standard JSON Schema of the path parameters: each property is one parameter. */
  params?: ParameterType | undefined;
  /** Class or schema of the query parameters. */
  query?: ParameterType | undefined;
  /** Class or schema of the headers. `@Header` or the property's own name is the header's name. */
  headers?: ParameterType | undefined;
  /** Class or schema of the cookies. */
  cookies?: ParameterType | undefined;
  /**
   * The request body: a type for a required JSON body, a body such as `formBody(Upload)`, or a reference to a
   * component such as `{ $ref: '#/components/requestBodies/NewUser' }`.
   */
  body?: TypeInput | AnyRequestBody | undefined;
  /** @deprecated Use `params`. */
  pathParams?: ParameterType;
  /** @deprecated Use `query`. */
  queryParams?: ParameterType;
  /** @deprecated Use `headers`. */
  headerParams?: ParameterType;
  /** @deprecated Use `cookies`. */
  cookieParams?: ParameterType;
  /** @deprecated Use `body`. */
  requestBody?: OrReference<AnyRequestBody>;
  /**
   * Validation options of this operation's requests. They replace the configuration's options completely.
   *
   * @default the configuration's
   */
  validation?: ValidationOptions;
  /** Responses by HTTP status code, `default`, or a range such as `4XX`. */
  responses: Responses;
  /**
   * Leaves out some of the configuration's `responses` and `responseHeaders`: statuses, names and classes of
   * headers, as in `[429, 'X-Request-Id', RateLimit]`, or `true` for all.
   * @default none
   */
  omitCommon?: readonly (number | string | Constructor)[] | true;
  /** Alternative schemes, any of which grants access; `[]` is public. @default those of the configuration */
  security?: SecurityRequirement[];
  /** Requests that the service sends to the caller, by name and by URL expression (OpenAPI 3.1, 4.8.18). */
  callbacks?: Record<string, CallbackUrls | Reference>;
}

/** The inputs of an operation, each with the one name that it has inside dtospec. */
export interface NamedInputs {
  pathParams?: ParameterType;
  queryParams?: ParameterType;
  headerParams?: ParameterType;
  cookieParams?: ParameterType;
  requestBody?: OrReference<AnyRequestBody>;
}

/** An endpoint after `renameInputs`. */
export type NamedEndpoint = Omit<Endpoint, keyof NamedInputs> & NamedInputs;

/** A class or schema whose properties become parameters of one location. */
export type ParameterType = Constructor | StandardType;

/** Requests by URL expression, such as `{$request.body#/callbackUrl}`. */
export type CallbackUrls = Record<string, Callback[] | Constructor | PathItem>;

export type Callback = PathOperation | Constructor | SentWebhook;

/** A webhook in place of an operation. */
export interface SentWebhook extends Omit<WebhookOptions, 'name'> {
  /** Class of the body. */
  webhook: TypeInput;
}

/** A path item (OpenAPI 3.1, 4.8.9). */
export interface PathItem extends PathItemFields, Extended {
  /** Name of a path item in `config.components`. */
  $ref?: string;
  /** Parameters of every operation of the path. */
  parameters?: OrReference<Parameter>[];
  /** Operations in addition to the registered endpoints. */
  operations?: Callback[];
}

/** Options of `docs.addWebhook(Class, options)`. */
export interface WebhookOptions extends OperationMetadata, BodyView, Extended {
  /** Name of the event. @default the name in `@Webhook(name)`, else the class's */
  name?: string;
  /** Audience for views (`docs.view`); not part of the document. @default none */
  audience?: string | string[];
  /** Method of the request. @default 'POST' */
  method?: HttpMethod | Lowercase<HttpMethod>;
  /** Media type of the body. @default 'application/json' */
  contentType?: string;
  /** Channel that sends the webhook. Its signatures and default headers are documented. */
  channel?: { sentHeaders(): SentHeaders };
  /** Documents the `X-Signature` header of a channel with `signingSecret`. @default false */
  signature?: boolean;
  /**
   * Documents `webhook-id`, `webhook-timestamp` and `webhook-signature` of a channel with `standardWebhooks`.
   * @default false
   */
  standardWebhooks?: boolean;
  /** Further headers with their descriptions. */
  headers?: Record<string, string>;
  /** Further parameters of the request. */
  parameters?: OrReference<Parameter>[];
  /** Responses of the receiver, by status. @default any 2xx status */
  responses?: Responses;
  /** Security of the receiver. @default none */
  security?: SecurityRequirement[];
  /** Servers of receivers. @default the registered URL */
  servers?: Server[];
  /** Unique name, used by client generators. @default made from the name: `onOrderShipped` */
  operationId?: string;
}

/** Headers of a channel's requests. */
export interface SentHeaders {
  /** True if requests have the header `X-Signature`. */
  readonly signature: boolean;
  /** True if requests have the headers of Standard Webhooks. */
  readonly standardWebhooks: boolean;
  /** Names of further headers, such as default headers. */
  readonly names: readonly string[];
}
