/** Protection of the docs page and the spec. */
export interface DocsAuth {
  /** Nobody is asked for anything without it. */
  enabled: boolean;
  /** Basic authentication; needs `password`. */
  username?: string;
  /** Basic authentication; needs `username`. */
  password?: string;
  /** What a browser shows above its question for a password (RFC 9110, 11.5). @default 'API Documentation' */
  realm?: string;
  /**
   * Alternative credential, passed as the query parameter `key`, in the header `apiKeyHeader`, or as
   * `Authorization: Bearer …`. Of several each one opens, as while a new key takes the place of an old one.
   */
  apiKey?: string | readonly string[];
  /** Name of the header that may carry a key. @default 'X-API-Key' */
  apiKeyHeader?: string;
  /**
   * Whether browsers get a form for the key; after it a cookie of seven days admits them. There is none beside a user name
   * and password, and none from `docs.handler()`. @default true
   */
  signIn?: boolean;
}

/** What `authorize` says of a reader: nothing but `true` admits. */
export type AuthorizeAnswer =
  | boolean
  /** Sends the reader elsewhere, by a 302: a path or URL, percent-encoded. */
  | {
      /** Where the reader is sent, by status 302: a path, or an address. */
      readonly redirect: string;
    }
  /** Refuses with this status, 400 to 599: 404 for docs that are not to be known of. */
  | {
      /** The status that is answered, from 400 to 599. */
      readonly status: number;
    };

/** Whether this reader may see the page and the spec. A rejection is the application's error, never an admission. */
export type Authorize = (request: DocsRequest) => AuthorizeAnswer | Promise<AuthorizeAnswer>;

/**
 * Takes an error of the application's own code. What is answered is for the framework's error handling to say, or
 * else a plain 500. @throws nothing: what it throws takes the place of the error
 */
export type OnError = (error: unknown, request: DocsRequest) => void;

/** A request to the docs server, the same from every framework. */
export interface DocsRequest {
  /** In upper case. */
  readonly method: string;
  /** Path that the docs are mounted at, as it was asked for, without a trailing slash; `''` at the root. */
  readonly base: string;
  /** Path below `base`, percent-encoded as it came: `/` is the page, and so is `''`, the base itself. */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The framework's own request: Express's and node:http's, Fastify's, Koa's context, a fetch `Request`. */
  readonly raw: unknown;
}
