import type { JsonValue } from '../../shared/types.js';
import type { UIConfig } from '../../documents/openapi/config/page-options.js';
import type { OpenApiDocument } from '../../documents/openapi/types/document.js';
import { hashSource } from './head.js';
import type { UISettings } from '../settings.js';
import { VIEWER_KINDS } from '../viewers.js';
import type { Finding } from '../../shared/diagnostics.js';

/**
 * Maximum number of characters for the servers. Common proxies limit all headers of a response to 4 KiB and
 * respond with 502 above it.
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
  readonly tooLong: number | undefined;
}

export function pageServers(
  document: OpenApiDocument,
  viewerOptions: UISettings['viewerOptions'],
): PageServers {
  // A document is JSON, but its TypeScript type is narrower than JsonValue.
  const sources = connectSources(document as unknown as JsonValue, { ...viewerOptions });
  const length = sources.join(' ').length;
  if (length <= SERVERS_LIMIT) return { sources, tooLong: undefined };
  return { sources: [...new Set(sources.map((source) => source.replace(/\/\/.*/s, '')))], tooLong: length };
}

/**
 * Returns the page's Content-Security-Policy. It allows scripts by hash and by the CDN's URL. It allows all
 * inline styles, because viewers inject them by scripts.
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

export function policyDiagnostics(document: OpenApiDocument, ui: UIConfig): Finding[] {
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

/** Matches a host that a source list can contain: not an IPv6 literal, and no template variable. */
const HOST_SOURCE = /^https?:\/\/(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d+)?$/;

/** Maximum number of origins from one server's variables. Above it, the policy allows the whole scheme. */
const EXPANSIONS = 32;

type JsonObject = Readonly<Record<string, JsonValue>>;

interface ServerURL {
  readonly url: string;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

const FETCHED_OPTIONS = ['proxyUrl', 'proxy', 'baseServerURL', 'url'];

/**
 * Returns sorted sources for `connect-src`: every origin that "try it" may call. For a host with unknown
 * variables, or an IPv6 literal, it returns the scheme.
 */
export function connectSources(document: JsonValue, viewerOptions: JsonValue): string[] {
  const urls = [...documentURLs(recordOf(document)), ...optionURLs(recordOf(viewerOptions))];
  return [...new Set(urls.flatMap(sourcesOf))].sort();
}

function documentURLs(document: JsonObject): ServerURL[] {
  const components = recordOf(document.components);
  const items = [...valuesOf(document.paths), ...valuesOf(components.pathItems)].map(recordOf);
  const operations = items.flatMap((item) => [
    ...valuesOf(item).map(recordOf),
    ...valuesOf(item.additionalOperations).map(recordOf),
  ]);
  const servers = [document, ...items, ...operations].flatMap((holder) => listOf(holder.servers));
  return [...servers.map(serverURL), ...schemeURLs(components.securitySchemes)];
}

function optionURLs(options: JsonObject): ServerURL[] {
  const sources = [...listOf(options.sources), options.spec ?? null].map(recordOf);
  const urls = [
    ...[options, ...sources].flatMap((each) => FETCHED_OPTIONS.map((name) => each[name])),
    ...valuesOf(options.externalUrls),
  ];
  const servers = [options, ...sources].flatMap((each) => listOf(each.servers));
  const schemes = recordOf(options.authentication).securitySchemes;
  return [...urls.flatMap(plainURL), ...servers.map(serverURL), ...schemeURLs(schemes)];
}

function schemeURLs(schemes: JsonValue | undefined): ServerURL[] {
  return valuesOf(schemes)
    .map(recordOf)
    .flatMap((scheme) => {
      const flows = valuesOf(scheme.flows).map(recordOf);
      const tokens = flows.flatMap((flow) => [flow.tokenUrl, flow['x-tokenUrl'], flow.refreshUrl]);
      return [scheme.openIdConnectUrl, ...tokens].flatMap(plainURL);
    });
}

function plainURL(url: JsonValue | undefined): ServerURL[] {
  return typeof url === 'string' ? [{ url, values: new Map() }] : [];
}

function serverURL(server: JsonValue): ServerURL {
  const { url, variables } = recordOf(server);
  const values = Object.entries(recordOf(variables)).map(([name, variable]) => {
    const listed = listOf(recordOf(variable).enum);
    return [name, listed.filter((value) => typeof value === 'string')] as const;
  });
  return { url: typeof url === 'string' ? url : '', values: new Map(values) };
}

function sourcesOf(server: ServerURL): string[] {
  return expand(server).flatMap((url) => {
    if (/^\{[^}]*\}/.test(url)) return ['http:', 'https:'];
    const [, scheme = '', authority = ''] = /^(https?):\/\/([^/?#]*)/i.exec(url) ?? [];
    if (scheme === '') return [];
    const origin = `${scheme}://${authority.replace(/^.*@/, '')}`.toLowerCase();
    return [HOST_SOURCE.test(origin) ? origin : `${scheme.toLowerCase()}:`];
  });
}

function expand({ url, values }: ServerURL): string[] {
  const origin = /^[^/]*(?:\/\/[^/?#]*)?/.exec(url)?.[0] ?? '';
  let origins = [origin];
  for (const [name, listed] of values) {
    const variable = `{${name}}`;
    if (listed.length === 0 || !origin.includes(variable)) continue;
    origins = origins.flatMap((each) => listed.map((value) => each.replaceAll(variable, () => value)));
    if (origins.length > EXPANSIONS) return [origin];
  }
  return origins;
}

function recordOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function valuesOf(value: JsonValue | undefined): JsonValue[] {
  return Object.values(recordOf(value));
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
