import type { RequestListener } from 'node:http';
import { isIP } from 'node:net';
import { printable } from 'dtospec/internal';

/**
 * Refuses requests for other hosts. A page of another site can point its own name at this machine (DNS
 * rebinding) and then read what the server sends. Addresses and `localhost` cannot be pointed elsewhere.
 *
 * @param names further host names
 */
export function withAllowedHosts(names: readonly string[], listener: RequestListener): RequestListener {
  const allowed = new Set(['localhost', ...names.map((name) => name.toLowerCase())]);
  return (request, response) => {
    const { host = '' } = request.headers;
    const name = nameIn(host);
    if (name !== undefined && (allowed.has(name) || name.endsWith('.localhost') || isAddress(name)))
      listener(request, response);
    else
      response
        .writeHead(403, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
        .end(
          `The host ${JSON.stringify(printable(host))} is not allowed: a page of another site could read this document. To allow a host, add --allow-host <name> to dtospec serve.\n`,
        );
  };
}

function nameIn(host: string): string | undefined {
  const url = `http://${host}`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/\.$/, '');
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}
