import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '../operation/operation.js';
import type { OperationOptions } from '../operation/options.js';
import { isSecure, readForm } from '../server/node-form.js';
import { joinHeaders } from '../server/node.js';
import { normalizeBase, splitTarget } from '../server/paths.js';
import { withVary } from '../server/responses.js';
import { serverOf } from '../server/serving-error.js';
import type { DocsResponse, HasDocsServer } from '../server/source.js';
import { ItemStream } from '../operation/stream.js';
import { bufferOf, bytesOf, nodeBody, readableOf, readNodeRequest } from './node-request.js';
import { registerIn, type BindsOperations } from './operation-routes.js';

/** What the adapter uses of Koa's context. */
export interface KoaContextLike {
  readonly method: string;
  readonly url: string;
  readonly req: IncomingMessage;
  status: number;
  body: unknown;
  readonly headerSent: boolean;
  readonly writable: boolean;
  readonly response: { get(name: string): string | undefined };
  set(headers: Readonly<Record<string, string>>): void;
  append(name: string, value: string): void;
  remove(name: string): void;
}

/** Gives a promise where it has to wait. */
export type KoaDocsMiddleware = (context: KoaContextLike, next: () => Promise<unknown>) => unknown;

/**
 * The docs for Koa.
 *
 * @example
 * app.use(koaDocs(docs, '/docs'));
 */
export function koaDocs(docs: HasDocsServer, base: string): KoaDocsMiddleware {
  const server = serverOf('koaDocs', docs);
  const prefix = normalizeBase(base);
  return (context, next) => {
    const { pathname, query } = splitTarget(context.url);
    const location = server.locate(pathname, prefix);
    if (location === undefined) return next();
    const headers = joinHeaders(context.req.headers);
    const { base: at, path } = location;
    const request = {
      method: context.method,
      base: at,
      path,
      query,
      headers,
      raw: context,
      isSecure: isSecure(context.req),
      readForm: () =>
        readForm(context.req, () => (context as { request?: { body?: unknown } }).request?.body),
    };
    const fail = (error: unknown): never => {
      // Koa's chain may have ended without us, as with a time limit: then nobody takes the error.
      if (isAnswered(context)) server.warn(error);
      throw error;
    };
    try {
      const answer = server.respond(request);
      if (!(answer instanceof Promise)) {
        writeAnswer(context, answer);
        return undefined;
      }
      return answer
        .then((ready) => {
          writeAnswer(context, ready);
        })
        .catch(fail);
    } catch (error) {
      return fail(error);
    }
  };
}

function isAnswered({ headerSent, writable }: KoaContextLike): boolean {
  return headerSent || !writable;
}

function writeAnswer(context: KoaContextLike, { status, headers, body }: DocsResponse): void {
  if (isAnswered(context)) return;
  context.status = status;
  const all = withVary(headers, context.response.get('Vary'));
  if (all['set-cookie'] === undefined) context.set(all);
  else setWithCookie(context, all);
  // Koa takes its type as it is set by then, and guesses none; it empties the body of a 204 and 304 itself.
  if (body.length > 0) context.body = bufferOf(body);
}

/** Cookies that the application has set before go too. */
function setWithCookie(
  context: KoaContextLike,
  { 'set-cookie': cookie = '', ...rest }: DocsResponse['headers'],
): void {
  context.set(rest);
  context.append('Set-Cookie', cookie);
}

/** What the adapter uses of Koa's context in a route: a body parser leaves what it read in `request.body`. */
export interface KoaRouteContextLike extends KoaContextLike {
  readonly originalUrl: string;
  readonly res: ServerResponse;
  readonly request: { readonly body?: unknown };
}

/**
 * Registers operations in a router of Koa's (`@koa/router`), and documents them. Errors go up the middleware, to the
 * application's own handling.
 *
 * @throws ConfigError for an operation that cannot be bound as it is documented; none is registered then
 * @example
 * koaOperations(router, docs, [createUser, getUser]);
 * app.use(router.routes());
 */
export function koaOperations(
  router: object,
  docs: BindsOperations,
  operations: readonly Operation[],
  options?: OperationOptions,
): void {
  registerIn(router, 'koaOperations', { docs, operations, options }, (bound) => {
    return async (context: KoaRouteContextLike): Promise<void> => {
      const request = readNodeRequest(context.req, context.res, {
        target: context.originalUrl,
        raw: context,
      });
      const answer = await bound.run(request, nodeBody(context.req, context.request.body));
      const isStream = answer.body instanceof ItemStream;
      if (isStream && (isAnswered(context) || context.method === 'HEAD')) await answer.body.return();
      if (isAnswered(context)) return;
      context.status = answer.status;
      // Koa sends 204 for a body that is null, unless a status is set after it.
      context.body = (isStream ? readableOf(answer.body) : sendable(answer.body)) ?? null;
      context.status = answer.status;
      if (answer.body === undefined) context.remove('Content-Type');
      context.set(answer.headers as Record<string, string>);
    };
  });
}

/** Koa sends texts and buffers as they are. */
function sendable(body: string | Uint8Array | undefined): string | Buffer | undefined {
  return typeof body === 'string' ? body : bytesOf(body);
}

export type { BindsOperations } from './operation-routes.js';
