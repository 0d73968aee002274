import type { ClientTLS } from './client-tls.js';
import type { HeaderList } from './headers.js';

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly tls?: ClientTLS | undefined;
}

export interface ResponseSink {
  head(status: number, headers: Readonly<Record<string, string>>): void;
  /** Receives a part of the body. The client does not change it afterwards. */
  data(chunk: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/** Makes a request. Returns a function that aborts it and closes its connection. */
export type HttpClient = (request: HttpRequest, sink: ResponseSink) => () => void;

/** An error that contains nothing of the request. */
export class RequestError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}
