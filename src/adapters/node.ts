import type { IncomingMessage, ServerResponse } from 'node:http';
import { splitTarget } from '../shared/http.js';
import { ConfigError } from '../shared/errors.js';
import { show } from '../shared/values.js';
import { RequestAbortedError } from '../operations/errors.js';
import { createRouter } from '../operations/routing.js';
import type { Operation } from '../operations/operation.js';
import type { OperationOptions } from '../operations/operation-options.js';
import { PROBLEM_JSON, problemJson } from '../operations/problem.js';
import { NodeBody, NodeOperationRequest, writeNodeResponse } from './node-request.js';
import { createMountCheck } from './mount-check.js';
import { bindFor, type BindsOperations } from './operation-routes.js';

/** Options of `nodeOperations`. */
export interface NodeOperationsOptions extends OperationOptions {
  /**
   * Receives each error of a handler or a stream, and each response that differs from its documentation. The
   * client has already received its response.
   * @default writes to stderr with `console.error`
   */
  readonly onError?: ((error: unknown, request: IncomingMessage) => void) | undefined;
}

/** Responds to a request for an operation. Resolves to false for other paths and methods. */
export type NodeOperations = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** A request that middleware may have changed: a body parser, or a router that removes its own path. */
type MiddlewareRequest = IncomingMessage & { readonly body?: unknown; readonly originalUrl?: unknown };

/**
 * Returns operations for a node:http server, and documents them. It includes a small router. If a body parser
 * has set `request.body`, that is used. After an error, the returned function responds with 500 as problem
 * details, without the error's message, or destroys the connection if the headers are already sent. A
 * framework that calls it as middleware gets a ConfigError in `next`.
 *
 * @throws ConfigError for an operation that cannot be served as documented
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
  const find = createRouter(bindFor('nodeOperations', docs, operations, options));
  const checkMount = createMountCheck(undefined, docs);
  return async (request: MiddlewareRequest, response, ...others: unknown[]) => {
    if (others.length > 0) return refuseMiddleware(others[0]);
    const route = find(request.method ?? 'GET', splitTarget(request.url ?? '/').pathname);
    if (route === undefined) return false;
    const { bound, pathParameters } = route;
    if (typeof request.originalUrl === 'string') checkMount(bound, request.originalUrl);
    try {
      const answer = await bound.run(
        new NodeOperationRequest(request, response, { pathParameters }),
        new NodeBody(request, request.body),
      );
      await writeNodeResponse(response, answer);
    } catch (error) {
      answerError(response, error);
      report(error, request, onError);
    }
    return true;
  };
}

/**
 * Gives the error to the framework. Most ignore the promise of their middleware, so that a rejection
 * would end the process.
 *
 * @throws ConfigError for another framework
 */
function refuseMiddleware(next: unknown): boolean {
  const error = new ConfigError(
    'nodeOperations returns a function of node:http, but was called as middleware. ' +
      'For Express, call expressOperations(app, docs, operations). For others, write ' +
      '(request, response, next) => serve(request, response).then((served) => served || next()).',
  );
  if (typeof next !== 'function') throw error;
  (next as (error: unknown) => void)(error);
  return true;
}

/**
 * Responds with 500. If the headers are already sent, it destroys the connection, which shows that the
 * response is incomplete.
 */
function answerError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isAborted = error instanceof RequestAbortedError;
  const status = isAborted ? error.status : 500;
  for (const name of response.getHeaderNames()) if (name.startsWith('content-')) response.removeHeader(name);
  const body = problemJson(status, isAborted ? error.message : 'The request could not be handled.');
  response.writeHead(status, { 'content-type': PROBLEM_JSON, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

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
  // oxlint-disable-next-line no-console -- a plain server has no other error handling
  console.error(error);
}
