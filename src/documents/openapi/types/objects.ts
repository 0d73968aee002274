import type { Extensible } from '../../../shared/types.js';

// Objects of OpenAPI that are written by hand as they stand in the document. Each may carry `x-…` fields.

/**
 * The methods that an operation may have: the fixed fields of a Path Item Object (OpenAPI 3.2, 4.8.9). `QUERY` is one
 * since OpenAPI 3.2; before, it is documented as `x-query`.
 */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'TRACE' | 'QUERY';

/** Points at a component (OpenAPI 3.1, 4.8.23). */
export interface Reference {
  /** The component's name, as in `Unauthorized`, its whole reference, or a URL outside of the document. */
  $ref: string;
  /** Instead of the component's own; OpenAPI 3.1 and later. */
  summary?: string;
  /** Instead of the component's own; OpenAPI 3.1 and later. */
  description?: string;
}

/** API metadata: the Info Object (OpenAPI 3.1, 4.8.2). */
export interface Info extends Extensible {
  /** Name of the API, and of the page without `ui.title`. */
  title: string;
  /** Version of the API, not of OpenAPI. */
  version: string;
  /** Short summary; OpenAPI 3.1 and later. */
  summary?: string;
  /** Markdown. */
  description?: string;
  /** URL. */
  termsOfService?: string;
  /** Whom to ask. */
  contact?: Contact;
  /** Under which licence the API may be used. */
  license?: License;
}

/** Whom to ask about the API (OpenAPI 3.1, 4.8.3). */
export interface Contact extends Extensible {
  /** Name of a person or a group. */
  name?: string;
  /** Page to ask on. */
  url?: string;
  /** Address to ask at. */
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
  /** May hold variables: `https://{region}.example.com`. */
  url: string;
  /** What it is, shown beside its URL; Markdown. */
  description?: string;
  /** Tells the server from others; OpenAPI 3.2 and later. */
  name?: string;
  /** Each variable of the URL by its name. */
  variables?: Record<string, ServerVariable>;
}

/** A part of a server's URL that the reader chooses (OpenAPI 3.1, 4.8.6). */
export interface ServerVariable extends Extensible {
  /** Taken where the reader chooses none. */
  default: string;
  /** The values to choose from. @default any */
  enum?: string[];
  /** What it is; Markdown. */
  description?: string;
}

/** A logical group of endpoints, a section of the sidebar. */
export interface Tag extends Extensible {
  /** As in the `tags` of operations. */
  name: string;
  /** Shown instead of the name; before OpenAPI 3.2 `x-displayName`. */
  summary?: string;
  /** Shown above its operations; Markdown. */
  description?: string;
  /** More of it at another place. */
  externalDocs?: ExternalDocs;
  /** Name of the tag that this one is nested under; before OpenAPI 3.2 the tree is `x-tagGroups`. */
  parent?: string;
  /** What sort of tag it is, as in `nav`, `badge` or `audience`; OpenAPI 3.2 and later. */
  kind?: string;
}

/** Documentation at another place (OpenAPI 3.1, 4.8.11). */
export interface ExternalDocs extends Extensible {
  /** Where it is. */
  url: string;
  /** What is there; Markdown. */
  description?: string;
}

/** An example with a name (OpenAPI 3.2, 4.8.19): one of `value`, `dataValue`, `serializedValue` and `externalValue`. */
export interface Example extends Extensible {
  summary?: string;
  description?: string;
  /** The value, an instance of a class too. */
  value?: unknown;
  /** The value that its schema describes; OpenAPI 3.2 and later, before `value`. */
  dataValue?: unknown;
  /** The text that travels; OpenAPI 3.2 and later, before `value`. */
  serializedValue?: string;
  /** URL of what travels. */
  externalValue?: string;
}

/** How a value of a response leads to another operation (OpenAPI 3.1, 4.8.20): by `operationId` or `operationRef`. */
export interface Link extends Extensible {
  operationId?: string;
  operationRef?: string;
  /** Values or runtime expressions by the names of the operation's parameters. */
  parameters?: Record<string, unknown>;
  requestBody?: unknown;
  description?: string;
  server?: Server;
}

/** Names of schemes, any one of which grants access; or `{ name: scopes }`, all of one object together. */
export type SecurityRequirement = string | Record<string, string[]>;

/** OpenAPI's OAuth Flows Object: each flow with the URLs that it needs. */
export interface OAuthFlows extends Extensible {
  /** Tokens come back with the redirect (RFC 6749, 4.2). */
  implicit?: OAuthFlow & { authorizationUrl: string };
  /** By the user's name and password (RFC 6749, 4.3). */
  password?: OAuthFlow & { tokenUrl: string };
  /** By the client's own secret (RFC 6749, 4.4). */
  clientCredentials?: OAuthFlow & { tokenUrl: string };
  /** By a code that the redirect brings (RFC 6749, 4.1). */
  authorizationCode?: OAuthFlow & { authorizationUrl: string; tokenUrl: string };
  /** OpenAPI 3.2 and later. */
  deviceAuthorization?: OAuthFlow & { deviceAuthorizationUrl: string; tokenUrl: string };
}

/** What every flow has; the URLs that one needs beside are its own. */
export interface OAuthFlow extends Extensible {
  /** Where a token is renewed. */
  refreshUrl?: string;
  /** What each scope allows, by its name. */
  scopes: Record<string, string>;
}
