import { requireKnownOptions } from '../../shared/checks.js';
import type { Exchange, ExchangeOptions, ExchangeReport } from './types.js';
import { compareExchange } from './compare.js';
import { EXCHANGE_OPTIONS } from './option-checks.js';
import type { RouteOptions } from './routes/types.js';
import { documentOf, type SpecSource } from './source.js';

export { fuzz } from '../fuzz/fuzz.js';
export type {
  FuzzCode,
  FuzzedOperation,
  FuzzFinding,
  FuzzOptions,
  FuzzProgress,
  FuzzReport,
  FuzzRequest,
} from '../fuzz/types.js';
export { describeReport, specMatchers } from './matcher.js';
export type { MatcherResult, SpecMatchers } from './matcher.js';
export { ExchangeRecorder } from './recorder/recorder.js';
export type { RecorderOptions } from './recorder/recorder.js';
export type { CountedMismatch, RecordedReport } from './recorder/tally.js';
export { describeRoutes } from './routes/describe-routes.js';
export { assertRoutes, compareRoutes, RoutesError } from './routes/index.js';
export type { LoneRoute, RouteComparison, RouteOptions, UnknownRoute } from './routes/types.js';
export { coverageMarkdown, describeCoverage } from '../coverage/describe-coverage.js';
export type { CoverageTextOptions } from '../coverage/describe-coverage.js';
export { mergeCoverage, readCoverage } from '../coverage/merge.js';
export { coverageShortfalls } from '../coverage/thresholds.js';
export type {
  CoverageKind,
  CoverageMeasure,
  CoveragePoint,
  CoverageReport,
  CoverageThresholds,
  CoverageTotal,
} from '../coverage/types.js';
export { SpecCoverage } from '../coverage/spec-coverage.js';
export type { CoverageOptions } from '../coverage/spec-coverage.js';
export type { ExchangeCounter } from './seen.js';
export type { SpecSource } from './source.js';
export type {
  Exchange,
  ExchangeOptions,
  ExchangeReport,
  Mismatch,
  MismatchCode,
  PlainHeaders,
  PlainRequest,
  PlainResponse,
} from './types.js';

/**
 * Compares a request and its answer with a document, ours or any other of OpenAPI 3.0, 3.1 or 3.2: operation, status,
 * content types, bodies, headers, parameters.
 *
 * @throws ConfigError for what is no document or option, or no exchange, or one whose body has been read already
 * @example
 * const { ok, mismatches } = await checkExchange(document, {
 *   request: { method: 'GET', url: '/users/1' },
 *   response: { status: 200, body: { id: 1 } },
 * });
 */
export async function checkExchange(
  source: SpecSource,
  exchange: Exchange,
  options: ExchangeOptions = {},
): Promise<ExchangeReport> {
  requireKnownOptions('checkExchange', options, EXCHANGE_OPTIONS);
  return compareExchange(documentOf(source), exchange, options);
}

declare global {
  // vitest reads the matchers of this namespace, too.
  // oxlint-disable-next-line typescript/no-namespace
  namespace jest {
    interface Matchers<R, T> {
      /**
       * Whether an answer, and the request it is to, are as the document says. Register it with
       * `expect.extend(specMatchers(docs))`, and await it.
       */
      toMatchSpec(request?: Exchange['request']): Promise<void>;
      /**
       * Whether an application serves what the document has, and nothing else: `await expect(app).toServeSpec()`, with
       * `{ ignore: ['/health'] }` for what is not documented on purpose.
       */
      toServeSpec(options?: RouteOptions): Promise<void>;
    }
  }
}
