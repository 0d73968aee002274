import type { DocsRequest } from '../spec/config.js';
import { normalizeBase } from '../server/paths.js';
import { serverOf } from '../server/serving-error.js';
import type { DocsResponse, HasDocsServer, Location } from '../server/source.js';

export type FetchDocs = (request: Request) => Response | Promise<Response> | undefined;

/**
 * The docs for servers that answer a `Request` with a `Response`: Hono, Bun, Deno, Next's route
 * handlers. Undefined means that the path is not the docs'.
 *
 * @example
 * const serveDocs = fetchDocs(docs, '/docs');
 * app.use(async (context, next) => serveDocs(context.req.raw) ?? next()); // Hono
 */
export function fetchDocs(docs: HasDocsServer, base: string): FetchDocs {
  const server = serverOf('fetchDocs', docs);
  const prefix = normalizeBase(base);
  return (request) => {
    const { pathname, search } = new URL(request.url);
    const location = server.locate(pathname, prefix);
    if (location === undefined) return undefined;
    const answer = server.respond(readRequest(request, location, search));
    return answer instanceof Promise ? answer.then(toResponse) : toResponse(answer);
  };
}

function readRequest(request: Request, location: Location, search: string): DocsRequest {
  const headers = Object.fromEntries(request.headers);
  const method = request.method.toUpperCase();
  return { method, ...location, query: search.slice(1), headers, raw: request };
}

function toResponse({ status, headers, body }: DocsResponse): Response {
  return new Response(body.length === 0 ? null : body, { status, headers });
}
