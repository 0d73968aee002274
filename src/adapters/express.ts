import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigError } from '../shared/errors.js';
import { splitTarget, type PathParameters } from '../shared/http.js';
import { OTHER_CALLS } from '../shared/right-call.js';
import type { CompiledOperation } from '../operations/compile-operation.js';
import { isLeftToOther } from '../operations/precedence.js';
import { createRouter } from '../operations/routing.js';
import type { Operation } from '../operations/operation.js';
import type { MountedOperationOptions } from '../operations/operation-options.js';
import { isDecodable } from '../operations/request/parameter-sources.js';
import { serverOf } from '../page/docs-server.js';
import type { Mountable, NodeHandler } from '../page/docs-server.js';
import { NodeBody, NodeOperationRequest, writeNodeResponse } from './node-request.js';
import { createMountCheck } from './mount-check.js';
import { registerIn, type BindsOperations } from './operation-routes.js';
import { routerParameters } from './route-path.js';

type Next = (error?: unknown) => void;

type ExpressRequest = IncomingMessage & { baseUrl?: string; params?: object; body?: unknown };

/**
 * Returns the docs as middleware for Express 4 and 5, and for
 * other frameworks with Connect's `use` (NestJS on Express).
 *
 * @example
 * app.use('/docs', expressDocs(docs));
 */
export function expressDocs(docs: Mountable): NodeHandler {
  return serverOf('expressDocs', docs).mounted();
}

/**
 * Registers operations in an Express application or router, version 4 or 5, and documents them. Middleware
 * runs as for any route, and errors go to the application's error handling. If `express.json()` has already
 * read the body, its result is used. Otherwise the operation reads the body itself.
 *
 * @throws ConfigError for an operation that the router cannot serve as documented; then no operation is
 *   registered
 * @example
 * expressOperations(app, docs, [createUser, getUser]);
 */
export function expressOperations(
  router: object,
  docs: BindsOperations,
  operations: readonly Operation[],
  options?: MountedOperationOptions,
): void {
  const answer = (
    bound: CompiledOperation,
    location: { readonly pathParameters: PathParameters; readonly target: string },
    request: ExpressRequest,
    response: ServerResponse,
    next: Next,
  ): void => {
    bound
      .run(new NodeOperationRequest(request, response, location), new NodeBody(request, request.body))
      .then((answer) => writeNodeResponse(response, answer))
      .catch(next);
  };
  const checkMount = createMountCheck('expressOperations(router, docs, operations', docs);
  const all = registerIn(router, 'expressOperations', { docs, operations, options }, (bound) => {
    const parametersOf = routerParameters(bound);
    return (request: ExpressRequest, response: ServerResponse, next: Next): void => {
      requireNodeResponse(response);
      const target = targetOf(request);
      if (isLeftToOther(bound, request.method ?? 'GET', target)) {
        next();
        return;
      }
      checkMount(bound, target);
      // A router without `mergeParams` has no parameters of its path, so they are read from the target.
      const pathParameters = parametersOf(target, request.params);
      answer(bound, { pathParameters, target }, request, response, next);
    };
  });
  // Express decodes parameters before it calls a route, and reports an error if it cannot.
  const find = createRouter(all);
  (router as { use?: (handler: unknown) => unknown }).use?.(
    (error: unknown, request: ExpressRequest, response: ServerResponse, next?: Next): void => {
      // polka, tinyhttp and restana have no middleware for errors, and call it as (request, response, next).
      if (next === undefined) {
        (response as unknown as Next)();
        return;
      }
      const isOfPath = error instanceof URIError && (error as { status?: unknown }).status === 400;
      const route = isOfPath
        ? find(request.method ?? 'GET', splitTarget(request.url ?? '/').pathname)
        : undefined;
      // A handler may throw the same error, and must not run again.
      if (route?.pathParameters.some(([, value]) => !isDecodable(value)) === true) {
        const { bound, pathParameters } = route;
        answer(bound, { pathParameters, target: targetOf(request) }, request, response, next);
      } else next(error);
    },
  );
}

/** @throws ConfigError if a router of another framework calls the handler, with a context of its own */
function requireNodeResponse(response: unknown): void {
  if (typeof (response as { setHeader?: unknown } | undefined)?.setHeader === 'function') return;
  throw new ConfigError(
    'expressOperations serves a router that calls its handlers with a request and a response of node:http, ' +
      `and this router does not. ${OTHER_CALLS}`,
  );
}

function targetOf({ url = '/', baseUrl = '' }: ExpressRequest): string {
  return baseUrl + url;
}

export type { NodeHandler } from '../page/docs-server.js';
