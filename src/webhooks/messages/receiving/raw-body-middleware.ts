import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ConfigError } from '../../../shared/errors.js';
import { requireNodeModule } from '../../../shared/node-modules.js';
import { isRecord } from '../../../shared/values.js';
import {
  parseJSONBody,
  type RawBodyOptions,
  type RawBodyRequest,
  readRawBody,
  resolveMaxBodyBytes,
} from './raw-body.js';

/**
 * Returns middleware for Express, Connect and node:http that keeps the body's bytes
 * in `request.rawBody`, and a parsed JSON body in `request.body`. Register it
 * before other body parsers, on the webhook's route; they skip the request then.
 *
 * @example
 * app.post('/hook', expressRawBody(), (request, response) => {
 *   if (!verifySignature(request.rawBody, request.headers['x-signature'], secret)) return response.sendStatus(401);
 */
export function expressRawBody(
  options: RawBodyOptions = {},
): (request: RawBodyRequest, response: unknown, next: (error?: unknown) => void) => void {
  requireCall('expressRawBody', isRecord(options) && 'headers' in options);
  const maxBodyBytes = resolveMaxBodyBytes(options);
  return (request, _response, next) => {
    readRawBody(request, { maxBodyBytes }).then(
      (body) => {
        request.body = parseJSONBody(body, request.headers);
        (request as { _body?: boolean })._body = true; // marks the body as parsed for body-parser
        next();
      },
      (error: unknown) => {
        next(error);
      },
    );
  };
}

/** @param isRequest true if a framework passes a request: the function was registered in place of its result */
function requireCall(name: string, isRequest: boolean): void {
  if (!isRequest) return;
  throw new ConfigError(`${name} was registered without being called. Write app.use('/hook', ${name}()).`);
}

/** The part of Koa's context that is used. */
export interface KoaContextLike {
  readonly req: IncomingMessage;
  readonly request: { rawBody?: unknown; body?: unknown };
}

/**
 * Returns middleware for Koa that keeps the bytes in `ctx.request.rawBody`, and a parsed JSON body in
 * `ctx.request.body`.
 */
export function koaRawBody(
  options: RawBodyOptions = {},
): (context: KoaContextLike, next: () => Promise<unknown>) => Promise<void> {
  requireCall('koaRawBody', isRecord(options) && 'req' in options);
  const maxBodyBytes = resolveMaxBodyBytes(options);
  return async ({ req, request }, next) => {
    const body = await readRawBody(req, { maxBodyBytes });
    request.rawBody = body;
    request.body = parseJSONBody(body, req.headers);
    await next();
  };
}

export interface FastifyRequestLike {
  readonly raw: IncomingMessage;
  rawBody?: unknown;
}

export interface FastifyLike {
  addHook(
    name: 'onRequest',
    hook: (request: FastifyRequestLike, reply: unknown, done: () => void) => void,
  ): unknown;
  addHook(
    name: 'preParsing',
    hook: (request: FastifyRequestLike, reply: unknown, payload: Readable) => Promise<Readable>,
  ): unknown;
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'buffer' },
    parse: (request: FastifyRequestLike, body: Buffer, done: (error: null, body: unknown) => void) => void,
  ): unknown;
}

const OF_FASTIFY = ['prefix', 'logLevel', 'logSerializers'];

/**
 * Keeps the bytes in `request.rawBody`: a plugin for Fastify, for all routes in the scope where you register it. It adds
 * a parser `*`, so that these routes accept every content type. You can add your own parser `*` afterwards.
 *
 * @example
 * app.register(fastifyRawBody, { maxBodyBytes: 65_536 });
 */
export function fastifyRawBody(
  instance: FastifyLike,
  options: RawBodyOptions,
  done: (error?: Error) => void,
): void {
  let maxBodyBytes: number;
  try {
    maxBodyBytes = resolveMaxBodyBytes(options, OF_FASTIFY);
  } catch (error) {
    done(error as Error); // Fastify would report a thrown error as a plugin that did not start
    return;
  }
  instance.addHook('onRequest', (request, _reply, next) => {
    request.rawBody = Buffer.alloc(0); // a request without a body is never parsed
    next();
  });
  instance.addHook('preParsing', async (request) => {
    const body = await readRawBody(request.raw, { maxBodyBytes });
    request.rawBody = body;
    return requireNodeModule('stream', 'fastifyRawBody').Readable.from(body);
  });
  // Without a parser, Fastify responds with 415 to forms, bytes and types such as application/cloudevents+json.
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, parsed) => {
    parsed(null, parseJSONBody(body, request.raw.headers));
  });
  done();
}

/** Removes Fastify's encapsulation, so that the hooks run in the scope where the plugin is registered. */
Object.defineProperty(fastifyRawBody, Symbol.for('skip-override'), { value: true });
