import type { RuleCode, Semver, Verdict } from './rules.js';

export type { Semver, Verdict };

/** An OpenAPI document: what JSON.parse or a YAML parser makes of one. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/**
 * Who sends what changed: `request` goes to the service that the document describes, `response` comes from it. A
 * webhook's request comes from the service, hence it is a `response` here, and the answer to it a `request`.
 */
export type Direction = 'request' | 'response';

/** What the change is part of. */
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

/** A concrete message that the old document allowed and the new one does not, or the other way round for answers. */
export interface Witness {
  /** The message: `POST /users`, `POST /users -> 201`. */
  readonly message: string;
  /** Where in it the value stands: `body application/json`, `query parameter limit`. */
  readonly in?: string;
  /** The value, as JSON; of a parameter the value before it is serialized. Absent where leaving it out is the point. */
  readonly value?: unknown;
  /** In words: what the old document made of it, and what the new one makes. */
  readonly reason: string;
}

/** One difference between two documents. */
export interface Change {
  /** What kind of change it is; docs/diff.md lists them. Stable. */
  readonly rule: RuleCode;
  /** Whether it breaks whoever relied on the old document. */
  readonly verdict: Verdict;
  /** The release that it takes. */
  readonly semver: Semver;
  /** Who sends what changed; `both` for what goes both ways. */
  readonly direction: Direction | 'both';
  /** What of the document it is in. */
  readonly part: Part;
  /** JSON pointer, as a fragment: in the new document, or in the old one for what is gone from the new. */
  readonly pointer: string;
  /** `POST /users`, `webhook userCreated POST`; of several operations that share a component, the first. */
  readonly operation?: string;
  /** The others that share it. */
  readonly alsoIn?: readonly string[];
  /** In words: `request body application/json, property address.street`. */
  readonly where: string;
  /** What changed, in a sentence. */
  readonly message: string;
  /** Why it could not be told; of an unclear change only. */
  readonly reason?: string;
  /** Of a breaking change. */
  readonly witness?: Witness;
  /** Why it was accepted, by the file of accepted changes. */
  readonly accepted?: string;
}

/** An entry of the file of accepted changes. */
export interface AcceptedChange {
  /** The rule of the change. */
  readonly rule: RuleCode;
  /** The pointer of the change. */
  readonly place: string;
  /** Why it is accepted, for whoever reads the report. */
  readonly reason: string;
}

/** Options of `diffDocuments`. */
export interface DiffOptions {
  /** Changes that are set aside. @default [] */
  readonly accepted?: readonly AcceptedChange[];
  /**
   * Whether what only programs generated from a document see counts as breaking: names of operations.
   * @default false
   */
  readonly generatedClients?: boolean;
  /**
   * Values that are tried at most at one place that changed, before the change is `unclear`. One schema takes at most 20
   * times as many, the comparison 1000 times.
   * @default 2000
   */
  readonly maxCandidates?: number;
}

/** What `diffDocuments` found. */
export interface DiffReport {
  /** Breaking changes first, then unclear, then compatible ones. */
  readonly changes: readonly Change[];
  /** How many of each, accepted changes left out. */
  readonly counts: Readonly<Record<Verdict | 'accepted', number>>;
  /** The least release that may carry all changes that were not accepted; undefined where there are none. */
  readonly semver: Semver | undefined;
  /** Of `info.version`. */
  readonly version: { readonly old: string; readonly new: string };
  /** Accepted changes that no change is like. */
  readonly stale: readonly AcceptedChange[];
}
