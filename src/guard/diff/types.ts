import type { RuleCode, Semver, Verdict } from './rules.js';

/** An OpenAPI document, as JSON.parse or a YAML parser returns it. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/**
 * The sender of a changed message: `request` goes to the service, `response` comes from it. A webhook is a
 * `response`, because the service sends it, and the response to it is a `request`.
 */
export type Direction = 'request' | 'response';

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

/** A message that the old document allowed and the new one does not; for responses, the opposite. */
export interface Witness {
  /** The message: `POST /users`, `POST /users -> 201`. */
  readonly message: string;
  /** The place of the value in the message: `body application/json`, `query parameter limit`. */
  readonly in?: string;
  /** The value as JSON, before a parameter is serialized. Absent if the message lacks the value. */
  readonly value?: unknown;
  /** The reason for the verdict: how the old and the new document treat the message. */
  readonly reason: string;
}

/** One difference between two documents. */
export interface Change {
  /** The kind of the change, listed in docs/diff.md. Stable. */
  readonly rule: RuleCode;
  /** Effect on clients of the old document. */
  readonly verdict: Verdict;
  /** The release that it requires. */
  readonly semver: Semver;
  /** The sender of what changed; `both` for changes of both directions. */
  readonly direction: Direction | 'both';
  /** The part of the document that contains the change. */
  readonly part: Part;
  /** JSON Pointer as a fragment, into the new document; for removed parts, into the old one. */
  readonly pointer: string;
  /** `POST /users`, `webhook userCreated POST`; the first of several operations that share a component. */
  readonly operation?: string;
  /** The other operations that share the component. */
  readonly alsoIn?: readonly string[];
  /** The place in words: `request body application/json, property address.street`. */
  readonly where: string;
  /** The change, in one sentence. */
  readonly message: string;
  /** The reason of an unclear verdict. */
  readonly reason?: string;
  /** The place in a file, if the command compared files. Lines and columns count from 1. */
  readonly source?: { readonly file: string; readonly line?: number; readonly column?: number };
  /** The proof of a breaking change. */
  readonly witness?: Witness;
  /** The reason in the file of accepted changes. */
  readonly accepted?: string;
}

/** An entry of the file of accepted changes. */
export interface AcceptedChange {
  /** The rule of the change. */
  readonly rule: RuleCode;
  /** The pointer of the change. */
  readonly place: string;
  /** The reason, for readers of the report. */
  readonly reason: string;
}

/** Options of `diffDocuments`. */
export interface DiffOptions {
  /** Accepted changes, which do not count. @default [] */
  readonly accepted?: readonly AcceptedChange[];
  /** True if a changed operationId is breaking, because it renames methods of generated clients. @default false */
  readonly generatedClients?: boolean;
  /** Replaces the verdicts of rules; `off` leaves their changes out. @default {} */
  readonly verdicts?: Readonly<Partial<Record<RuleCode, Verdict | 'off'>>>;
  /**
   * The number of values to try for one place, before the change is `unclear`. The limit for one schema is 20 times
   * as high, for the comparison 1000 times.
   * @default 2000
   */
  readonly maxCandidates?: number;
  /**
   * Globs of the paths to compare, such as `/v1/**`; those with a leading `!` are left out. Webhooks are always
   * compared. @default all
   */
  readonly paths?: readonly string[];
  /** A prefix such as `/v1` that the paths of each document lose before they are compared. @default none */
  readonly prefixes?: { readonly old?: string; readonly new?: string };
  /** The day of the comparison. What was deprecated with an earlier `x-sunset` may be removed. @default today */
  readonly date?: Date;
}

/** The result of `diffDocuments`. */
export interface DiffReport {
  /** Breaking changes first, then unclear, then compatible ones. */
  readonly changes: readonly Change[];
  /** The number of changes by verdict, without accepted ones. */
  readonly counts: Readonly<Record<Verdict | 'accepted', number>>;
  /** The smallest release for all changes that are not accepted; undefined without changes. */
  readonly semver: Semver | undefined;
  /** `info.version` of both documents. */
  readonly version: { readonly old: string; readonly new: string };
  /** Accepted changes that no longer occur. */
  readonly stale: readonly AcceptedChange[];
}
