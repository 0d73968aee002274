import type { ExchangeCounter } from './seen.js';

/** What a mismatch is about. Stable. */
export type MismatchCode =
  | 'operation-undocumented'
  | 'status-undocumented'
  | 'content-type-missing'
  | 'content-type-undocumented'
  | 'body-missing'
  | 'body-undocumented'
  | 'body-unreadable'
  | 'body-invalid'
  | 'header-missing'
  | 'header-invalid'
  | 'parameter-missing'
  | 'parameter-undocumented'
  | 'parameter-invalid';

/** Something in which an exchange is not as the document says. */
export interface Mismatch {
  /** What does not fit. Stable. */
  readonly code: MismatchCode;
  /** `GET /users/{id}`; undefined where the document has no such operation. */
  readonly operation: string | undefined;
  /** What it is found in, in words: `response body`, `response header etag`, `query parameter page`. */
  readonly place: string;
  /** JSON Pointer to the value within that place, as a fragment: `#/items/0/name`. */
  readonly pointer: string;
  /** The keyword or the field of OpenAPI that does not hold: `required`, `type`, `format`, `responses`. */
  readonly rule: string;
  /** One sentence; without values, which may be secrets. */
  readonly message: string;
  /** JSON Pointer to the object of the document that says otherwise, as a fragment. */
  readonly documented: string;
}

/** An exchange compared with a document. */
export interface ExchangeReport {
  /** Whether there is no mismatch. */
  readonly ok: boolean;
  /** `GET /users/{id}`; undefined where the document has no such operation. */
  readonly operation: string | undefined;
  /** The status that was answered. */
  readonly status: number;
  /** What is not as documented. */
  readonly mismatches: readonly Mismatch[];
}

/** How exchanges are compared. */
export interface ExchangeOptions {
  /**
   * What the paths of requests begin with, instead of the paths of the document's servers: `/` where a proxy adds them.
   * @default the paths of `servers`
   */
  readonly basePath?: string;
  /**
   * Which requests are compared: those that were not answered with an error (a test of a refusal sends what is wrong on
   * purpose), all, or none.
   * @default 'accepted'
   */
  readonly requests?: 'accepted' | 'all' | 'none';
  /**
   * Whether objects in answers may have properties that their schemas do not name. With `false` a schema without
   * `additionalProperties` of its own is closed, so that a renamed optional property is a mismatch.
   * @default true
   */
  readonly additionalProperties?: boolean;
  /** Counts what of the document the exchanges exercise: a `SpecCoverage` of the same document. */
  readonly coverage?: ExchangeCounter;
}

/** Headers of a plain exchange; names in any case. */
export type PlainHeaders =
  | Headers
  | Readonly<Record<string, string | number | readonly string[] | undefined>>
  | Iterable<readonly [string, string]>;

/**
 * A request in plain words.
 *
 * `body`: a string or bytes as they were sent, a `URLSearchParams` or a `FormData`, or the value that JSON was made of.
 */
export interface PlainRequest {
  /** In any case. */
  readonly method: string;
  /** Absolute, or from the path on; with its query. */
  readonly url: string;
  /** By name, in any case. */
  readonly headers?: PlainHeaders;
  /** As it was sent, or parsed; undefined without one. */
  readonly body?: unknown;
}

/** An answer in plain words; its `body` as of `PlainRequest`. */
export interface PlainResponse {
  /** The status code. */
  readonly status: number;
  /** By name, in any case. */
  readonly headers?: PlainHeaders;
  /** As it came, or parsed; undefined without one. */
  readonly body?: unknown;
}

/** A request and its answer. */
export interface Exchange {
  /**
   * A `Request` of fetch whose body is not read, or a plain one. An answer of supertest, superagent, axios or
   * light-my-request knows its request.
   */
  readonly request?: Request | PlainRequest | undefined;
  /** An answer of supertest, superagent, fetch, axios or light-my-request (Fastify's `inject`), or a plain one. */
  readonly response: object;
}
