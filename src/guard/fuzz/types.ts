import type { SpecSource } from '../exchanges/options.js';

/** The kind of a finding. Stable. */
export type FuzzCode =
  | 'server-error'
  | 'invalid-accepted'
  | 'valid-refused'
  | 'answer-undocumented'
  | 'authentication-ignored'
  | 'use-after-delete'
  | 'created-not-found'
  | 'unsupported-method'
  | 'connection-broken'
  | 'timeout';

/** A request that can be repeated. */
export interface FuzzRequest {
  /** The method, in upper case. */
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  /** Without the headers of the option `headers`, which may be credentials. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as text; undefined without one. */
  readonly body?: string;
}

/** A response that does not match the document, with the smallest request that shows it. */
export interface FuzzFinding {
  /** The kind of the finding. Stable. */
  readonly code: FuzzCode;
  /** `GET /users/{id}`. */
  readonly operation: string;
  /** Other operations with the same finding, probably by the same cause. */
  readonly also: readonly string[];
  /** The smallest request that was found to show it. */
  readonly request: FuzzRequest;
  /** The request as a shell command. `…` replaces credentials. */
  readonly curl: string;
  /** True if the document accepts the request. */
  readonly isValid: boolean;
  /** The status of the response; undefined without one. */
  readonly status: number | undefined;
  /** The faulty part of an invalid request or of a response, otherwise the varied part: `request body`. */
  readonly place: string;
  /** JSON Pointer into the value at that place, as a fragment. */
  readonly pointer: string;
  /** The keyword or field of OpenAPI that does not hold; empty for none. */
  readonly rule: string;
  /** One sentence, without content of the response. */
  readonly message: string;
  /** JSON Pointer into the document, as a fragment. */
  readonly documented: string;
  /** True if the same request showed it again. */
  readonly isConfirmed: boolean;
}

/** The requests to one operation. */
export interface FuzzedOperation {
  /** `GET /users/{id}`. */
  readonly operation: string;
  /** The number of requests, including those of shrinking. */
  readonly requests: number;
  /** The number of responses by status; `error` counts broken connections and timeouts. */
  readonly statuses: Readonly<Record<string, number>>;
  /** True if a valid request succeeded. */
  readonly isReached: boolean;
  /** True if all planned requests were sent; the others are random. */
  readonly isComplete: boolean;
  /** Reasons why the operation was not tested, or only partly. */
  readonly notes: readonly string[];
}

/** The result of `fuzz`. */
export interface FuzzReport {
  /** True if there are no findings. */
  readonly ok: boolean;
  /** The seed that repeats the same requests. */
  readonly seed: number;
  /** The number of requests, including those of shrinking. */
  readonly requests: number;
  /**
   * The reason for the end: all `runs` were sent, `time` was over, the service stopped responding, or `signal` was
   * aborted.
   */
  readonly ended: 'done' | 'time' | 'unreachable' | 'stopped';
  /** The requests by operation. */
  readonly operations: readonly FuzzedOperation[];
  /** All findings. */
  readonly findings: readonly FuzzFinding[];
}

/** The progress of `fuzz`. */
export interface FuzzProgress {
  /** The current operation: `GET /users/{id}`. */
  readonly operation: string;
  /** The number of the operation, from 1. */
  readonly index: number;
  /** The number of operations. */
  readonly total: number;
  /** Requests so far. */
  readonly requests: number;
  /** Findings so far. */
  readonly findings: number;
}

/** Options of `fuzz`. */
export interface FuzzOptions {
  /**
   * The document: a `Docs`, or any OpenAPI document of version 3.0, 3.1 or 3.2.
   * @default the document that the service serves at its URL, at `/openapi.json` or at another usual path
   */
  readonly docs?: SpecSource;
  /**
   * The same seed sends the same requests, if the service gives the same responses.
   * @default 1
   */
  readonly seed?: number;
  /**
   * The most requests to each operation, without those of shrinking.
   * @default as many as fit into `time`
   */
  readonly runs?: number;
  /**
   * The duration of the whole run, in milliseconds. It ends earlier if `runs` are sent, or if nothing can vary.
   * @default 60_000
   */
  readonly time?: number;
  /**
   * The time limit of a response, in milliseconds.
   * @default 5_000
   */
  readonly timeout?: number;
  /**
   * The number of concurrent requests, 1 to 32. With more than one, requests affect each other's data.
   * @default 1
   */
  readonly concurrency?: number;
  /** The operations to test: operationIds, paths, or `GET /users/{id}`. @default all */
  readonly operations?: readonly string[];
  /**
   * The methods to test.
   * @default all for a loopback address; GET, HEAD, OPTIONS and QUERY for an allowed host
   */
  readonly methods?: readonly string[];
  /** Headers for every request, such as credentials. They are never shown. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Hosts outside the loopback that may receive requests.
   * @default []
   */
  readonly allowHosts?: readonly string[];
  /**
   * The prefix of all paths.
   * @default the path of the URL, else the paths of the document's servers
   */
  readonly basePath?: string;
  /**
   * Further statuses that valid requests may get, beside 401, 402, 403, 404, 409, 410, 412, 423, 428, 429 and 451:
   * such as 422 for rules that a schema cannot express.
   * @default []
   */
  readonly inconclusive?: readonly number[];
  /** Ends the run early. The report has the findings so far. */
  readonly signal?: AbortSignal;
  /** Receives the progress, operation by operation. */
  readonly onProgress?: (progress: FuzzProgress) => void;
}
