import type { IncomingMessage } from 'node:http';
import { joinHeaders } from '../server/node.js';
import { normalizeBase, splitTarget } from '../server/paths.js';
import { serverOf } from '../server/serving-error.js';
import type { DocsResponse, HasDocsServer } from '../server/source.js';

/** What the adapter uses of Koa's context. */
export interface KoaContextLike {
  readonly method: string;
  readonly url: string;
  readonly req: IncomingMessage;
  status: number;
  body: unknown;
  set(headers: Record<string, string>): void;
  remove(name: string): void;
}

export type KoaDocsMiddleware = (context: KoaContextLike, next: () => Promise<unknown>) => Promise<unknown>;

/**
 * The docs for Koa.
 *
 * @example
 * app.use(koaDocs(docs, '/docs'));
 */
export function koaDocs(docs: HasDocsServer, base: string): KoaDocsMiddleware {
  const server = serverOf('koaDocs', docs);
  const prefix = normalizeBase(base);
  return async (context, next) => {
    const { pathname, query } = splitTarget(context.url);
    const location = server.locate(pathname, prefix);
    if (location === undefined) return next();
    const headers = joinHeaders(context.req.headers);
    const request = { method: context.method, ...location, query, headers, raw: context };
    writeAnswer(context, await server.respond(request));
    return undefined;
  };
}

function writeAnswer(context: KoaContextLike, { status, headers, body }: DocsResponse): void {
  context.status = status;
  context.body = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // Koa guesses a type for a body without one, and empties the body of a 204 and 304 at the status.
  context.remove('Content-Type');
  context.remove('Content-Length');
  context.status = status;
  context.set({ ...headers });
}
