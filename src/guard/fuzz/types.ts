import type { SpecSource } from '../exchanges/source.js';

/** What is wrong with an answer. Stable. */
export type FuzzCode =
  | 'server-error'
  | 'invalid-accepted'
  | 'valid-refused'
  | 'answer-undocumented'
  | 'connection-broken'
  | 'timeout';

/** A request that can be sent again as it is. */
export interface FuzzRequest {
  /** In upper case. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Without those of `headers`, which may be credentials. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As text; undefined without one. */
  readonly body?: string;
}

/** Something that a service does and its document does not say, with the smallest request that was found to show it. */
export interface FuzzFinding {
  /** What is wrong. Stable. */
  readonly code: FuzzCode;
  /** `GET /users/{id}`. */
  readonly operation: string;
  /** The smallest request that was found to show it. */
  readonly request: FuzzRequest;
  /** The request as a command; where credentials were sent, `…` stands for them. */
  readonly curl: string;
  /** Whether the document accepts the request. */
  readonly isValid: boolean;
  /** What it was answered with; undefined where there was no answer. */
  readonly status: number | undefined;
  /** What is at fault: of an invalid request, or of an answer; otherwise what was varied. `request body`. */
  readonly place: string;
  /** JSON Pointer to the value within that place, as a fragment. */
  readonly pointer: string;
  /** The keyword or the field of OpenAPI that does not hold; empty where none is at fault. */
  readonly rule: string;
  /** One sentence; without what the service answered. */
  readonly message: string;
  /** JSON Pointer into the document, as a fragment. */
  readonly documented: string;
  /** Whether the request showed it again when it was sent once more. */
  readonly isConfirmed: boolean;
}

/** What was sent to one operation. */
export interface FuzzedOperation {
  /** `GET /users/{id}`. */
  readonly operation: string;
  /** How many requests, those of shrinking included. */
  readonly requests: number;
  /** How often each status was answered; `error` counts broken connections and timeouts. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Whether a valid request was answered with success. */
  readonly isReached: boolean;
  /** Why nothing or not all was sent, or nothing can be said of what was answered. */
  readonly notes: readonly string[];
}

/** What came of it. */
export interface FuzzReport {
  /** Whether there is no finding. */
  readonly ok: boolean;
  /** By which the same requests are sent again. */
  readonly seed: number;
  /** How many requests were sent, those of shrinking included. */
  readonly requests: number;
  /** Why it ended: all was sent, `time` was over, nobody answers any more, or `signal` was aborted. */
  readonly ended: 'done' | 'time' | 'unreachable' | 'stopped';
  /** What was sent to each operation. */
  readonly operations: readonly FuzzedOperation[];
  /** What the service does and its document does not say. */
  readonly findings: readonly FuzzFinding[];
}

/** What is under way. */
export interface FuzzProgress {
  /** The operation that is being tested: `GET /users/{id}`. */
  readonly operation: string;
  /** Which one it is, from 1, of how many. */
  readonly index: number;
  /** How many operations there are. */
  readonly total: number;
  /** Requests so far. */
  readonly requests: number;
  /** Findings so far. */
  readonly findings: number;
}

/** What is sent to a service, and how much of it. */
export interface FuzzOptions {
  /**
   * The document: a `Docs`, or an OpenAPI document of 3.0, 3.1 or 3.2 of any origin.
   * @default what the service has at the URL itself, at `/openapi.json` or at another usual place
   */
  readonly docs?: SpecSource;
  /**
   * The same seed sends the same requests to a service that answers the same.
   * @default 1
   */
  readonly seed?: number;
  /**
   * Requests for each operation, without those of shrinking.
   * @default 200
   */
  readonly runs?: number;
  /**
   * Milliseconds for everything.
   * @default 60_000
   */
  readonly time?: number;
  /**
   * Milliseconds that an answer may take.
   * @default 5_000
   */
  readonly timeout?: number;
  /**
   * Requests at a time, 1 to 32. With more than one, what a service keeps may change under other requests.
   * @default 1
   */
  readonly concurrency?: number;
  /** Only these: operationIds, paths, or `GET /users/{id}`. */
  readonly operations?: readonly string[];
  /**
   * Only these methods.
   * @default all of a loopback address; of an allowed host those that change nothing: GET, HEAD, OPTIONS, QUERY
   */
  readonly methods?: readonly string[];
  /** Sent with every request, such as credentials; never shown. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Hosts beside those of the loopback that may be sent to.
   * @default []
   */
  readonly allowHosts?: readonly string[];
  /**
   * What paths begin with, instead of the path of the URL, or else those of the document's servers.
   */
  readonly basePath?: string;
  /**
   * Statuses that a valid request may be refused with without being told, beside 401, 402, 403, 404, 409, 410, 412, 423, 428,
   * 429 and 451: such as 422 where it stands for rules that no schema has.
   * @default []
   */
  readonly inconclusive?: readonly number[];
  /** Ends it early; what was found until then is reported. */
  readonly signal?: AbortSignal;
  /** Told of what is under way, operation by operation. */
  readonly onProgress?: (progress: FuzzProgress) => void;
}
