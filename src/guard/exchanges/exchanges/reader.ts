import type { RequestMessage, ResponseMessage } from '../message.js';

/** Reads the answers of one library. */
export interface ResponseReader {
  /** Whether an answer is one of the library's. */
  readonly recognises: (response: object) => boolean;
  /** A promise where the body is still to be read. */
  readonly response: (response: never) => ResponseMessage | Promise<ResponseMessage>;
  /** The request that was answered; undefined where the answer does not know it. */
  readonly request: (response: never) => RequestMessage | undefined;
}
