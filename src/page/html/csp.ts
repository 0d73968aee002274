import type { JsonValue, UIConfig } from '../../documents/openapi/config.js';
import type { OpenApiDocument } from '../../documents/openapi/document.js';
import { hashSource } from './head.js';
import { connectSources } from './server-origins.js';
import type { UISettings } from '../settings.js';
import { VIEWER_KINDS } from '../viewers.js';
import type { Finding } from '../../shared/diagnostics.js';

/**
 * Characters that the servers may take of the header. Proxies commonly hold all headers of an answer
 * in 4 KiB, and answer 502 where they do not fit.
 */
const SERVERS_LIMIT = 2048;

/** Parts of the page that the policy speaks of. */
interface PolicySubject {
  readonly ui: UISettings;
  /** The page's own inline scripts. */
  readonly scripts: readonly string[];
  /** Addresses and hashes of the viewers that the page may load, as sources. */
  readonly viewers: readonly string[];
  /** What `pageServers` gave. */
  readonly servers: PageServers;
  /** Whether the page has a form, to sign out. */
  readonly hasForm: boolean;
}

/** Origins and schemes that try-it may send to. */
interface PageServers {
  readonly sources: readonly string[];
  /** How many characters the origins would take, where their schemes are opened instead. */
  readonly tooLong: number | undefined;
}

/** What try-it may be asked to call: each origin, or where those are too many, their schemes. */
export function pageServers(
  document: OpenApiDocument,
  viewerOptions: UISettings['viewerOptions'],
): PageServers {
  // A document is JSON; only its type says more.
  const sources = connectSources(document as unknown as JsonValue, { ...viewerOptions });
  const length = sources.join(' ').length;
  if (length <= SERVERS_LIMIT) return { sources, tooLong: undefined };
  return { sources: [...new Set(sources.map((source) => source.replace(/\/\/.*/s, '')))], tooLong: length };
}

/**
 * The page's Content-Security-Policy: scripts by hash, and by the CDN's one address. Styles cannot
 * be listed: the viewer injects its own, and sets style attributes from scripts.
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

/** Adds the application's own sources. Who may frame the page is for the application alone to say. */
function configure(directives: Map<string, Set<string>>, name: string, sources: readonly string[]): void {
  const ours = name === 'frame-ancestors' ? [] : (directives.get(name) ?? []);
  const all = new Set([...ours, ...sources]);
  if (all.size > 1) all.delete("'none'");
  directives.set(name, all);
}

/** What is fetched by https is admitted as it is. */
function pictureSources({ favicon, logo }: UISettings): string[] {
  const urls = [favicon, logo?.src].filter((url) => url !== undefined && /^http:\/\//i.test(url));
  return urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).origin] : []));
}

/** What a careful reviewer would say of the page that is served with the document. */
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
