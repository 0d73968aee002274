import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DocsRequest } from '../spec/config.js';
import { splitTarget } from './paths.js';
import { requireNodeResponse } from './serving-error.js';
import type { DocsResponse, Location, NodeHandler } from './source.js';

/** A node:http request, or one of Connect's, which keeps the whole target in `originalUrl`. */
export type ConnectRequest = IncomingMessage & { originalUrl?: string };

/** A handler that says so where the framework that calls it is of another kind. */
export function nodeHandler(handle: NodeHandler): NodeHandler {
  return (request, response, next) => {
    requireNodeResponse(response);
    handle(request, response, next);
  };
}

export function readNodeRequest(request: ConnectRequest, { base, path }: Location): DocsRequest {
  return {
    method: (request.method ?? 'GET').toUpperCase(),
    base,
    path,
    query: splitTarget(request.url ?? '/').query,
    headers: joinHeaders(request.headers),
    raw: request,
  };
}

export function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

export function writeNodeResponse(response: ServerResponse, answer: DocsResponse): void {
  response.writeHead(answer.status, { ...answer.headers });
  response.end(answer.body);
}

/** Sends what the core answers; an error of the application's own code goes to `next`, or becomes a 500. */
export function sendAnswer(
  response: ServerResponse,
  respond: () => DocsResponse | Promise<DocsResponse>,
  next: ((error?: unknown) => void) | undefined,
): void {
  const fail = (error: unknown): void => {
    if (next) {
      next(error);
      return;
    }
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('The documentation could not be served.');
  };
  try {
    const answer = respond();
    if (answer instanceof Promise) {
      answer
        .then((ready) => {
          writeNodeResponse(response, ready);
        })
        .catch(fail);
    } else writeNodeResponse(response, answer);
  } catch (error) {
    fail(error);
  }
}
