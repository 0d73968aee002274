/** The kind of a point. */
export type CoverageKind = 'operation' | 'status' | 'contentType' | 'parameter' | 'branch';

/** A part of a document that an exchange may use, with its count. */
export interface CoveragePoint {
  /** The kind of the point. */
  readonly kind: CoverageKind;
  /** Operation such as `GET /users/{id}`, or the name of a component. */
  readonly of: string;
  /** The point in words: `404`, `query page absent`, `response role enum "admin"`; empty for an operation. */
  readonly what: string;
  /** JSON Pointer into the document, as a fragment. */
  readonly at: string;
  /** The number of exchanges; for a branch, the number of values. */
  readonly count: number;
}

/** The totals of one kind of point. */
export interface CoverageTotal {
  /** Number of points that were used. */
  readonly covered: number;
  /** Number of all points. */
  readonly total: number;
  /** Percentage with two decimals, rounded down; 100 if there are no points. */
  readonly percent: number;
}

/** The counts of all exchanges with a document. Its JSON format is stable. */
export interface CoverageReport {
  readonly format: 'dtospec-coverage/1';
  /** `info.title` of the document. */
  readonly title: string;
  /** `info.version` of the document. */
  readonly version: string;
  /** Number of exchanges with an operation of the document. */
  readonly exchanges: number;
  /** Operations that were called. */
  readonly operations: CoverageTotal;
  /** Documented responses: statuses, ranges and `default`. */
  readonly statuses: CoverageTotal;
  /** Media types of requests and responses. */
  readonly contentTypes: CoverageTotal;
  /** Parameters: each one present, and each optional one absent. */
  readonly parameters: CoverageTotal;
  /**
   * Branches of schemas: alternatives, values of `enum`, types, and optional properties present and absent.
   */
  readonly branches: CoverageTotal;
  /** All points, used or not. */
  readonly points: readonly CoveragePoint[];
}

/** The totals of a report. */
export type CoverageMeasure = 'operations' | 'statuses' | 'contentTypes' | 'parameters' | 'branches';

/** Minimum percentages by measure. */
export type CoverageThresholds = Readonly<Partial<Record<CoverageMeasure, number>>>;

export const MEASURES: Readonly<Record<CoverageMeasure, CoverageKind>> = {
  operations: 'operation',
  statuses: 'status',
  contentTypes: 'contentType',
  parameters: 'parameter',
  branches: 'branch',
};
