import { nodeModule } from '../../../shared/node-modules.js';
import type { HttpClient, HttpRequest, ResponseSink } from './response.js';

/**
 * Returns whether requests need the runtime's `fetch`: it has no sockets, or it is Cloudflare Workers, whose
 * node:net does not check addresses.
 */
export function sendsByFetch(): boolean {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } };
  return nodeModule('net') === undefined || navigator?.userAgent === 'Cloudflare-Workers';
}

/** Sends by `fetch`, without following redirects. The runtime decides about connections and addresses. */
export const fetchClient: HttpClient = (request, sink) => {
  const controller = new AbortController();
  sendRequest(request, sink, controller.signal).catch((error: unknown) => {
    sink.fail(error);
  });
  return () => {
    controller.abort();
  };
};

async function sendRequest(
  { method, target, headers, body }: HttpRequest,
  sink: ResponseSink,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(target.url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    redirect: 'manual',
    signal,
  });
  sink.head(response.status, Object.fromEntries(response.headers));
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
    sink.data(next.value);
  sink.end();
}
