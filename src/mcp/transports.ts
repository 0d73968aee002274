import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { leaveBodies, settle } from '../adapters/fastify-operations.js';
import { normalizeBase } from '../page/paths.js';
import { headersBeside, preflightAnswer, readableBy } from './cors.js';
import { authInfoOf, readableBody, webRequest, writeWebResponse } from './node-http.js';
import type {
  McpAuthInfo,
  McpFastifyApp,
  McpFetchOptions,
  McpKoaContext,
  McpServer,
  McpServerOptions,
} from './types.js';

type Transports = Pick<McpServer, 'fetch' | 'node' | 'koa' | 'fastify'>;

const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/** Creates the handlers of all frameworks from the handler of the SDK. */
export function createTransports(
  serve: (request: Request, options: McpFetchOptions) => Promise<Response>,
  { allowedOrigins, authenticate, maxRequestBytes = MAX_REQUEST_BYTES }: McpServerOptions,
  onError: (error: unknown) => void,
): Transports {
  const origins = new Set(allowedOrigins);
  const fetch: McpServer['fetch'] = async (request, { authInfo, parsedBody } = {}) => {
    const origin = request.headers.get('origin');
    // A page of a foreign origin may have rebound its name to this host, so its own host is no proof.
    if (origin !== null && !origins.has(origin))
      return refusal(403, 'Pages of this origin may not send requests. Add it to allowedOrigins.');
    // A preflight has no credentials.
    const preflight = origin === null ? undefined : preflightAnswer(request);
    const answer = preflight ?? (await answerVerified(request, authInfo, parsedBody));
    return origin === null ? answer : readableBy(origin, answer);
  };
  const answerVerified = async (
    request: Request,
    authInfo: McpAuthInfo | undefined,
    parsedBody: unknown,
  ): Promise<Response> => {
    const verified: McpAuthInfo | Response | undefined = authInfo ?? (await authenticate?.(request));
    if (verified instanceof Response) return verified;
    return serve(request, {
      ...(verified !== undefined && { authInfo: verified }),
      ...(parsedBody !== undefined && { parsedBody }),
    });
  };
  const ofNode = async (
    raw: IncomingMessage,
    response: ServerResponse,
    parsed: unknown,
    authInfo: McpAuthInfo | undefined,
  ): Promise<Response> => {
    const read = await webRequest(raw, response, { parsed, limit: maxRequestBytes });
    if (read === undefined) return refusal(413, `The request is longer than ${maxRequestBytes} bytes.`);
    return fetch(read.request, { authInfo, parsedBody: read.parsedBody });
  };
  return {
    fetch,
    node: (request, response, next) => {
      const { body: parsed } = request as { body?: unknown };
      ofNode(request, response, parsed, authInfoOf(request))
        .then((answer) => writeWebResponse(response, answer))
        .catch((error: unknown) => {
          if (next !== undefined && !response.headersSent) {
            next(error);
            return;
          }
          onError(error);
          if (response.headersSent) response.destroy();
          else response.writeHead(500).end();
        });
    },
    koa: (path) => {
      const base = normalizeBase(path);
      return async (context, next) => {
        if (context.path.replace(/\/$/, '') !== base) return next();
        await answerKoa(context, ofNode);
        return undefined;
      };
    },
    fastify: (app, _options, done) => {
      settle(done, () => {
        registerFastify(app, ofNode);
      });
    },
  };
}

type ServeNode = (
  request: IncomingMessage,
  response: ServerResponse,
  parsed: unknown,
  authInfo: McpAuthInfo | undefined,
) => Promise<Response>;

async function answerKoa(context: McpKoaContext, serve: ServeNode): Promise<void> {
  const { body: parsed } = context.request as { body?: unknown };
  const authInfo = authInfoOf(context.req);
  const answer = await serve(context.req as IncomingMessage, context.res as ServerResponse, parsed, authInfo);
  context.status = answer.status;
  context.set(headersBeside(answer, (context.res as ServerResponse).getHeader('vary')));
  context.body = readableBody(answer) ?? null;
  // Koa sends 204 for a null body, unless the status is set afterwards.
  context.status = answer.status;
}

function registerFastify(app: McpFastifyApp, serve: ServeNode): void {
  leaveBodies(app as FastifyInstance);
  app.route({
    method: ['GET', 'POST', 'DELETE', 'OPTIONS'],
    url: '/',
    // Hides the route from @fastify/swagger.
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const authInfo = authInfoOf(request) ?? authInfoOf(request.raw);
      const answer = await serve(request.raw, reply.raw, undefined, authInfo);
      return reply
        .code(answer.status)
        .headers(headersBeside(answer, reply.getHeader('vary')))
        .send(readableBody(answer));
    },
  });
}

function refusal(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status });
}
