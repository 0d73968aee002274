import type { IncomingMessage } from 'node:http';
import { joinHeaders } from '../server/node.js';
import { normalizeBase, splitTarget } from '../server/paths.js';
import { addedVary } from '../server/responses.js';
import { serverOf } from '../server/serving-error.js';
import type { DocsResponse, HasDocsServer } from '../server/source.js';

/** What the adapter uses of Koa's context. */
export interface KoaContextLike {
  readonly method: string;
  readonly url: string;
  readonly req: IncomingMessage;
  status: number;
  body: unknown;
  readonly headerSent: boolean;
  readonly writable: boolean;
  readonly response: { get(name: string): string };
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
    try {
      writeAnswer(context, await server.respond(request));
    } catch (error) {
      // Koa's chain may have ended without us, as with a time limit: then nobody takes the error.
      if (isAnswered(context)) server.warn(error);
      throw error;
    }
    return undefined;
  };
}

function isAnswered({ headerSent, writable }: KoaContextLike): boolean {
  return headerSent || !writable;
}

function writeAnswer(context: KoaContextLike, { status, headers, body }: DocsResponse): void {
  if (isAnswered(context)) return;
  context.status = status;
  context.body = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // Koa guesses a type for a body without one, and empties the body of a 204 and 304 at the status.
  context.remove('Content-Type');
  context.remove('Content-Length');
  context.status = status;
  context.set({ ...headers, ...addedVary(headers, context.response.get('Vary')) });
}
