import type { IncomingMessage, ServerResponse } from 'node:http';
import { markDocsHandler } from '../shared/docs-marks.js';
import { type Headers, withVary } from './responses.js';
import type { AskedRequest, DocsResponse, Location, NodeHandler } from './source.js';
import { isRecord, show } from '../shared/values.js';
import { notServable } from './errors.js';

/** A request of node:http, or of Connect, which keeps the whole target in `originalUrl`. */
export type ConnectRequest = IncomingMessage & { originalUrl?: string };

/**
 * Marks a handler as one of the docs. The handler throws a ConfigError if a framework with other arguments calls it.
 */
export function nodeHandler(handle: NodeHandler): NodeHandler {
  return markDocsHandler((request, response, next) => {
    requireNodeResponse(response);
    handle(request, response, next);
  });
}

/** A docs request of node:http. It is a class, since closures for each request take a tenth of the time of a 304. */
export class NodeDocsRequest implements AskedRequest {
  readonly method: string;
  readonly base: string;
  readonly path: string;
  readonly headers: AskedRequest['headers'];

  /**
   * @param raw the framework's own request
   * @param parsedOf returns the body that a parser has stored in `raw`
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

/**
 * Returns the headers as strings. It joins `set-cookie`, the only request header that Node.js keeps as a list (RFC
 * 9110, 5.3).
 */
export function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const cookies = headers['set-cookie'];
  const joined = Array.isArray(cookies) ? { ...headers, 'set-cookie': cookies.join(', ') } : headers;
  return joined as Readonly<Record<string, string | undefined>>;
}

export function isAnswered(response: ServerResponse): boolean {
  return response.headersSent || response.writableEnded || response.destroyed;
}

export function writeNodeResponse(response: ServerResponse, { status, headers, body }: DocsResponse): void {
  if (isAnswered(response)) return;
  response.writeHead(status, withCookies(withVary(headers, response.getHeader('vary')), response));
  response.end(body.length === 0 ? undefined : body);
}

function withCookies(headers: Headers, response: ServerResponse): Record<string, string | string[]> {
  const { 'set-cookie': ours } = headers;
  if (ours === undefined) return headers;
  const given = response.getHeader('set-cookie');
  if (given === undefined) return headers;
  return { ...headers, 'set-cookie': [given, ours].flat().map(String) };
}

export interface Exchange {
  readonly response: ServerResponse;
  readonly next: ((error?: unknown) => void) | undefined;
}

/** Sends the response. An error goes to `next`, or becomes a 500. If a response was already sent, it does nothing. */
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

/** Maximum size of a form in bytes; a form contains only a key. */
export const FORM_LIMIT = 8192;

export function isSecure({ socket }: IncomingMessage): boolean {
  return (socket as { encrypted?: unknown }).encrypted === true;
}

export function isForm(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? '');
}

/**
 * Reads the body of a form; returns undefined for other media types and for a body that is too long.
 *
 * @param parsed returns the body that a parser of the application has stored
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
    // The client has closed the connection.
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

export function useHandler(app: unknown, path: string, handler: unknown): void {
  const need = `docs.mount(app, '${path}') needs an application with Connect's use(path, handler)`;
  if (typeof (app as { use?: unknown } | null | undefined)?.use !== 'function')
    throw notServable(`${need}, not ${show(app)}. ${elsewhere(path)}`);
  try {
    (app as { use: (path: string, handler: unknown) => unknown }).use(path, handler);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw notServable(`${need}, and this one throws "${reason}". ${elsewhere(path)}`, { cause });
  }
}

function elsewhere(path: string): string {
  return `For node:http take docs.middleware('${path}'); Fastify, Koa and fetch have adapters of their own.`;
}

/** @throws ConfigError if a framework passes its own context, as frameworks do that accept any handler */
function requireNodeResponse(response: unknown): void {
  if (typeof (response as { writeHead?: unknown } | undefined)?.writeHead === 'function') return;
  throw notServable(
    `This handler takes a request and a response of node:http, and was called with ${show(response)} for the response. Fastify, Koa and fetch have adapters of their own: fastifyDocs, koaDocs, fetchDocs.`,
  );
}
