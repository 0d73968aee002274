import type { ClientTLS } from './client-tls.js';
import type { HeaderList } from './headers.js';

export interface HttpRequest {
  readonly method: string;
  /** Without credentials and fragment. */
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly tls?: ClientTLS | undefined;
}

/** Takes the response of one request. Calls after `end` or `fail` have no effect. */
export interface ResponseSink {
  /** Takes the final status line, whatever the status. */
  head(status: number, headers: Readonly<Record<string, string>>): void;
  /** Takes a part of the body. The client does not change it afterwards. */
  data(chunk: Uint8Array): void;
  end(): void;
  /** Takes the error that ended the request or the body. */
  fail(error: unknown): void;
}

/** Makes a request. Returns a function that ends it and its connection. */
export type HttpClient = (request: HttpRequest, sink: ResponseSink) => () => void;

/** An error that holds nothing of the request. */
export class RequestError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}
