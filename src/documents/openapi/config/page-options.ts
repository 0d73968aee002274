import type { JsonValue } from '../../../shared/types.js';

/** An element of the page's head. The Content-Security-Policy allows it; a script by its hash or its URL. */
export interface HeadElement {
  /** Name of the element. */
  readonly tag: 'meta' | 'link' | 'script' | 'style';
  /** Attributes; `true` for an attribute without a value. A script from your own origin needs `integrity`. */
  readonly attributes?: Readonly<Record<string, string | true>>;
  /** Content of a script or style, inserted unchanged. Never use untrusted input. */
  readonly text?: string;
}

export const VIEWERS = ['scalar', 'swagger-ui', 'redoc'] as const;

/** Name of a viewer. */
export type ViewerName = (typeof VIEWERS)[number];

/** Appearance of the docs page. */
export interface UIConfig {
  /** Title of the page. @default `info.title` */
  title?: string;
  /** URL of the icon: `https:`, `data:`, or relative to the page. @default dtospec's icon */
  favicon?: string;
  /** Picture in a bar above the viewer. @default none */
  logo?: {
    /** URL of the picture, in the same forms as `favicon`. */
    readonly src: string;
    /** Text for readers who do not see the picture. */
    readonly alt: string;
    /** URL that the picture links to. @default no link */
    readonly href?: string;
  };
  /** More elements for the page's head. @default none */
  head?: readonly HeadElement[];
  /** Language of the document, a BCP 47 tag. @default 'en' */
  language?: string;
  /** Translated texts of the page; the viewer has its own texts. @default English */
  texts?: Partial<DocsTexts>;
  /**
   * `'swagger-ui'` and `'redoc'` are served from the installed package `swagger-ui-dist` or `redoc`. They
   * ignore `theme`, `layout` and `showSidebar`, and Redoc is always light.
   *
   * @default 'scalar'
   */
  viewer?: ViewerName;
  /**
   * JavaScript for viewer options that JSON cannot express: the body of a function that changes or returns
   * `options`, for example `options.onBeforeRequest = ({ request }) => …`. It runs in the browser. Never use
   * untrusted input: the Content-Security-Policy allows it by its hash. @default none
   */
  viewerScript?: string;
  /** Passed to the viewer unchanged. @default 'purple' */
  theme?: string;
  /** `true` for a dark page. @default the reader's system setting */
  darkMode?: boolean;
  /** Passed to the viewer unchanged. @default 'modern' */
  layout?: string;
  /** Shows Scalar's sidebar. @default true */
  showSidebar?: boolean;
  /** No effect since 1.3.0. @deprecated The viewer always has a search. */
  sidebarSearch?: boolean;
  /** No effect since 1.3.0. @deprecated The viewer always groups by tag. */
  tagGrouping?: boolean;
  /** No effect since 1.3.0. @deprecated Models can always be folded. */
  collapsibleSchemas?: boolean;
  /** CSS, inserted unchanged into a style element. Never use untrusted input. */
  customCSS?: string;
  /** Version of the viewer loaded from the CDN. @default DEFAULT_VIEWER_VERSION */
  viewerVersion?: string;
  /**
   * `Access-Control-Allow-Origin` of the document, even if it is protected. `''` sends `*`, `'-'` sends no
   * header, and other values are sent unchanged.
   *
   * @default ''
   */
  specCORSOrigin?: string;
  /**
   * `'local'` serves the installed `@scalar/api-reference` from this process.
   * With `'cdn'`, the page uses the installed package if the CDN fails. The
   * files' texts are for runtimes without a file system, such as Workers.
   * @default 'cdn'
   */
  viewerSource?: 'cdn' | 'local' | ViewerTexts;
  /**
   * Subresource integrity of the CDN's script, such as `sha384-…`. dtospec computes that of the local script.
   * @default none
   */
  viewerIntegrity?: string;
  /**
   * Options of the viewer, such as fonts, telemetry, agent or proxy (`{ withDefaultFonts: true }`). They
   * override dtospec's options. The Content-Security-Policy is adapted to them. @default {}
   */
  viewerOptions?: Record<string, JsonValue>;
  /**
   * Additional sources for the Content-Security-Policy, by directive:
   * `{ 'connect-src': ['https://login.example.com'] }`.
   * Sources of `frame-ancestors` replace `'self'`. @default {}
   */
  contentSecurityPolicy?: Record<string, string[]>;
}

/** The files of a viewer, as texts. */
export interface ViewerTexts {
  /** The viewer's script for browsers, such as `dist/browser/standalone.js` of `@scalar/api-reference`. */
  readonly script: string;
  /** Its styles, for `swagger-ui`. */
  readonly style?: string;
}

/** Texts of the docs page and the sign-in form. `{json}` and `{yaml}` become links to the document. */
export interface DocsTexts {
  /** Shown while the viewer loads. */
  readonly loading: string;
  /** Shown if the viewer loads slowly; contains `{json}`. */
  readonly stillLoading: string;
  /** Shown if JavaScript is disabled; contains `{json}` and `{yaml}`. */
  readonly needsScript: string;
  /** Shown if the viewer fails. */
  readonly failed: string;
  /** Shown before links to the document. */
  readonly documentIsHere: string;
  /** Text of the link to the JSON document. */
  readonly asJSON: string;
  /** Text of the link to the YAML document. */
  readonly asYAML: string;
  /** Text of the link to the document as Markdown. */
  readonly asMarkdown: string;
  /** Shown if the server refuses the document; contains `{status}`. */
  readonly documentRefused: string;
  /** Shown if the document cannot be loaded. */
  readonly documentUnreachable: string;
  /** Shown if the viewer's script is blocked; contains `{host}`. */
  readonly viewerBlocked: string;
  /** Shown if the viewer's host does not answer; contains `{host}`. */
  readonly viewerSilent: string;
  /** Shown after a failure of the CDN if the viewer is not installed; contains `{package}`. */
  readonly viewerRemedy: string;
  /** Shown if the host serves a different script; contains `{host}` and `{package}`. */
  readonly notTheViewer: string;
  /** Shown if `viewerScript` fails; contains `{reason}`. */
  readonly viewerScriptFailed: string;
  /** Label of the list of documents, for screen readers. */
  readonly documents: string;
  /** Text above the sign-in form. */
  readonly signInHint: string;
  /** Label of the key's field. */
  readonly keyLabel: string;
  /** Text of the form's button. */
  readonly signIn: string;
  /** Shown for a wrong key. */
  readonly keyRefused: string;
  /** Text of the sign-out link. */
  readonly signOut: string;
}

/** Protection of the docs page and the spec. */
export interface DocsAuth {
  /** `false` turns the protection off. */
  enabled: boolean;
  /** Basic authentication; needs `password`. */
  username?: string;
  /** Basic authentication; needs `username`. */
  password?: string;
  /** Realm of basic authentication, shown by browsers (RFC 9110, 11.5). @default 'API Documentation' */
  realm?: string;
  /**
   * Key as an alternative to the password. Clients send it as the query
   * parameter `key`, in the header `apiKeyHeader`, or as `Authorization: Bearer
   * …`. Any of several keys grants access, for example during a rotation.
   */
  apiKey?: string | readonly string[];
  /** Header for a key. @default 'X-API-Key' */
  apiKeyHeader?: string;
  /**
   * Shows browsers a sign-in form for the key; a cookie then grants access for seven days. `docs.handler()`
   * shows no form, and neither do docs with a user name and password. @default true
   */
  signIn?: boolean;
}

/** The result of `authorize`. Only `true` grants access. */
export type AuthorizeAnswer =
  | boolean
  /** Redirects the reader with status 302. */
  | {
      /** Path or URL, percent-encoded. */
      readonly redirect: string;
    }
  /** Refuses with a status. Use 404 to hide the docs. */
  | {
      /** Status, from 400 to 599. */
      readonly status: number;
    };

/**
 * Decides whether a reader may see page and document. If it throws or rejects, that is an error of the
 * application, and access is denied.
 */
export type Authorize = (request: DocsRequest) => AuthorizeAnswer | Promise<AuthorizeAnswer>;

/**
 * Receives an error of your code during a request. The framework's error handling then responds, or a plain
 * 500. If it throws, that error replaces the original.
 */
export type OnError = (error: unknown, request: DocsRequest) => void;

/** A request to the docs, the same in every framework. */
export interface DocsRequest {
  /** Method, in upper case. */
  readonly method: string;
  /** Mount path of the docs as requested, without a trailing slash; `''` at the root. */
  readonly base: string;
  /**
   * Path below `base`, percent-encoded as received. `/` and `''` are the page, and the document too if the
   * query asks for it (`openapi=json`): give both the same readers.
   */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /**
   * The framework's own request: of Express and node:http, of Fastify, Koa's context, or a fetch `Request`.
   */
  readonly raw: unknown;
}
