import { splitTarget } from '../shared/http.js';
import {
  type ConnectRequest,
  type Exchange,
  nodeDocsRequest,
  nodeHandler,
  sendAnswer,
  writeNodeResponse,
} from './node.js';
import { textResponse } from './responses.js';
import type { DocsResponse, Location, MountableServer, NodeHandler } from './docs-server.js';

/** A server without its handlers. */
export type Served = Pick<MountableServer, 'respond' | 'locate' | 'warn'>;

export function createMiddleware(served: Served, base: string): NodeHandler {
  return nodeHandler((request, response, next) => {
    const { pathname, query } = splitTarget(request.url ?? '/');
    const location = served.locate(pathname, base);
    if (location)
      sendFrom(served, served.respond(nodeDocsRequest(request, location, query)), { response, next });
    else if (next) next();
    else writeNodeResponse(response, textResponse(404, 'Not found.'));
  });
}

/**
 * Returns a handler for Connect, which removes the mount path from `url` and keeps the whole URL in
 * `originalUrl`.
 */
export function createMounted(served: Served): NodeHandler {
  return nodeHandler((request: ConnectRequest, response, next) => {
    const { url = '/', originalUrl = url } = request;
    const { pathname: path, query } = splitTarget(url);
    const location = locateMounted(served, path, splitTarget(originalUrl).pathname);
    const asked = nodeDocsRequest(request, location ?? { base: '', path }, query);
    if (location === undefined && next) next();
    else sendFrom(served, served.respond(asked), { response, next });
  });
}

export function sendFrom({ warn }: Served, answer: Promise<DocsResponse>, exchange: Exchange): void {
  // `next` may throw.
  sendAnswer(exchange, answer, warn).catch(warn);
}

/**
 * Returns the location of a mounted request. Connect's `url` is `/` with and without a final slash; only the
 * whole path shows which.
 */
function locateMounted(served: Served, below: string, whole: string): Location | undefined {
  if (below === whole) return served.locate(below, '');
  if (below === '/' && !whole.endsWith('/')) return { base: whole, path: '' };
  return { base: whole.slice(0, whole.length - below.length), path: below };
}
