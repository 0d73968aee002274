import type { JsonValue } from '../../shared/types.js';
import type { UIConfig } from '../../documents/openapi/config/page-options.js';
import type { OpenApiDocument } from '../../documents/openapi/types/document.js';
import { hashSource } from './head.js';
import { connectSources } from './server-origins.js';
import type { UISettings } from '../settings.js';
import { VIEWER_KINDS } from '../viewers.js';
import type { Finding } from '../../shared/diagnostics.js';

/**
 * Maximum number of characters for the servers. Common proxies limit all headers of a response to 4 KiB and respond
 * with 502 above it.
 */
const SERVERS_LIMIT = 2048;

interface PolicySubject {
  readonly ui: UISettings;
  readonly scripts: readonly string[];
  readonly viewers: readonly string[];
  readonly servers: PageServers;
  readonly hasForm: boolean;
}

interface PageServers {
  readonly sources: readonly string[];
  /** The number of characters of all origins, if they exceed the limit and only schemes are listed. */
  readonly tooLong: number | undefined;
}

export function pageServers(
  document: OpenApiDocument,
  viewerOptions: UISettings['viewerOptions'],
): PageServers {
  // A document is JSON, but its type is narrower.
  const sources = connectSources(document as unknown as JsonValue, { ...viewerOptions });
  const length = sources.join(' ').length;
  if (length <= SERVERS_LIMIT) return { sources, tooLong: undefined };
  return { sources: [...new Set(sources.map((source) => source.replace(/\/\/.*/s, '')))], tooLong: length };
}

/**
 * Returns the page's Content-Security-Policy. It allows scripts by hash and by the CDN's URL. It allows all inline
 * styles, because viewers inject them by scripts.
 */
export function contentSecurityPolicy({ ui, scripts, viewers, servers, hasForm }: PolicySubject): string {
  const directives = new Map<string, Set<string>>(
    Object.entries({
      'default-src': ["'none'"],
      'script-src': [...scripts.map(hashSource), ...viewers],
      'style-src': ["'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:', 'https:', ...pictureSources(ui)],
      'media-src': ["'self'", 'blob:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': ["'self'", ...servers.sources],
      'base-uri': ["'none'"],
      'form-action': [hasForm ? "'self'" : "'none'"],
      'frame-ancestors': ["'self'"],
    }).map(([name, sources]) => [name, new Set(sources)]),
  );
  const ofViewer = VIEWER_KINDS[ui.viewer].policy?.(ui.viewerOptions) ?? {};
  const more = [...Object.entries(ofViewer), ...ui.head.policy];
  for (const [name, sources] of [...more, ...Object.entries(ui.policy)]) configure(directives, name, sources);
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

/** Adds the application's sources. For `frame-ancestors` they replace the default. */
function configure(directives: Map<string, Set<string>>, name: string, sources: readonly string[]): void {
  const ours = name === 'frame-ancestors' ? [] : (directives.get(name) ?? []);
  const all = new Set([...ours, ...sources]);
  if (all.size > 1) all.delete("'none'");
  directives.set(name, all);
}

/** Returns the origins of pictures without HTTPS. The policy allows all pictures with HTTPS. */
function pictureSources({ favicon, logo }: UISettings): string[] {
  const urls = [favicon, logo?.src].filter((url) => url !== undefined && /^http:\/\//i.test(url));
  return urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).origin] : []));
}

export function pageDiagnostics(document: OpenApiDocument, ui: UIConfig = {}): Finding[] {
  const { sources, tooLong } = pageServers(document, ui.viewerOptions ?? {});
  if (tooLong === undefined) return [];
  return [
    {
      code: 'policy-too-long',
      place: 'servers',
      message:
        `The origins of all servers would take ${tooLong} characters of the page's Content-Security-Policy, ` +
        `and more than ${SERVERS_LIMIT} do not pass through common proxies: the page may send to every ` +
        `${sources.join(' and ')} address instead. Document fewer servers, or one with a variable.`,
    },
  ];
}
