import type { JsonValue } from '../spec/config.js';

/** Members of a document whose URLs the viewer fetches: servers, and where tokens come from. */
const FETCHED = new Set(['servers', 'tokenUrl', 'refreshUrl', 'openIdConnectUrl']);

/** A host as a source list can write it: no IPv6 literal, no template variable. */
const HOST_SOURCE = /^https?:\/\/(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d+)?$/;

/**
 * Sources for `connect-src`: every origin that try-it can be asked to call. A host that is a
 * template or an IPv6 literal opens its scheme, a template in the scheme opens both.
 */
export function serverSources(document: JsonValue, viewerOptions: JsonValue): string[] {
  const urls = [...fetchedURLs(document), ...allStrings(viewerOptions)];
  return [...new Set(urls.flatMap(sourcesOf))].sort();
}

function sourcesOf(url: string): string[] {
  if (url.startsWith('{')) return ['http:', 'https:'];
  const [, scheme = '', authority = ''] = /^(https?):\/\/([^/?#]*)/i.exec(url) ?? [];
  if (scheme === '') return [];
  const origin = `${scheme}://${authority.replace(/^.*@/, '')}`.toLowerCase();
  return [HOST_SOURCE.test(origin) ? origin : `${scheme.toLowerCase()}:`];
}

/** Strings under the members of FETCHED, wherever in the document those are. */
function fetchedURLs(value: JsonValue): string[] {
  return children(value).flatMap(([name, child]) =>
    FETCHED.has(name) ? allStrings(child) : fetchedURLs(child),
  );
}

function allStrings(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  return children(value).flatMap(([, child]) => allStrings(child));
}

function children(value: JsonValue): [string, JsonValue][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
