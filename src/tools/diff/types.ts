import type { Direction } from 'dtospec/internal';
import type { Semver, Verdict } from './rule.js';
import type { RuleCode } from './rules.js';

/** The part of an operation that changed. */
export type Part =
  | 'document'
  | 'operation'
  | 'parameter'
  | 'request-body'
  | 'response'
  | 'header'
  | 'response-body'
  | 'security'
  | 'server'
  | 'webhook';

/**
 * A message that shows a breaking change: a request that only the old document allows, or a response that
 * only the new one allows.
 */
export interface Witness {
  /** The message, such as `POST /users` or `POST /users -> 201`. */
  readonly message: string;
  /** The place of the value in the message, such as `body application/json` or `query parameter limit`. */
  readonly in?: string;
  /** The value as JSON, before a parameter is serialized. Absent if the problem is a missing value. */
  readonly value?: unknown;
  /** The reason for the verdict: how the old and the new document treat the message. */
  readonly reason: string;
}

/** One difference between two documents. */
export interface Change {
  /** The rule, listed in docs/diff.md. Stable. */
  readonly rule: RuleCode;
  /** Effect on clients of the old document. */
  readonly verdict: Verdict;
  /** The smallest release for this change. */
  readonly semver: Semver;
  /**
   * The direction of the changed messages: `request` to the service, `response` from it, `both` if requests
   * and responses changed. The service sends webhooks, so a webhook is a `response` and its response a
   * `request`.
   */
  readonly direction: Direction | 'both';
  /** The part of the document that contains the change. */
  readonly part: Part;
  /** JSON Pointer as a fragment, into the new document; for removed parts, into the old one. */
  readonly pointer: string;
  /**
   * The operation, such as `POST /users` or `webhook userCreated
   * POST`; the first of several that share a component.
   */
  readonly operation?: string;
  /** The other operations that share the component. */
  readonly alsoIn?: readonly string[];
  /** The place in words: `request body application/json, property address.street`. */
  readonly where: string;
  /** The change, in one sentence. */
  readonly message: string;
  /** The reason for an unclear verdict. */
  readonly reason?: string;
  /** The place in a file, if the command compared files. Lines and columns start at 1. */
  readonly source?: { readonly file: string; readonly line?: number; readonly column?: number };
  /** The proof of a breaking change. */
  readonly witness?: Witness;
  /** The reason in the file of accepted changes, for an accepted change. */
  readonly accepted?: string;
  /** How much of recorded traffic the change concerns, if the command compared with a recording. */
  readonly traffic?: ChangeTraffic;
}

/** How much of recorded traffic a change concerns. */
export interface ChangeTraffic {
  /**
   * `refused` for requests that the new document refuses, `used` for requests of the operations that change.
   */
  readonly effect: 'refused' | 'used';
  /** The number of these requests. */
  readonly requests: number;
  /** The number of their clients. */
  readonly clients: number;
  /** The number of all recorded requests. */
  readonly ofRequests: number;
  /** The number of all recorded clients. */
  readonly ofClients: number;
  /** True if there may be more, because the recording has no values or is incomplete. */
  readonly isAtLeast?: true;
}

/** An entry of the file of accepted changes. */
export interface AcceptedChange {
  /** The rule of the change. */
  readonly rule: RuleCode;
  /** The pointer of the change. */
  readonly place: string;
  /** Why the change is accepted; reports show it. */
  readonly reason: string;
}

/** Options of `diffDocuments`. */
export interface DiffOptions {
  /** Accepted changes, which do not count as breaking. @default [] */
  readonly accepted?: readonly AcceptedChange[];
  /**
   * True if a changed operationId is breaking, because it
   * renames the methods of generated clients. @default false
   */
  readonly generatedClients?: boolean;
  /** Verdicts that replace those of rules; `off` ignores the changes of a rule. @default {} */
  readonly verdicts?: Readonly<Partial<Record<RuleCode, Verdict | 'off'>>>;
  /**
   * The maximum number of values to try for one place; then the change is `unclear`. The limit for one schema
   * is 20 times as high, for the whole comparison 1000 times.
   * @default 2000
   */
  readonly maxCandidates?: number;
  /**
   * Globs of the paths to compare, such as `/v1/**`. Globs that begin with `!` exclude paths. Webhooks are
   * always compared. @default all
   */
  readonly paths?: readonly string[];
  /**
   * Prefixes such as `/v1` that are removed from the paths
   * of each document before the comparison. @default none
   */
  readonly prefixes?: { readonly old?: string; readonly new?: string };
  /**
   * The date of the comparison. Deprecated parts with an earlier `x-sunset` may be removed. @default today
   */
  readonly date?: Date;
}

/** The result of `diffDocuments`. */
export interface DiffReport {
  /** Changes: breaking ones first, then unclear, then compatible ones. */
  readonly changes: readonly Change[];
  /** The number of changes by verdict, without accepted ones. */
  readonly counts: Readonly<Record<Verdict | 'accepted', number>>;
  /** The smallest release for all changes that are not accepted; undefined if there are none. */
  readonly semver: Semver | undefined;
  /** `info.version` of each document. */
  readonly version: { readonly old: string; readonly new: string };
  /** Accepted changes that no longer occur. */
  readonly stale: readonly AcceptedChange[];
}
