import type { Extensible } from '../../../shared/types.js';

// Objects of OpenAPI that users write as the document has them. Each may have `x-…` fields.

/**
 * Methods of operations: the fixed fields of a Path Item Object (OpenAPI 3.2, 4.8.9). `QUERY` exists since
 * OpenAPI 3.2; before, it is documented as `x-query`.
 */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'TRACE' | 'QUERY';

export interface Reference {
  /** Name of the component such as `Unauthorized`, its complete reference, or an external URL. */
  $ref: string;
  /** Replaces the component's summary; OpenAPI 3.1 and later. */
  summary?: string;
  /** Replaces the component's description; OpenAPI 3.1 and later. */
  description?: string;
}

/** API metadata: the Info Object (OpenAPI 3.1, 4.8.2). */
export interface Info extends Extensible {
  /** Name of the API, and title of the page without `ui.title`. */
  title: string;
  /** Version of the API, not of OpenAPI. */
  version: string;
  /** Short summary; OpenAPI 3.1 and later. */
  summary?: string;
  /** Markdown. */
  description?: string;
  /** URL of the terms of service. */
  termsOfService?: string;
  /** Contact for questions. */
  contact?: Contact;
  /** Licence of the API. */
  license?: License;
}

/** The contact for an API (OpenAPI 3.1, 4.8.3). */
export interface Contact extends Extensible {
  /** Name of a person or a group. */
  name?: string;
  /** URL of a contact page. */
  url?: string;
  /** Email address. */
  email?: string;
}

/** The licence of the API (OpenAPI 3.1, 4.8.4). */
export interface License extends Extensible {
  /** Name of the licence, as in `Apache 2.0`. */
  name: string;
  /** Link to the licence's text. */
  url?: string;
  /** SPDX expression; OpenAPI 3.1 and later, and not beside `url`. */
  identifier?: string;
}

/** An entry of the viewer's server list. */
export interface Server extends Extensible {
  /** URL, with variables if needed: `https://{region}.example.com`. */
  url: string;
  /** Description beside the URL; Markdown. */
  description?: string;
  /** Name of the server; OpenAPI 3.2 and later. */
  name?: string;
  /** Variables of the URL, by name. */
  variables?: Record<string, ServerVariable>;
}

/** A variable part of a server's URL (OpenAPI 3.1, 4.8.6). */
export interface ServerVariable extends Extensible {
  /** Value if the user chooses none. */
  default: string;
  /** Allowed values. @default any */
  enum?: string[];
  /** Description; Markdown. */
  description?: string;
}

/** A logical group of endpoints, a section of the sidebar. */
export interface Tag extends Extensible {
  /** Name, as in the `tags` of operations. */
  name: string;
  /** Display name; before OpenAPI 3.2 written as `x-displayName`. */
  summary?: string;
  /** Description above its operations; Markdown. */
  description?: string;
  /** Further documentation. */
  externalDocs?: ExternalDocs;
  /** Name of the parent tag; before OpenAPI 3.2 the tree is written as `x-tagGroups`. */
  parent?: string;
  /** Kind of tag, such as `nav`, `badge` or `audience`; OpenAPI 3.2 and later. */
  kind?: string;
}

/** A link to further documentation (OpenAPI 3.1, 4.8.11). */
export interface ExternalDocs extends Extensible {
  /** URL of the documentation. */
  url: string;
  /** Markdown. */
  description?: string;
}

/**
 * An example (OpenAPI 3.2, 4.8.19), with one of `value`, `dataValue`, `serializedValue` and `externalValue`.
 */
export interface Example extends Extensible {
  summary?: string;
  description?: string;
  /** The value; instances of classes are serialized. */
  value?: unknown;
  /** The value before serialization; written as `value` before OpenAPI 3.2. */
  dataValue?: unknown;
  /** The serialized text; written as `value` before OpenAPI 3.2. */
  serializedValue?: string;
  /** URL of the serialized value. */
  externalValue?: string;
}

/**
 * A link from a value of a response to another operation (OpenAPI 3.1, 4.8.20), by `operationId` or
 * `operationRef`.
 */
export interface Link extends Extensible {
  operationId?: string;
  operationRef?: string;
  /** Values or runtime expressions, by parameter name. */
  parameters?: Record<string, unknown>;
  requestBody?: unknown;
  description?: string;
  server?: Server;
}

/**
 * Name of a scheme, or `{ name: scopes }`. Any requirement in the list grants access; all schemes in one
 * object are required.
 */
export type SecurityRequirement = string | Record<string, string[]>;

/** OpenAPI's OAuth Flows Object, with the URLs that each flow requires. */
export interface OAuthFlows extends Extensible {
  /** Implicit flow: the redirect returns the token (RFC 6749, 4.2). */
  implicit?: OAuthFlow & { authorizationUrl: string };
  /** Password flow (RFC 6749, 4.3). */
  password?: OAuthFlow & { tokenUrl: string };
  /** Client credentials flow (RFC 6749, 4.4). */
  clientCredentials?: OAuthFlow & { tokenUrl: string };
  /** Authorization code flow (RFC 6749, 4.1). */
  authorizationCode?: OAuthFlow & { authorizationUrl: string; tokenUrl: string };
  /** Device authorization flow (RFC 8628); OpenAPI 3.2 and later. */
  deviceAuthorization?: OAuthFlow & { deviceAuthorizationUrl: string; tokenUrl: string };
}

export interface OAuthFlow extends Extensible {
  /** URL to refresh a token. */
  refreshUrl?: string;
  /** Descriptions of scopes, by name. */
  scopes: Record<string, string>;
}
