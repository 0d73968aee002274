import type {
  FastifyInstance,
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
} from 'fastify';
import { DOCS_ROUTE } from '../shared/handler-symbols.js';
import { splitTarget } from '../shared/http.js';
import { nodeDocsRequest } from '../page/node.js';
import { normalizeBase, SESSION } from '../page/paths.js';
import { withVary } from '../page/responses.js';
import { serverOf } from '../page/docs-server.js';
import type { AskedRequest, DocsResponse, Mountable } from '../page/docs-server.js';
import { leaveBodies, settle } from './fastify-operations.js';
import { bufferOf } from './node-request.js';

export { fastifyOperations, fastifyProblems } from './fastify-operations.js';
export type { FastifyOperationsOptions } from './fastify-operations.js';

/** Options of `fastifyDocs`, beside the `prefix` of Fastify. */
export interface FastifyDocsOptions {
  /** The docs to serve below the prefix. */
  readonly docs: Mountable;
}

/**
 * Registers the docs as a plugin of Fastify 5, below the plugin's prefix. They are ordinary routes, so the
 * application's hooks run first and may respond instead.
 *
 * @example
 * app.register(fastifyDocs, { docs, prefix: '/docs' });
 */
export const fastifyDocs: FastifyPluginCallback<FastifyDocsOptions> = (app, options, done) => {
  settle(done, () => {
    registerDocs(app, options);
  });
};

function registerDocs(app: FastifyInstance, { docs }: FastifyDocsOptions): void {
  const server = serverOf('fastifyDocs', docs);
  // Bodies of requests for the docs are not read, so no body parser rejects them.
  leaveBodies(app);
  const isRoot = normalizeBase(app.prefix) === '';
  const hasSessions = server.locate(`/${SESSION}`, '') !== undefined;
  const atRoot = [
    ...ROOT_ROUTES,
    ...(hasSessions ? [`/${SESSION}`] : []),
    ...server.viewNames().flatMap((name) => [`/${name}`, `/${name}/*`]),
  ];
  for (const url of isRoot ? atRoot : PREFIXED_ROUTES) {
    app.route({
      method: app.supportedMethods,
      url,
      schema: HIDDEN,
      handler: async (request, reply) => {
        const answer = await server.respond(readRequest(request, url, app.prefix));
        // A hook may have responded while `authorize` ran.
        return reply.sent ? reply : sendAnswer(reply, answer);
      },
      logSerializers: { req: describeRequest },
    });
  }
}

/** Hides the docs from @fastify/swagger, which lists routes. */
const HIDDEN: FastifySchema & { hide: true } = { hide: true };

/** Routes for docs at the root: only their own paths, since the application uses the others. */
const FILES = ['/openapi.json', '/openapi.yaml', '/llms.txt', '/llms-full.txt'];
const ROOT_ROUTES = ['/', ...FILES, '/viewer/*'];
const PREFIXED_ROUTES = ['', ...FILES, '/*'];

/** @param route the path below the base, since Fastify may match the prefix in another spelling */
function readRequest(request: FastifyRequest, route: string, prefix: string): AskedRequest {
  const { pathname, query } = splitTarget(request.url);
  const rest = (request.params as Readonly<Record<string, string | undefined>>)['*'] ?? '';
  const path = route.replace('*', () => encodeURI(rest));
  const base = pathname.endsWith(path) ? pathname.slice(0, pathname.length - path.length) : prefix;
  return nodeDocsRequest(request.raw, { base: base.replace(/\/$/, ''), path }, query, request);
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: DocsResponse): FastifyReply {
  return reply
    .code(status)
    .headers(withVary(headers, reply.getHeader('vary')))
    .send(asPayload(body));
}

function asPayload(body: Uint8Array): Buffer | undefined {
  return body.length === 0 ? undefined : bufferOf(body);
}

/** Describes a request in the way of Fastify, without the query: logs must not contain the key. */
const describeRequest = Object.assign(
  (request: FastifyRequest): Record<string, unknown> => {
    const { method, host, ip: remoteAddress } = request;
    const remotePort = request.socket.remotePort;
    return { method, url: splitTarget(request.originalUrl).pathname, host, remoteAddress, remotePort };
  },
  // `printRoutes` shows only this text.
  { toJSON: (): string => DOCS_ROUTE },
);
