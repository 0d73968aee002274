import type { IncomingMessage, ServerResponse } from 'node:http';
import { markDocsHandler } from '../shared/handler-symbols.js';
import { type Headers, withVary } from './responses.js';
import {
  type AskedRequest,
  type DocsResponse,
  type Location,
  type NodeHandler,
  notServable,
} from './docs-server.js';
import { headersOf, isAnswered } from '../shared/node-http.js';
import { rightCall } from '../shared/right-call.js';
import { isRecord, show } from '../shared/values.js';

/** A request of node:http, or of Connect, which keeps the whole target in `originalUrl`. */
export type ConnectRequest = IncomingMessage & { originalUrl?: string };

/**
 * Marks a handler as one of the docs. The handler throws a
 * ConfigError if a framework with other arguments calls it.
 */
export function nodeHandler(handle: NodeHandler): NodeHandler {
  return markDocsHandler((request, response, next) => {
    requireNodeResponse(response);
    handle(request, response, next);
  });
}

/**
 * Creates a docs request of node:http.
 *
 * @param raw the framework's own request
 * @param parsed returns the body that a parser of the application has stored
 */
export function nodeDocsRequest(
  request: ConnectRequest,
  location: Location,
  query: string,
  raw: unknown = request,
  parsed?: () => unknown,
): AskedRequest {
  return {
    method: (request.method ?? 'GET').toUpperCase(),
    ...location,
    query,
    headers: headersOf(request),
    raw,
    isSecure: (request.socket as { encrypted?: unknown }).encrypted === true,
    readForm: () => readForm(request, parsed),
  };
}

export function writeNodeResponse(response: ServerResponse, { status, headers, body }: DocsResponse): void {
  if (isAnswered(response)) return;
  response.writeHead(status, withCookies(withVary(headers, response.getHeader('vary')), response));
  response.end(body.length === 0 ? undefined : body);
}

function withCookies(headers: Headers, response: ServerResponse): Record<string, string | string[]> {
  const { 'set-cookie': ours } = headers;
  if (ours === undefined) return headers;
  const present = response.getHeader('set-cookie');
  if (present === undefined) return headers;
  return { ...headers, 'set-cookie': [present, ours].flat().map(String) };
}

export interface Exchange {
  readonly response: ServerResponse;
  readonly next: ((error?: unknown) => void) | undefined;
}

/**
 * Sends the response. An error goes to `next`, or becomes a
 * 500. If a response was already sent, it does nothing.
 */
export async function sendAnswer(
  { response, next }: Exchange,
  answer: Promise<DocsResponse>,
  warn: (error: unknown) => void,
): Promise<void> {
  try {
    writeNodeResponse(response, await answer);
  } catch (error) {
    if (next && !isAnswered(response)) {
      next(error);
      return;
    }
    warn(error);
    if (isAnswered(response)) return;
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('The documentation could not be served.');
  }
}

/** Maximum size of a form in bytes; a form contains only a key. */
export const FORM_LIMIT = 8192;

export function isForm(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? '');
}

async function readForm(
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

/** Frameworks with Connect's `use`: Fastify has it with `@fastify/middie`. */
const TAKES_HANDLERS = ['Express', 'Nest', 'Fastify'];

export function useHandler(app: unknown, path: string, handler: unknown): void {
  const need = `docs.mount(app, '${path}') needs an application with Connect's use(path, handler)`;
  const hasUse = typeof (app as { use?: unknown } | null | undefined)?.use === 'function';
  const advice = rightCall(app, 'docs', hasUse ? TAKES_HANDLERS : []);
  if (!hasUse) throw notServable(`${need}, not ${show(app)}.${advice || ` ${elsewhere(path)}`}`);
  // Other frameworks take the handler, and call it with other arguments or never.
  if (advice !== '') throw notServable(`${need}.${advice}`);
  requireBeforeRoutes(app, path);
  requireUnmounted(app, path);
  try {
    (app as { use: (path: string, handler: unknown) => unknown }).use(path, handler);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw notServable(`${need}, and this one throws "${reason}". ${elsewhere(path)}`, { cause });
  }
  MOUNTED.set(routerOf(app), [...(MOUNTED.get(routerOf(app)) ?? []), path]);
}

/** Paths of the pages that an application has. */
const MOUNTED = new WeakMap<object, readonly string[]>();

/** The first page at a path answers, so another one is never seen. */
function requireUnmounted(app: unknown, path: string): void {
  if (MOUNTED.get(routerOf(app))?.includes(path) !== true) return;
  throw notServable(
    `There is a page at ${path} of this application already. Mount this one at another path.`,
  );
}

/** Returns what has the routes: of a Nest application its adapter, which DtospecModule gets. */
function routerOf(app: unknown): object {
  const { getHttpAdapter } = app as { getHttpAdapter?: unknown };
  return (typeof getHttpAdapter === 'function' ? getHttpAdapter.call(app) : app) as object;
}

/** Nest answers unknown paths after its routes, so what is added later is never reached. */
function requireBeforeRoutes(app: unknown, path: string): void {
  const { isInitialized, getHttpAdapter } = app as { isInitialized?: unknown; getHttpAdapter?: unknown };
  if (isInitialized !== true || typeof getHttpAdapter !== 'function') return;
  throw notServable(
    `docs.mount(app, '${path}') comes after app.listen() or app.init(), so Nest would respond with 404. Call it before.`,
  );
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
