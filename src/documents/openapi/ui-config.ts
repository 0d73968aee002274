import type { JsonValue } from '../../shared/types.js';
import type { DocsTexts } from './docs-texts.js';

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
