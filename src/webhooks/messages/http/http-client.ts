import type { Agent } from 'node:http';
import type { Readable } from 'node:stream';
import type { CancelableLookup } from './dns/name-lookup.js';
import type { HeaderList } from './headers.js';

/** A request as it goes on the wire: exactly these bytes, headers and nothing inherited. */
export interface HttpRequest {
  readonly method: string;
  /** Without credentials and fragment. */
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly route: Route;
}

/** By what way a request leaves, for each scheme. */
export interface Route {
  readonly http: Way;
  readonly https: Way;
  /** Whether the connection is made by a proxy that the environment names, if it names one. */
  readonly proxyFromEnvironment: boolean;
}

export interface Way {
  readonly agent: Agent;
  /** Looks up names for one attempt. */
  readonly names: () => CancelableLookup;
}

/** What has arrived with the status line and the headers; the body is still on its way. */
export interface HttpHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly stream: Readable;
}

export interface PendingResponse {
  /** Resolves as soon as the final response's headers are there, whatever its status; rejects if none comes. */
  readonly head: Promise<HttpHead>;
  /** Ends the request, the look-up of its host and the reading of its response included. */
  readonly cancel: () => void;
}

export type HttpClient = (request: HttpRequest) => PendingResponse;
