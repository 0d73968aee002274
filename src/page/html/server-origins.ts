import type { JsonValue } from '../../shared/types.js';

/** Matches a host that a source list can contain: not an IPv6 literal, and no template variable. */
const HOST_SOURCE = /^https?:\/\/(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d+)?$/;

/** Maximum number of origins from one server's variables. Above it, the policy allows the whole scheme. */
const EXPANSIONS = 32;

type JsonObject = Readonly<Record<string, JsonValue>>;

interface ServerURL {
  readonly url: string;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** Viewer options with URLs that the viewer fetches; `sources` contains the same options. */
const FETCHED_OPTIONS = ['proxyUrl', 'proxy', 'baseServerURL', 'url'];

/**
 * Returns sorted sources for `connect-src`: every origin that "try it" may call. For a host with unknown variables, or
 * an IPv6 literal, it returns the scheme.
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
