import type { SpecSource } from '../exchanges/exchange-options.js';

/** The kind of a finding. Stable. */
export type FuzzCode =
  | 'server-error'
  | 'invalid-accepted'
  | 'valid-refused'
  | 'answer-undocumented'
  | 'authentication-ignored'
  | 'use-after-delete'
  | 'created-not-found'
  | 'change-lost'
  | 'secret-shown'
  | 'unsupported-method'
  | 'connection-broken'
  | 'timeout';

/** A request that can be repeated. */
export interface FuzzRequest {
  /** The method, in upper case. */
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  /** The headers, without those of the option `headers`, which may be credentials. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as text; undefined if there is none. */
  readonly body?: string;
}

/** A response that does not match the document, with the smallest request that shows it. */
export interface FuzzFinding {
  /** The kind of the finding. Stable. */
  readonly code: FuzzCode;
  /** The operation, such as `GET /users/{id}`. */
  readonly operation: string;
  /** Other operations with the same finding, which probably have the same cause. */
  readonly also: readonly string[];
  /** The smallest request that shows the finding. */
  readonly request: FuzzRequest;
  /** The request as a shell command. `…` replaces credentials. */
  readonly curl: string;
  /** True if the document accepts the request. */
  readonly isValid: boolean;
  /** The status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /**
   * The faulty part of an invalid request or of a response, such as `request body`; in a valid request, the
   * part that fuzz varied.
   */
  readonly place: string;
  /** JSON Pointer into the value at that place, as a URI fragment. */
  readonly pointer: string;
  /** The violated keyword or field of OpenAPI; empty if there is none. */
  readonly rule: string;
  /** One sentence. It contains nothing from the response. */
  readonly message: string;
  /** JSON Pointer into the document, as a URI fragment. */
  readonly documented: string;
  /** True if the same request showed the finding again. */
  readonly isConfirmed: boolean;
}

/** The requests to one operation. */
export interface FuzzedOperation {
  /** The operation, such as `GET /users/{id}`. */
  readonly operation: string;
  /** The number of requests, including those of shrinking. */
  readonly requests: number;
  /** The number of responses by status; `error` counts broken connections and timeouts. */
  readonly statuses: Readonly<Record<string, number>>;
  /** True if a valid request succeeded. */
  readonly isReached: boolean;
  /** True if all planned requests were sent; further requests are random. */
  readonly isComplete: boolean;
  /** Reasons why the operation was not tested, or only partly. */
  readonly notes: readonly string[];
}

/** The result of `fuzz`. */
export interface FuzzReport {
  /** True if there are no findings. */
  readonly ok: boolean;
  /** The seed. A run with the same seed sends the same requests. */
  readonly seed: number;
  /** The number of requests, including those of shrinking. */
  readonly requests: number;
  /**
   * Why the run ended: all `runs` were sent, `time` was over,
   * the service stopped responding, or `signal` was aborted.
   */
  readonly ended: 'done' | 'time' | 'unreachable' | 'stopped';
  /** The requests by operation. */
  readonly operations: readonly FuzzedOperation[];
  /** All findings. */
  readonly findings: readonly FuzzFinding[];
}

/** The progress of `fuzz`. */
export interface FuzzProgress {
  /** The current operation, such as `GET /users/{id}`. */
  readonly operation: string;
  /** The number of the operation, from 1. */
  readonly index: number;
  /** The number of operations. */
  readonly total: number;
  /** The number of requests so far. */
  readonly requests: number;
  /** The number of findings so far. */
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
   * A run with the same seed sends the same requests, if the service sends the same responses.
   * @default 1
   */
  readonly seed?: number;
  /**
   * Maximum number of requests to each operation, without those for shrinking.
   * @default as many as fit into `time`
   */
  readonly runs?: number;
  /**
   * The duration of the whole run, in milliseconds. The run ends earlier if all `runs` are sent, or if no
   * value can vary.
   * @default 60_000
   */
  readonly time?: number;
  /**
   * Time limit for a response, in milliseconds.
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
   * @default all for a loopback address; GET, HEAD, OPTIONS and QUERY for hosts in `allowHosts`
   */
  readonly methods?: readonly string[];
  /** Headers for every request, such as credentials. Reports never contain their values. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Hosts beside the loopback interface that may receive requests.
   * @default []
   */
  readonly allowHosts?: readonly string[];
  /**
   * The prefix of all paths.
   * @default the path of the URL, else the paths of the document's servers
   */
  readonly basePath?: string;
  /**
   * Further statuses that are no finding for a valid request, such as 422 for rules that a schema cannot
   * express. These always count: 401, 402, 403, 404, 409, 410, 412, 423, 428, 429 and 451.
   * @default []
   */
  readonly inconclusive?: readonly number[];
  /** Ends the run early. The report has the findings so far. */
  readonly signal?: AbortSignal;
  /** Receives the progress, for each operation. */
  readonly onProgress?: (progress: FuzzProgress) => void;
}
