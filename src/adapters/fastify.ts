import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { DocsRequest } from '../spec/config.js';
import { joinHeaders } from '../server/node.js';
import { normalizeBase, splitTarget } from '../server/paths.js';
import { serverOf } from '../server/serving-error.js';
import type { DocsServer, HasDocsServer } from '../server/source.js';

export interface FastifyDocsOptions {
  readonly docs: HasDocsServer;
}

/**
 * The docs for Fastify 5, as a plugin below its prefix.
 *
 * @example
 * app.register(fastifyDocs, { docs, prefix: '/docs' });
 */
export const fastifyDocs: FastifyPluginCallback<FastifyDocsOptions> = (app, { docs }, done) => {
  const server = serverOf('fastifyDocs', docs);
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const response = await server.respond(readRequest(server, request, app.prefix));
    await reply.code(response.status).headers(response.headers).send(asPayload(response.body));
  };
  for (const url of normalizeBase(app.prefix) === '' ? ROOT_URLS : ['', '/*']) {
    app.route({
      method: app.supportedMethods,
      url,
      // Before the body is read: what a refused request carries is nobody's business.
      onRequest: answer,
      handler: answer,
      logSerializers: { req: describeRequest },
    });
  }
  done();
};

/** At the root, which the application shares, only the docs' own paths. */
const ROOT_URLS = ['/', '/openapi.json', '/openapi.yaml', '/viewer/*'];

function readRequest(server: DocsServer, request: FastifyRequest, prefix: string): DocsRequest {
  const { pathname, query } = splitTarget(request.originalUrl);
  const location = server.locate(pathname, prefix) ?? { base: '', path: pathname };
  const headers = joinHeaders(request.headers);
  return { method: request.method, ...location, query, headers, raw: request };
}

function asPayload(body: Uint8Array): Buffer | undefined {
  return body.length === 0 ? undefined : Buffer.from(body.buffer, body.byteOffset, body.length);
}

/** Fastify's own description of a request, without the query: the key must not be in a log. */
function describeRequest(request: FastifyRequest): Record<string, unknown> {
  const { method, host, ip: remoteAddress } = request;
  const remotePort = request.socket.remotePort;
  return { method, url: splitTarget(request.originalUrl).pathname, host, remoteAddress, remotePort };
}
