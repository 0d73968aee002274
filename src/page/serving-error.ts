import { recogniseAcrossCopies } from '../shared/across-copies.js';
import { DtospecError } from '../shared/errors.js';
import { show } from '../shared/values.js';
import type { DocsServer } from './source.js';

/** The docs were handed to, or asked of, something that cannot serve them. */
export class ServingError extends DtospecError {
  override readonly name = 'ServingError';
  readonly code = 'ERR_SERVING';
}

/** The server that an adapter was given, for callers without types. @throws ServingError */
export function serverOf(adapter: string, docs: unknown): DocsServer {
  const server = (docs as { server?: Partial<DocsServer> | undefined } | null | undefined)?.server;
  if (typeof server?.respond === 'function') return server as DocsServer;
  throw new ServingError(
    `${adapter} needs docs: an instance of Docs, as in new Docs({ info }), not ${show(docs)}.`,
  );
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
export function requireNodeResponse(response: unknown): void {
  if (typeof (response as { writeHead?: unknown } | undefined)?.writeHead === 'function') return;
  throw new ServingError(
    `This handler takes a request and a response of node:http, and was called with ${show(response)} for the response. Fastify, Koa and fetch have adapters of their own: fastifyDocs, koaDocs, fetchDocs.`,
  );
}

recogniseAcrossCopies({ ServingError });
