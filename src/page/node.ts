import type { IncomingMessage, ServerResponse } from 'node:http';
import { markDocsHandler } from '../shared/docs-marks.js';
import { type Headers, withVary } from './responses.js';
import type { AskedRequest, DocsResponse, Location, NodeHandler } from './source.js';
import { isRecord, show } from '../shared/values.js';
import { ServingError } from './errors.js';

/** A node:http request, or one of Connect's, which keeps the whole target in `originalUrl`. */
export type ConnectRequest = IncomingMessage & { originalUrl?: string };

/** A handler that says so where the framework that calls it is of another kind. */
export function nodeHandler(handle: NodeHandler): NodeHandler {
  return markDocsHandler((request, response, next) => {
    requireNodeResponse(response);
    handle(request, response, next);
  });
}

/** A class, for closures made with each request cost a tenth of a 304; Express makes each look at a request slow, too. */
export class NodeDocsRequest implements AskedRequest {
  readonly method: string;
  readonly base: string;
  readonly path: string;
  readonly headers: AskedRequest['headers'];

  /**
   * @param raw what the application's framework knows it as
   * @param parsedOf finds there what a parser of the application's has left, where that is not on the request itself
   */
  constructor(
    private readonly request: ConnectRequest,
    { base, path }: Location,
    readonly query: string,
    readonly raw: unknown = request,
    private readonly parsedOf?: (raw: unknown) => unknown,
  ) {
    this.method = (request.method ?? 'GET').toUpperCase();
    this.base = base;
    this.path = path;
    this.headers = joinHeaders(request.headers);
  }

  get isSecure(): boolean {
    return isSecure(this.request);
  }

  readForm(): Promise<URLSearchParams | undefined> {
    const { parsedOf } = this;
    return readForm(this.request, parsedOf && (() => parsedOf(this.raw)));
  }
}

/** Node.js joins what is repeated itself (RFC 9110, 5.3), but for cookies that somebody sets in a request. */
export function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const cookies = headers['set-cookie'];
  const joined = Array.isArray(cookies) ? { ...headers, 'set-cookie': cookies.join(', ') } : headers;
  return joined as Readonly<Record<string, string | undefined>>;
}

/** Whether somebody else has answered meanwhile, or the reader has gone. */
export function isAnswered(response: ServerResponse): boolean {
  return response.headersSent || response.writableEnded || response.destroyed;
}

export function writeNodeResponse(response: ServerResponse, { status, headers, body }: DocsResponse): void {
  if (isAnswered(response)) return;
  response.writeHead(status, withCookies(withVary(headers, response.getHeader('vary')), response));
  response.end(body.length === 0 ? undefined : body);
}

/** Cookies that the application has set before go too. */
function withCookies(headers: Headers, response: ServerResponse): Record<string, string | string[]> {
  const { 'set-cookie': ours } = headers;
  if (ours === undefined) return headers;
  const given = response.getHeader('set-cookie');
  if (given === undefined) return headers;
  return { ...headers, 'set-cookie': [given, ours].flat().map(String) };
}

/** Where an answer goes, and an error of the application's own code. */
export interface Exchange {
  readonly response: ServerResponse;
  readonly next: ((error?: unknown) => void) | undefined;
}

/** Sends what the core answers. An error goes to `next`, or becomes a 500; an answer that came first stays. */
export function sendAnswer(
  { response, next }: Exchange,
  respond: () => DocsResponse | Promise<DocsResponse>,
  warn: (error: unknown) => void,
): void {
  const fail = (error: unknown): void => {
    if (next && !isAnswered(response)) {
      next(error);
      return;
    }
    warn(error);
    if (isAnswered(response)) return;
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

/** Bytes of a form that are read; it holds a key. */
export const FORM_LIMIT = 8192;

/** Whether it came by https. */
export function isSecure({ socket }: IncomingMessage): boolean {
  return (socket as { encrypted?: unknown }).encrypted === true;
}

export function isForm(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? '');
}

/**
 * Reads the body as a form's; undefined where it is none, or too long.
 *
 * @param parsed gives what a parser of the application's has left, where one has read it
 */
export async function readForm(
  request: IncomingMessage & { body?: unknown },
  parsed: () => unknown = () => request.body,
): Promise<URLSearchParams | undefined> {
  if (!isForm(request.headers['content-type'])) return undefined;
  if (request.readableDidRead) return formOf(parsed());
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > FORM_LIMIT) return undefined;
      chunks.push(chunk);
    }
  } catch {
    // It broke off: nobody is left to be answered.
    return undefined;
  } finally {
    request.resume();
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function formOf(parsed: unknown): URLSearchParams | undefined {
  if (typeof parsed === 'string' || Buffer.isBuffer(parsed)) return new URLSearchParams(parsed.toString());
  if (!isRecord(parsed)) return undefined;
  const texts = Object.entries(parsed).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new URLSearchParams(texts);
}

/** Calls Connect's `use(path, handler)`. @throws ServingError where there is none, or it takes something else */
export function useHandler(app: unknown, path: string, handler: unknown): void {
  const need = `docs.mount(app, '${path}') needs an application with Connect's use(path, handler)`;
  if (typeof (app as { use?: unknown } | null | undefined)?.use !== 'function')
    throw new ServingError(`${need}, not ${show(app)}. ${elsewhere(path)}`);
  try {
    (app as { use: (path: string, handler: unknown) => unknown }).use(path, handler);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServingError(`${need}, and this one throws "${reason}". ${elsewhere(path)}`, { cause });
  }
}

function elsewhere(path: string): string {
  return `For node:http take docs.middleware('${path}'); Fastify, Koa and fetch have adapters of their own.`;
}

/** Frameworks with a context of their own call every handler alike. @throws ServingError */
function requireNodeResponse(response: unknown): void {
  if (typeof (response as { writeHead?: unknown } | undefined)?.writeHead === 'function') return;
  throw new ServingError(
    `This handler takes a request and a response of node:http, and was called with ${show(response)} for the response. Fastify, Koa and fetch have adapters of their own: fastifyDocs, koaDocs, fetchDocs.`,
  );
}
