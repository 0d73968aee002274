import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigError } from '../shared/errors.js';
import { splitTarget } from '../shared/http.js';
import { OTHER_CALLS } from '../shared/right-call.js';
import type { Operation } from '../operations/operation.js';
import { isLeftToOther } from '../operations/precedence.js';
import type { MountedOperationOptions } from '../operations/operation-options.js';
import { isAnswered } from '../shared/node-http.js';
import { nodeDocsRequest } from '../page/node.js';
import { normalizeBase } from '../page/paths.js';
import { withVary } from '../page/responses.js';
import { serverOf } from '../page/docs-server.js';
import type { DocsResponse, Mountable } from '../page/docs-server.js';
import { BodyStream } from '../operations/response/body-stream.js';
import { bufferOf, bytesOf, NodeBody, readableOf, NodeOperationRequest } from './node-request.js';
import { createMountCheck } from './mount-check.js';
import { registerIn, type BindsOperations } from './operation-routes.js';
import { routerParameters } from './route-path.js';

interface KoaDocsContext {
  readonly method: string;
  readonly url: string;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  status: number;
  body: unknown;
  set(headers: Readonly<Record<string, string>>): void;
  remove(name: string): void;
}

/** Koa middleware that serves the docs. */
export type KoaDocsMiddleware = (context: KoaDocsContext, next: () => Promise<unknown>) => unknown;

/**
 * Returns the docs as Koa middleware.
 *
 * @example
 * app.use(koaDocs(docs, '/docs'));
 */
export function koaDocs(docs: Mountable, base: string): KoaDocsMiddleware {
  const prefix = normalizeBase(base);
  const server = serverOf('koaDocs', docs);
  docs.keepPages?.(prefix);
  return async (context, next) => {
    requireContext(context);
    const { pathname, query } = splitTarget(context.url);
    const location = server.locate(pathname, prefix);
    if (location === undefined) return next();
    const parsed = (): unknown => (context as { request?: { body?: unknown } }).request?.body;
    const request = nodeDocsRequest(context.req, location, query, context, parsed);
    try {
      writeAnswer(context, await server.respond(request));
    } catch (error) {
      // Koa may have answered already, for example after a timeout. Then it ignores the error.
      if (isAnswered(context.res)) server.warn(error);
      throw error;
    }
    return undefined;
  };
}

/** @throws ConfigError if another framework calls the middleware, with a request instead of a context */
function requireContext({ req }: Partial<KoaDocsContext>): void {
  if (req === undefined)
    throw new ConfigError(
      'koaDocs returns middleware of Koa, but was called without a context of Koa. For Express, call docs.mount(app, base).',
    );
}

function writeAnswer(context: KoaDocsContext, { status, headers, body }: DocsResponse): void {
  const { res: response } = context;
  if (isAnswered(response)) return;
  context.status = status;
  // Koa's own `set` takes a tenth of the time of a 304.
  for (const [name, value] of Object.entries(withVary(headers, response.getHeader('vary'))))
    // Keeps cookies that the application has set.
    if (name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  // The content type is already set, so Koa does not guess it. Koa itself removes the body of a 204 and 304.
  if (body.length > 0) context.body = bufferOf(body);
}

/** @throws ConfigError if a router of another framework calls the handler, with a context of its own */
function requireRouteContext({ req, request }: Partial<KoaRouteContext>): void {
  if (typeof req?.on === 'function' && request !== undefined) return;
  throw new ConfigError(
    'koaOperations serves a router that calls its handlers with a context of Koa, ' +
      `and this router does not. ${OTHER_CALLS}`,
  );
}

/** The part of Koa's context that a route uses. A body parser sets `request.body`. */
interface KoaRouteContext extends KoaDocsContext {
  readonly params?: object;
  /** The path that `koa-mount` has removed. */
  readonly mountPath?: string;
  readonly request: { readonly body?: unknown };
}

/**
 * Registers operations in a router of Koa (`@koa/router`), and documents them. Errors pass through the
 * middleware to the application's error handling.
 *
 * @throws ConfigError for an operation that the router cannot serve as documented; then no operation is
 *   registered
 * @example
 * koaOperations(router, docs, [createUser, getUser]);
 * app.use(router.routes());
 */
export function koaOperations(
  router: object,
  docs: BindsOperations,
  operations: readonly Operation[],
  options?: MountedOperationOptions,
): void {
  const checkMount = createMountCheck('koaOperations(router, docs, operations', docs);
  registerIn(router, 'koaOperations', { docs, operations, options }, (bound) => {
    const parametersOf = routerParameters(bound);
    return async (context: KoaRouteContext, next: () => Promise<unknown>): Promise<unknown> => {
      requireRouteContext(context);
      if (isLeftToOther(bound, context.method, context.url)) return next();
      checkMount(bound, (context.mountPath ?? '') + context.url);
      const request = new NodeOperationRequest(context.req, context.res, {
        pathParameters: parametersOf(context.url, context.params),
        target: context.url,
        raw: context,
      });
      const answer = await bound.run(request, new NodeBody(context.req, context.request.body));
      const isStream = answer.body instanceof BodyStream;
      if (isStream && (isAnswered(context.res) || context.method === 'HEAD')) await answer.body.return();
      if (isAnswered(context.res)) return undefined;
      context.status = answer.status;
      // Koa sends 204 for a null body, unless the status is set afterwards.
      context.body = (isStream ? readableOf(answer.body) : sendable(answer.body)) ?? null;
      context.status = answer.status;
      if (answer.body === undefined) context.remove('Content-Type');
      const { 'set-cookie': cookies, ...headers } = answer.headers;
      context.set(headers as Record<string, string>);
      if (cookies !== undefined) context.res.appendHeader('set-cookie', cookies);
      return undefined;
    };
  });
}

function sendable(body: string | Uint8Array | undefined): string | Buffer | undefined {
  return typeof body === 'string' ? body : bytesOf(body);
}
