import type { IncomingMessage, ServerResponse } from 'node:http';
import { splitTarget } from '../shared/http.js';
import { ConfigError } from '../shared/errors.js';
import { show } from '../shared/values.js';
import { RequestAbortedError } from '../operations/errors.js';
import { createFinder } from '../operations/routing.js';
import type { Operation } from '../operations/operation.js';
import type { OperationOptions } from '../operations/options.js';
import { PROBLEM_JSON, problemDetails, problemOf, Refusal } from '../operations/problem.js';
import { serialize } from '../serialize/serialize.js';
import { nodeBody, readNodeRequest, writeNodeResponse } from './node-request.js';
import { bindFor, type BindsOperations } from './operation-routes.js';

/** Options of `nodeOperations`. */
export interface NodeOperationsOptions extends OperationOptions {
  /**
   * Receives each error of a handler, a stream or an answer that is not as documented; the client has its answer already.
   * @default writes it to stderr, with `console.error`
   */
  readonly onError?: ((error: unknown, request: IncomingMessage) => void) | undefined;
}

/** Answers a request for one of the operations. Resolves to false where the path or the method is none of theirs. */
export type NodeOperations = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Registers operations for node:http alone, by a small matcher, and documents them. The function that it returns never
 * rejects: an error is answered with 500 as problem details, without its message; once the head is out, the connection
 * is destroyed.
 *
 * @throws ConfigError for an operation that cannot be bound as it is documented
 * @example
 * const serve = nodeOperations(docs, [createUser, getUser], { onError: (error) => log.error(error) });
 * createServer(async (request, response) => {
 *   if (!(await serve(request, response))) response.writeHead(404).end();
 * });
 */
export function nodeOperations(
  docs: BindsOperations,
  operations: readonly Operation[],
  { onError, ...options }: NodeOperationsOptions = {},
): NodeOperations {
  if (onError !== undefined && typeof (onError as unknown) !== 'function')
    throw new ConfigError(`The option onError of nodeOperations needs a function, not ${show(onError)}.`);
  const find = createFinder(bindFor('nodeOperations', docs, operations, options));
  return async (request, response) => {
    const found = find(request.method ?? 'GET', splitTarget(request.url ?? '/').pathname);
    if (found === undefined) return false;
    const { bound, pathParameters } = found;
    try {
      const answer = await bound.run(
        readNodeRequest(request, response, { pathParameters }),
        nodeBody(request, undefined),
      );
      await writeNodeResponse(response, answer);
    } catch (error) {
      answerError(response, error);
      report(error, request, onError);
    }
    return true;
  };
}

/** Answers with a problem before the head is out; after it, only a broken connection tells that the answer is not whole. */
function answerError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const status = error instanceof RequestAbortedError ? error.status : 500;
  for (const name of response.getHeaderNames()) if (name.startsWith('content-')) response.removeHeader(name);
  const refusal = new Refusal(
    status,
    error instanceof RequestAbortedError ? error.message : 'The request could not be handled.',
  );
  const body = JSON.stringify(serialize(problemDetails(problemOf(refusal, status))));
  response.writeHead(status, { 'content-type': PROBLEM_JSON, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** A client that leaves is no error of the application. */
function report(
  error: unknown,
  request: IncomingMessage,
  onError: NodeOperationsOptions['onError'] = writeError,
): void {
  if (error instanceof RequestAbortedError) return;
  try {
    onError(error, request);
  } catch (cause) {
    writeError(cause);
  }
}

function writeError(error: unknown): void {
  // oxlint-disable-next-line no-console -- a server without any error handling, whose errors somebody has to see
  console.error(error);
}
