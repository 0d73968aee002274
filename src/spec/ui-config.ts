import type { JsonValue } from '../base/types.js';

/** Appearance of the docs page. */
export interface UIConfig {
  /** Passed to the viewer unchanged. @default 'purple' */
  theme?: string;
  /** @default as the reader's system has it */
  darkMode?: boolean;
  /** Passed to the viewer unchanged. @default 'modern' */
  layout?: string;
  /** @default true */
  showSidebar?: boolean;
  /** @deprecated No effect since 1.3.0: the viewer always has a search. */
  sidebarSearch?: boolean;
  /** @deprecated No effect since 1.3.0: the viewer always groups by tag. */
  tagGrouping?: boolean;
  /** @deprecated No effect since 1.3.0: models can always be folded. */
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
