/** The kind of a point. */
export type CoverageKind = 'operation' | 'status' | 'contentType' | 'parameter' | 'branch';

/** A part of a document that an exchange may exercise, with its count. */
export interface CoveragePoint {
  /** The kind of the point. */
  readonly kind: CoverageKind;
  /** `GET /users/{id}`, or the name of a component. */
  readonly of: string;
  /** The point in words: `404`, `query page absent`, `response role enum "admin"`; empty for an operation. */
  readonly what: string;
  /** JSON Pointer into the document, as a fragment. */
  readonly at: string;
  /** The number of exchanges; for branches, of values. */
  readonly count: number;
}

/** The total of a kind of point. */
export interface CoverageTotal {
  /** Points that were exercised. */
  readonly covered: number;
  /** All points. */
  readonly total: number;
  /** Two decimals, rounded down; 100 without points. */
  readonly percent: number;
}

/** Counts of everything that exchanges exercised in a document. Its JSON format is stable. */
export interface CoverageReport {
  readonly format: 'dtospec-coverage/1';
  /** `info.title` of the document. */
  readonly title: string;
  /** `info.version` of the document. */
  readonly version: string;
  /** Exchanges with an operation of the document. */
  readonly exchanges: number;
  /** Operations that were called. */
  readonly operations: CoverageTotal;
  /** Documented responses: statuses, ranges, `default`. */
  readonly statuses: CoverageTotal;
  /** Media types of requests and responses. */
  readonly contentTypes: CoverageTotal;
  /** Each parameter present, and each optional one absent. */
  readonly parameters: CoverageTotal;
  /**
   * Branches of schemas: alternatives, values of `enum`, several types, optional properties present and absent.
   */
  readonly branches: CoverageTotal;
  /** Each point, exercised or not. */
  readonly points: readonly CoveragePoint[];
}

/** The totals of a report. */
export type CoverageMeasure = 'operations' | 'statuses' | 'contentTypes' | 'parameters' | 'branches';

/** Minimum percentages by measure. */
export type CoverageThresholds = Readonly<Partial<Record<CoverageMeasure, number>>>;

/** The points of each total, in the order of the report. */
export const MEASURES: Readonly<Record<CoverageMeasure, CoverageKind>> = {
  operations: 'operation',
  statuses: 'status',
  contentTypes: 'contentType',
  parameters: 'parameter',
  branches: 'branch',
};
