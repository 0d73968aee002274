import type { Agent } from 'node:http';
import type { Readable } from 'node:stream';
import type { CancelableLookup } from './dns/name-lookup.js';
import type { HeaderList } from './headers.js';

export interface HttpRequest {
  readonly method: string;
  /** Without credentials and fragment. */
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly route: Route;
}

export interface Route {
  readonly http: Way;
  readonly https: Way;
  readonly proxyFromEnvironment: boolean;
}

export interface Way {
  readonly agent: Agent;
  readonly names: () => CancelableLookup;
}

export interface HttpHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly stream: Readable;
}

export interface PendingResponse {
  /** Resolves with the headers of the final response, whatever its status. */
  readonly head: Promise<HttpHead>;
  /** Ends the request, its look-up and the reading of the response. */
  readonly cancel: () => void;
}

export type HttpClient = (request: HttpRequest) => PendingResponse;
