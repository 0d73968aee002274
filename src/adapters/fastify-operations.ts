import { ConfigError } from '../shared/errors.js';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import type { Operation } from '../operations/operation.js';
import { type OperationOptions, OPTION_NAMES } from '../operations/operation-options.js';
import { PROBLEM_JSON, problemJson } from '../operations/problem.js';
import { OCTETS } from '../shared/media-types.js';
import { BodyStream } from '../operations/response/body-stream.js';
import { tooLongForRouter } from './fastify-parameters.js';
import { bytesOf, NodeBody, readableOf, NodeOperationRequest } from './node-request.js';
import { bindFor, type BindsOperations } from './operation-routes.js';
import { DOUBLE_COLON, routePath, routerParameters } from './route-path.js';

/** Options of the plugin `fastifyOperations`, in addition to Fastify's `prefix`. */
export interface FastifyOperationsOptions extends OperationOptions {
  /** The docs that list the operations. */
  readonly docs: BindsOperations;
  /** The operations to register below the prefix. */
  readonly operations: readonly Operation[];
}

/**
 * Registers operations as a plugin of Fastify 5, and documents them. They are ordinary routes below the
 * plugin's prefix. The application's hooks and error handler run. Operations read their own bodies, so
 * content type parsers and `bodyLimit` do not apply.
 *
 * @throws ConfigError for an operation that the router cannot serve as documented; then no operation is
 *   registered
 * @example
 * app.register(fastifyOperations, { docs, operations: [createUser, getUser] });
 */
export const fastifyOperations: FastifyPluginCallback<FastifyOperationsOptions> = (app, options, done) => {
  settle(done, () => {
    registerOperations(app, options);
  });
};

function registerOperations(app: FastifyInstance, options: FastifyOperationsOptions): void {
  const { docs, operations } = options;
  // Fastify adds its own options, such as the prefix.
  const own = Object.fromEntries(
    Object.entries(options).filter(([name]) => OPTION_NAMES.includes(name)),
  ) as OperationOptions;
  const prefix = app.prefix.replace(/\/$/, '');
  const all = bindFor('fastifyOperations', docs, operations, prefix === '' ? own : { ...own, prefix }, true);
  docs.note?.(...tooLongForRouter(app, all));
  leaveBodies(app);
  const targetOf = targetReader(app);
  for (const bound of all) {
    const parametersOf = routerParameters(bound);
    app.route({
      method: bound.method,
      url: routePath(bound, DOUBLE_COLON),
      handler: async (request, reply) => {
        if (hasEmptyParameter(request)) {
          reply.callNotFound();
          return reply;
        }
        const target = targetOf(request);
        const pathParameters = parametersOf(target, request.params as object);
        const answer = await bound.run(
          new NodeOperationRequest(request.raw, reply.raw, {
            pathParameters,
            target,
            raw: request,
            responseHeader: (name) => reply.getHeader(name),
          }),
          new NodeBody(request.raw, undefined),
        );
        const { status, headers, body } = answer;
        const isStream = body instanceof BodyStream;
        if (isStream && (reply.sent || request.method === 'HEAD')) await body.return();
        if (reply.sent) return reply;
        // Fastify sends a string together with the headers. With
        // a serializer it adds no charset to the content type.
        if (typeof body === 'string') reply.serializer(asItIs);
        return reply
          .code(status)
          .headers(headers)
          .send(isStream ? readableOf(body) : typeof body === 'string' ? body : bytesOf(body));
      },
    });
  }
}

/**
 * Creates the function that returns the target which Fastify's router uses. `rewriteUrl` may have changed it.
 */
function targetReader({ initialConfig }: FastifyInstance): (request: FastifyRequest) => string {
  // Fastify's types lack this option.
  const router = initialConfig.routerOptions as { useSemicolonDelimiter?: boolean } | undefined;
  const delimits = router?.useSemicolonDelimiter ?? initialConfig.useSemicolonDelimiter;
  return ({ raw: { url = '/' } }) => (delimits === true ? url.replace(/^([^?#;]*);/, '$1?') : url);
}

/**
 * Responds with problem details to requests that Fastify's router rejects: a path that cannot be decoded
 * (400), or a parameter that is too long (414). Pass it to Fastify as `frameworkErrors`.
 *
 * @example
 * const app = Fastify({ frameworkErrors: fastifyProblems });
 */
export function fastifyProblems(
  { statusCode = 400 }: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  const body = problemJson(statusCode, 'The path is invalid.');
  // Fastify adds a charset to the content type of a string.
  void reply.code(statusCode).header('content-type', PROBLEM_JSON).send(Buffer.from(body));
}

/**
 * Returns true if a path parameter is empty. Fastify's router matches `/users/` as `/users/:id`; other
 * routers do not.
 */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  const values = params as Readonly<Record<string, string>>;
  for (const name in values) if (values[name] === '') return true;
  return false;
}

/** Serializes the operation's text, and the object of an error handler that runs after it. */
function asItIs(payload: unknown): string {
  return typeof payload === 'string' ? payload : JSON.stringify(payload);
}

/** Passes an error of `register` to `app.ready()`, since an exception in a plugin would end the process. */
export function settle(done: (error?: Error) => void, register: () => void): void {
  if (typeof (done as unknown) !== 'function')
    throw new ConfigError(
      'A plugin of Fastify was called directly. Write app.register(fastifyOperations, { docs, operations }) or app.register(fastifyDocs, { docs, prefix }).',
    );
  try {
    register();
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}

export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, parsed) => {
    parsed(null);
  });
  app.addHook('preParsing', (request, _reply, payload, parse) => {
    const { method, raw } = request;
    const { 'content-type': type = method === 'QUERY' ? '' : undefined } = raw.headers;
    // Fastify would refuse the request by an answer of its own. The operation reads the header that was sent.
    if (type !== undefined && !MEDIA_TYPE.test(type)) request.headers = { 'content-type': OCTETS };
    parse(null, payload);
  });
}

/** A media type with parameters (RFC 9110, 8.3.1). */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;
