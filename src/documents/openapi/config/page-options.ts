import type { JsonValue } from '../../../shared/types.js';

/** An element of the page's head. The page's Content-Security-Policy admits it: a script by its hash or its one address. */
export interface HeadElement {
  /** Which element. */
  readonly tag: 'meta' | 'link' | 'script' | 'style';
  /** `true` for one without a value. A script of this origin needs `integrity`. */
  readonly attributes?: Readonly<Record<string, string | true>>;
  /** Of a script or style, verbatim. Trusted input only. */
  readonly text?: string;
}

export const VIEWERS = ['scalar', 'swagger-ui', 'redoc'] as const;

/** What shows the document. */
export type ViewerName = (typeof VIEWERS)[number];

/** Appearance of the docs page. */
export interface UIConfig {
  /** Of the page, in the browser's tab. @default `info.title` */
  title?: string;
  /** Address of the page's icon: `https:`, `data:`, or relative to the page. @default our own */
  favicon?: string;
  /** A picture in a bar above the viewer, its address as the icon's. @default none */
  logo?: { readonly src: string; readonly alt: string; readonly href?: string };
  /** More elements for the page's head. @default none */
  head?: readonly HeadElement[];
  /** Language of the document's words, a tag of BCP 47. @default 'en' */
  language?: string;
  /** What the page itself says, where not in English. The viewer has its own words. @default English */
  texts?: Partial<DocsTexts>;
  /**
   * `'swagger-ui'` and `'redoc'` are served from the installed package `swagger-ui-dist` or `redoc`; they know nothing of
   * `theme`, `layout` and `showSidebar`, and Redoc is always light. @default 'scalar'
   */
  viewer?: ViewerName;
  /**
   * JavaScript for the page, to give the viewer what JSON cannot: the body of a function of `options`, which it changes or
   * returns. `options.onBeforeRequest = ({ request }) => …`. It sees nothing of this process. Trusted input only; its hash is
   * in the policy. @default none
   */
  viewerScript?: string;
  /** Passed to the viewer unchanged. @default 'purple' */
  theme?: string;
  /** Whether the page is dark for every reader. @default as the reader's system has it */
  darkMode?: boolean;
  /** Passed to the viewer unchanged. @default 'modern' */
  layout?: string;
  /** Whether Scalar's sidebar is shown. @default true */
  showSidebar?: boolean;
  /** Whether the sidebar had a search. @deprecated No effect since 1.3.0: the viewer always has a search. */
  sidebarSearch?: boolean;
  /** Whether operations were grouped by tag. @deprecated No effect since 1.3.0: the viewer always groups by tag. */
  tagGrouping?: boolean;
  /** Whether models could be folded. @deprecated No effect since 1.3.0: models can always be folded. */
  collapsibleSchemas?: boolean;
  /** Raw CSS, put verbatim into a style element. Trusted input only. */
  customCSS?: string;
  /** Version of the viewer loaded from the CDN. @default DEFAULT_VIEWER_VERSION */
  viewerVersion?: string;
  /**
   * `Access-Control-Allow-Origin` of the spec, a protected one too: `''` sends `*`, `'-'` sends none, anything else is
   * sent as it is. @default ''
   */
  specCORSOrigin?: string;
  /**
   * `'local'` serves the installed `@scalar/api-reference` from this process; with `'cdn'` the page falls back to it,
   * if it is installed, where the CDN fails. @default 'cdn'
   */
  viewerSource?: 'cdn' | 'local';
  /** Subresource integrity of the CDN's script, e.g. `sha384-…`; the local one has its own. @default none */
  viewerIntegrity?: string;
  /**
   * The viewer's own options, over ours: the way to switch its fonts, telemetry, agent or proxy on
   * (`{ withDefaultFonts: true }`). The page's Content-Security-Policy follows. @default {}
   */
  viewerOptions?: Record<string, JsonValue>;
  /**
   * More sources for the page's Content-Security-Policy, by directive: `{ 'connect-src': ['https://login.example.com'] }`.
   * They are added to ours, but for `frame-ancestors`, where they stand instead of `'self'`. @default {}
   */
  contentSecurityPolicy?: Record<string, string[]>;
}

/**
 * What the docs say to people, on their page and where they sign in. Words in braces are filled in: `{json}` and `{yaml}`
 * by links to the document.
 */
export interface DocsTexts {
  /** While the viewer is loaded. */
  readonly loading: string;
  /** With `{json}`. */
  readonly stillLoading: string;
  /** With `{json}` and `{yaml}`. */
  readonly needsScript: string;
  /** Where the viewer could not be shown. */
  readonly failed: string;
  /** Before links to the document. */
  readonly documentIsHere: string;
  /** The link to the document as JSON. */
  readonly asJSON: string;
  /** The link to the document as YAML. */
  readonly asYAML: string;
  /** With `{status}`. */
  readonly documentRefused: string;
  /** Where the document did not come. */
  readonly documentUnreachable: string;
  /** With `{host}`. */
  readonly viewerBlocked: string;
  /** With `{host}`. */
  readonly viewerSilent: string;
  /** With `{host}`. */
  readonly notTheViewer: string;
  /** With `{reason}`. */
  readonly viewerScriptFailed: string;
  /** Name of the list of documents, for screen readers. */
  readonly documents: string;
  /** Above the form that asks for a key. */
  readonly signInHint: string;
  /** Beside the field of the key. */
  readonly keyLabel: string;
  /** The button of the form. */
  readonly signIn: string;
  /** Where the key is none. */
  readonly keyRefused: string;
  /** The way out, on the page. */
  readonly signOut: string;
}

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
