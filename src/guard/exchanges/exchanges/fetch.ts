import { ConfigError } from '../../../shared/errors.js';
import { bodyOf, headersOf, targetOf, type Body, type RequestMessage } from '../message.js';
import type { ResponseReader } from './reader.js';

/** Answers of fetch, of Hono's `app.request`, and of whatever else speaks the web's Request and Response. */
export const fetchResponse: ResponseReader = {
  recognises: (response) => isBodied(response) && 'status' in response && !('method' in response),
  response: async (response: Response) => ({
    status: response.status,
    headers: headersOf(response.headers),
    body: await read(response, 'answer'),
  }),
  request: () => undefined,
};

export function isRequest(value: object): value is Request {
  return isBodied(value) && 'method' in value && 'url' in value;
}

export async function readRequest(request: Request): Promise<RequestMessage> {
  return {
    method: request.method,
    target: targetOf(request.url),
    headers: headersOf(request.headers),
    body: await read(request, 'request'),
  };
}

/** By what they can: a test runner, or a polyfill, has classes of its own. */
function isBodied(value: object): boolean {
  const { arrayBuffer, clone } = value as { arrayBuffer?: unknown; clone?: unknown };
  return typeof arrayBuffer === 'function' && typeof clone === 'function' && 'headers' in value;
}

/** From a copy: the body stays for the caller to read. */
async function read(message: Request | Response, what: string): Promise<Body> {
  if (message.bodyUsed)
    throw new ConfigError(
      `The body of the ${what} has been read already. Compare it before you read it, or give checkExchange a clone() that was made before.`,
    );
  return bodyOf(new Uint8Array(await message.clone().arrayBuffer()));
}
