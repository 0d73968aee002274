// Objects of OpenAPI that are written by hand as they stand in the document.

/** The methods that an operation may have: the fixed fields of a Path Item Object (OpenAPI 3.1, 4.8.9). */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'TRACE';

/** API metadata: the Info Object (OpenAPI 3.1, 4.8.2). */
export interface Info {
  title: string;
  version: string;
  /** Short summary; OpenAPI 3.1 and later. */
  summary?: string;
  /** Markdown. */
  description?: string;
  /** URL. */
  termsOfService?: string;
  contact?: Contact;
  license?: License;
}

export interface Contact {
  name?: string;
  url?: string;
  email?: string;
}

export interface License {
  name: string;
  /** Link to the licence's text. */
  url?: string;
  /** SPDX expression; OpenAPI 3.1 and later, and not beside `url`. */
  identifier?: string;
}

/** An entry of the viewer's server list. */
export interface Server {
  /** May hold variables: `https://{region}.example.com`. */
  url: string;
  description?: string;
  /** Each variable of the URL by its name. */
  variables?: Record<string, ServerVariable>;
}

export interface ServerVariable {
  /** Taken where the reader chooses none. */
  default: string;
  /** The values to choose from. @default any */
  enum?: string[];
  description?: string;
}

/** A logical group of endpoints, a section of the sidebar. */
export interface Tag {
  name: string;
  description?: string;
  externalDocs?: ExternalDocs;
}

export interface ExternalDocs {
  url: string;
  description?: string;
}

/** Names of schemes, any one of which grants access; or `{ name: scopes }`, all of one object together. */
export type SecurityRequirement = string | Record<string, string[]>;

/** OpenAPI's OAuth Flows Object: each flow with the URLs that it needs. */
export interface OAuthFlows {
  implicit?: OAuthFlow & { authorizationUrl: string };
  password?: OAuthFlow & { tokenUrl: string };
  clientCredentials?: OAuthFlow & { tokenUrl: string };
  authorizationCode?: OAuthFlow & { authorizationUrl: string; tokenUrl: string };
}

export interface OAuthFlow {
  refreshUrl?: string;
  /** What each scope allows, by its name. */
  scopes: Record<string, string>;
}
