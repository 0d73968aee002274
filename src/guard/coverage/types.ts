/** What points of a document are about. */
export type CoverageKind = 'operation' | 'status' | 'contentType' | 'parameter' | 'branch';

/** Something of a document that an exchange may exercise, and how often it was. */
export interface CoveragePoint {
  /** What it is about. */
  readonly kind: CoverageKind;
  /** Whose it is: `GET /users/{id}`, or the name of a component. */
  readonly of: string;
  /** What of it, in words: `404`, `query page absent`, `response role enum "admin"`; empty for an operation itself. */
  readonly what: string;
  /** JSON Pointer into the document, as a fragment. */
  readonly at: string;
  /** How often: exchanges, and of branches values. */
  readonly count: number;
}

/** How many points of a kind there are. */
export interface CoverageTotal {
  /** Points that were exercised. */
  readonly covered: number;
  /** Points that there are. */
  readonly total: number;
  /** Two digits after the point, rounded down; 100 where there is nothing to cover. */
  readonly percent: number;
}

/** What exchanges have exercised of a document. The same as JSON; its form is stable. */
export interface CoverageReport {
  readonly format: 'dtospec-coverage/1';
  /** Of the document's `info`. */
  readonly title: string;
  /** Of the document's `info`. */
  readonly version: string;
  /** Exchanges with an operation of the document. */
  readonly exchanges: number;
  /** Operations that were called. */
  readonly operations: CoverageTotal;
  /** Documented answers: statuses, ranges, `default`. */
  readonly statuses: CoverageTotal;
  /** Media types of requests and of answers. */
  readonly contentTypes: CoverageTotal;
  /** Each parameter there, and each optional one absent. */
  readonly parameters: CoverageTotal;
  /** Of schemas: alternatives, values of `enum`, types where there are several, optional properties there and absent. */
  readonly branches: CoverageTotal;
  /** Each point, exercised or not. */
  readonly points: readonly CoveragePoint[];
}

/** The totals of a report. */
export type CoverageMeasure = 'operations' | 'statuses' | 'contentTypes' | 'parameters' | 'branches';

/** The least that is asked of a report, in percent. */
export type CoverageThresholds = Readonly<Partial<Record<CoverageMeasure, number>>>;

/** Which points a total counts, in the order in which totals are shown. */
export const MEASURES: Readonly<Record<CoverageMeasure, CoverageKind>> = {
  operations: 'operation',
  statuses: 'status',
  contentTypes: 'contentType',
  parameters: 'parameter',
  branches: 'branch',
};
