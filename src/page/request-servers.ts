import { randomUUID } from 'node:crypto';
import { BoundedMap } from '../shared/bounded-map.js';
import type { OpenApiDocument } from '../documents/openapi/types/document.js';
import { Representation, Resource } from './representation.js';
import type { Headers } from './responses.js';
import type { RequestServers } from '../documents/openapi/config/config.js';
import type { AskedRequest } from './docs-server.js';

/** Maximum number of documents to keep, since a client may send any host. */
const KEPT = 32;

interface DocumentText {
  readonly name: string;
  readonly contentType: string;
  readonly headers: Headers;
  readonly write: (document: OpenApiDocument) => string | Promise<string>;
}

/** Creates the document for each server that requests name, from one template. */
export class RequestDocuments {
  /** Placeholder for the server's URL. It is random, so no document contains it. */
  readonly #mark = `https://${randomUUID()}.invalid`;
  #document: OpenApiDocument | undefined;
  #templates = new Map<string, Promise<readonly string[]>>();
  #made = new BoundedMap<string, Resource>(KEPT);

  /** @param url URL from `requestServer`, without characters that JSON or YAML would escape */
  async get(document: OpenApiDocument, text: DocumentText, url: string): Promise<Resource> {
    if (this.#document !== document) {
      this.#document = document;
      this.#templates = new Map();
      this.#made = new BoundedMap(KEPT);
    }
    const { name, contentType, headers, write } = text;
    const [made, templates] = [this.#made, this.#templates];
    let making = templates.get(name);
    if (making === undefined) {
      making = this.#split(document, write);
      templates.set(name, making);
      // After a failure, the next request tries again.
      making.catch(() => templates.delete(name));
    }
    const template = await making;
    const key = `${name} ${url}`;
    const resource =
      made.get(key) ??
      new Resource(new Representation(contentType, Buffer.from(template.join(url)), 'quick'), headers);
    // An existing entry moves to the end of the map, because the first entry is deleted next.
    made.set(key, resource);
    return resource;
  }

  async #split(document: OpenApiDocument, write: DocumentText['write']): Promise<readonly string[]> {
    return (await write(withServer(document, this.#mark))).split(this.#mark);
  }
}

function withServer(document: OpenApiDocument, url: string): OpenApiDocument {
  const entries = Object.entries(document).filter(([name]) => name !== 'servers');
  const after = entries.findIndex(([name]) => name === 'info') + 1;
  return Object.fromEntries([
    ...entries.slice(0, after),
    ['servers', [{ url }]],
    ...entries.slice(after),
  ]) as unknown as OpenApiDocument;
}

/**
 * Matches hosts: registered names, IPv4 and IPv6 literals, with an optional port (RFC 3986, 3.2.2), as browsers send
 * them.
 */
const HOST =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

/** Matches path segments without characters that JSON, YAML or HTML would escape, and without `//` at the start. */
const PREFIX = /^(?:\/[\w.~!$*+,;=:@%-]+)*$/;

const LONGEST = 255;

export function requestServerHeaders({ trustProxy }: RequestServers): string[] {
  return ['Host', ...(trustProxy ? ['X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-Prefix'] : [])];
}

export function requestServer(
  request: AskedRequest,
  { hosts, trustProxy }: RequestServers,
): string | undefined {
  const forwarded = (name: string): string | undefined =>
    trustProxy ? firstOf(request.headers[`x-forwarded-${name}`]) : undefined;
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

/**
 * Returns the host. It is a pseudo-header in HTTP/2 (RFC 9113, 8.3.1), and may occur only in the URL of a fetch
 * request.
 */
export function hostOf(request: AskedRequest): string | undefined {
  return request.headers.host ?? request.headers[':authority'] ?? request.host;
}

/** Returns the first entry of a list, which is the client's: each proxy appends one. */
export function firstOf(list: string | undefined): string | undefined {
  return list?.split(',')[0]?.trim();
}
