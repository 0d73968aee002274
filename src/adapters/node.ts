import type { IncomingMessage, ServerResponse } from 'node:http';
import { splitTarget } from '../base/request-target.js';
import { createFinder } from '../operation/find-operation.js';
import type { Operation } from '../operation/operation.js';
import type { OperationOptions } from '../operation/options.js';
import { nodeBody, readNodeRequest, writeNodeResponse } from './node-request.js';
import { bindFor, type BindsOperations } from './operation-routes.js';

/** Answers a request for one of the operations; false where the path or the method is none of theirs. */
export type NodeOperations = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Operations for node:http alone, by a small matcher, documented. Rejects with what a handler throws.
 *
 * @throws ConfigError for an operation that cannot be bound as it is documented
 * @example
 * const serve = nodeOperations(docs, [createUser, getUser]);
 * createServer((request, response) => {
 *   serve(request, response).then((served) => served || response.writeHead(404).end(), console.error);
 * });
 */
export function nodeOperations(
  docs: BindsOperations,
  operations: readonly Operation[],
  options?: OperationOptions,
): NodeOperations {
  const find = createFinder(bindFor('nodeOperations', docs, operations, options));
  return async (request, response) => {
    const found = find(request.method ?? 'GET', splitTarget(request.url ?? '/').pathname);
    if (found === undefined) return false;
    const { bound, pathParameters } = found;
    const answer = await bound.run(
      readNodeRequest(request, response, { pathParameters }),
      nodeBody(request, undefined),
    );
    await writeNodeResponse(response, answer);
    return true;
  };
}
