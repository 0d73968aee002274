import type { IncomingMessage, ServerResponse } from 'node:http';
import { splitTarget } from '../base/request-target.js';
import type { Operation } from '../operation/operation.js';
import type { OperationOptions } from '../operation/options.js';
import { serverOf } from '../server/serving-error.js';
import type { HasDocsServer, NodeHandler } from '../server/source.js';
import { nodeBody, readNodeRequest, writeNodeResponse } from './node-request.js';
import { registerIn, type BindsOperations } from './operation-routes.js';
import { routerParameters } from './router-parameters.js';

/** The fields of Express's request that the adapter uses: `url` without the mount path, which is in `baseUrl`. */
type ExpressRequest = IncomingMessage & { baseUrl?: string; params?: object; body?: unknown };

/**
 * The docs for Express 4 and 5, and for every framework with Connect's `use` (NestJS on Express).
 *
 * @example
 * app.use('/docs', expressDocs(docs));
 */
export function expressDocs(docs: HasDocsServer): NodeHandler {
  return serverOf('expressDocs', docs).mounted();
}

/**
 * Registers operations in an Express application or router, version 4 or 5, and documents them. Middleware runs as for
 * any route, and errors go to the application's error handling. A body that `express.json()` has read is taken as it left
 * it; leave parsers away, and the operation reads the body itself.
 *
 * @throws ConfigError for an operation that cannot be bound as it is documented; none is registered then
 * @example
 * expressOperations(app, docs, [createUser, getUser]);
 */
export function expressOperations(
  router: object,
  docs: BindsOperations,
  operations: readonly Operation[],
  options?: OperationOptions,
): void {
  registerIn(router, 'expressOperations', { docs, operations, options }, (bound) => {
    const parametersOf = routerParameters(bound);
    return (request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void): void => {
      const { url = '/', baseUrl = '', params } = request;
      const pathParameters = parametersOf(splitTarget(url).pathname, params);
      bound
        .run(
          readNodeRequest(request, response, { pathParameters, target: baseUrl + url }),
          nodeBody(request, request.body),
        )
        .then((answer) => writeNodeResponse(response, answer))
        .catch(next);
    };
  });
}

export type { BindsOperations } from './operation-routes.js';
export type { HasDocsServer, NodeHandler } from '../server/source.js';
