/** The parts of a request that show which page has sent it. */
export interface SentRequest {
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The host of the URL, for a fetch request without a Host header. */
  readonly host?: string | undefined;
}

/**
 * Returns whether a page of another origin has sent the request, by headers that pages cannot set:
 * `Sec-Fetch-Site` for HTTPS, `Origin` or `Referer` for HTTP. Clients other than browsers send none of them.
 */
export function comesFromElsewhere(request: SentRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const sender = request.headers.origin ?? request.headers.referer;
  if (sender === undefined) return false;
  const page = urlOf(sender);
  return (
    page === undefined ||
    !ownHosts(request).some((host) => urlOf(`${page.protocol}//${host}`)?.host === page.host)
  );
}

/** Returns the hosts under which browsers may know this server. Proxies send their own name in a header. */
function ownHosts(request: SentRequest): string[] {
  const hosts = [hostOf(request), firstOf(request.headers['x-forwarded-host'])];
  return hosts.filter((host) => host !== undefined && host !== '') as string[];
}

/**
 * Returns the host. It is a pseudo-header in HTTP/2 (RFC 9113,
 * 8.3.1), and may occur only in the URL of a fetch request.
 */
function hostOf({ headers, host }: SentRequest): string | undefined {
  return headers.host ?? headers[':authority'] ?? host;
}

/** Returns the first entry of a list, which is the client's: each proxy appends one. */
function firstOf(list: string | undefined): string | undefined {
  return list?.split(',')[0]?.trim();
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
