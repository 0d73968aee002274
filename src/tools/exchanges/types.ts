import type { CoverageReport } from '../coverage/types.js';
import type { Mismatch } from './mismatch.js';
import type { Direction, OpenApiDocument, ParameterObject } from 'dtospec/internal';
import type { DocumentedOperation } from './operations.js';

/** An exchange compared with a document. */
export interface ExchangeReport {
  /** True if there are no mismatches. */
  readonly ok: boolean;
  /** The operation, such as `GET /users/{id}`; undefined for an undocumented one. */
  readonly operation: string | undefined;
  /** The status of the response. */
  readonly status: number;
  /** All mismatches. */
  readonly mismatches: readonly Mismatch[];
}

/** Options of `checkExchange` and `specMatchers`. */
export interface ExchangeOptions {
  /**
   * The prefix of request paths; `/` for none. @default the
   * path of one of `servers` or none, whichever matches
   */
  readonly basePath?: string;
  /**
   * The requests to compare: those with a successful response (tests of errors send invalid requests on
   * purpose), all, or none.
   * @default 'accepted'
   */
  readonly requests?: 'accepted' | 'all' | 'none';
  /**
   * True if objects in responses may have undocumented properties. With `false`,
   * an undocumented property is a mismatch unless the schema has
   * `additionalProperties`. That finds renamed optional properties. @default true
   */
  readonly additionalProperties?: boolean;
  /** Counts the parts of the document that exchanges use: a `SpecCoverage` of the same document. */
  readonly coverage?: ExchangeCounter;
}

/** Headers of a plain exchange. Names ignore case. */
export type PlainHeaders =
  | Headers
  | Readonly<Record<string, string | number | readonly string[] | undefined>>
  | Iterable<readonly [string, string]>;

/** A request as a plain object. */
export interface PlainRequest {
  /** The method, in any case. */
  readonly method: string;
  /** An absolute URL, or path and query. */
  readonly url: string;
  /** Headers by name, in any case. */
  readonly headers?: PlainHeaders;
  /** The body: a string or bytes as sent, a `URLSearchParams`, a `FormData`, or the value of a JSON body. */
  readonly body?: unknown;
}

/** A response as a plain object. */
export interface PlainResponse {
  /** The status code. */
  readonly status: number;
  /** Headers by name, in any case. */
  readonly headers?: PlainHeaders;
  /** The body: a string or bytes as received, or the value of a JSON body. */
  readonly body?: unknown;
}

/** A request and its response. */
export interface Exchange {
  /**
   * A `Request` of fetch with an unread body, or a plain request. Responses of supertest, superagent, axios
   * and light-my-request contain their request.
   */
  readonly request?: Request | PlainRequest | undefined;
  /**
   * A response of supertest, superagent, fetch, axios or
   * light-my-request (Fastify's `inject`), or a plain one.
   */
  readonly response: object;
}

export interface MessageObserver {
  /**
   * Called with the key in `responses` that documents the
   * status. @returns the observer of the response's content
   */
  readonly response: (key: string) => MessageObserver;
  readonly content: (key: string) => void;
  readonly parameter: (found: FoundParameter, isThere: boolean) => void;
  readonly value: (pointer: string, value: unknown) => void;
}

export type Observe = (operation: DocumentedOperation, direction: Direction) => MessageObserver;

/** Counts the parts of a document that exchanges use: a `SpecCoverage`. */
export interface ExchangeCounter {
  /** Returns the counts so far. */
  report(): CoverageReport;
  /**
   * Starts an exchange that is compared with the document.
   *
   * @internal
   */
  begin(document: OpenApiDocument): Observe;
}

const none = (): void => undefined;

export const NO_OBSERVER: MessageObserver = {
  response: () => NO_OBSERVER,
  content: none,
  parameter: none,
  value: none,
};

export interface FoundParameter {
  readonly parameter: ParameterObject;
  readonly pointer: string;
}
