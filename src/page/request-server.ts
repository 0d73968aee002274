import type { RequestServers } from '../documents/openapi/config.js';
import { headerOf, type AskedRequest } from './source.js';

/** Registered names, IPv4 and IPv6 literals, each perhaps with a port: of RFC 3986, 3.2.2, what browsers send. */
const HOST =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Segments of what RFC 3986 leaves as it is, without what would need quotes in JSON, YAML or HTML; none begins with `//`. */
const PREFIX = /^(?:\/[\w.~!$*+,;=:@%-]+)*$/;

const LONGEST = 255;

/** Headers on which the URL depends. */
export function requestServerHeaders({ trustProxy }: RequestServers): string[] {
  return ['Host', ...(trustProxy ? ['X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-Prefix'] : [])];
}

/** The URL under which the request's sender has reached this server; undefined where nothing sound tells. */
export function requestServer(
  request: AskedRequest,
  { hosts, trustProxy }: RequestServers,
): string | undefined {
  const forwarded = (name: string): string | undefined =>
    trustProxy ? firstOf(headerOf(request, `x-forwarded-${name}`)) : undefined;
  const host = (forwarded('host') ?? hostOf(request) ?? '').toLowerCase();
  if (host.length > LONGEST || !HOST.test(host)) return undefined;
  if (hosts !== undefined && !hosts.some((known) => known.toLowerCase() === host)) return undefined;
  const scheme = forwarded('proto')?.toLowerCase() ?? (request.isSecure ? 'https' : 'http');
  const prefix = (forwarded('prefix') ?? '').replace(/\/$/, '');
  if ((scheme !== 'https' && scheme !== 'http') || prefix.length > LONGEST || !PREFIX.test(prefix))
    return undefined;
  const url = `${scheme}://${host}${prefix}`;
  return URL.canParse(url) ? url : undefined;
}

/** In HTTP/2 the host is a pseudo-header (RFC 9113, 8.3.1), and a fetch request may have it in its URL only. */
export function hostOf(request: AskedRequest): string | undefined {
  return headerOf(request, 'host') ?? headerOf(request, ':authority') ?? request.host;
}

/** Each proxy adds what it has seen; the first is what the reader sees. */
export function firstOf(list: string | undefined): string | undefined {
  return list?.split(',')[0]?.trim();
}
