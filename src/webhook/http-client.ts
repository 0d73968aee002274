import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HeaderList } from './headers.js';

/** A request as it goes on the wire: exactly these bytes, headers and nothing inherited. */
export interface HttpRequest {
  readonly method: string;
  /** Without credentials and fragment. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** Ends the request, the reading of its response included. */
  readonly signal: AbortSignal;
  readonly route: Route;
}

/** By what way a request leaves. */
export interface Route {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  readonly lookup: LookupFunction | undefined;
  readonly proxyFromEnvironment: boolean;
}

/** What has arrived with the status line and the headers; the body is still on its way. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly stream: AsyncIterable<Uint8Array>;
}

/** Resolves as soon as the final response's headers are there, whatever its status; rejects if none comes. */
export type HttpClient = (request: HttpRequest) => Promise<HttpResponse>;
