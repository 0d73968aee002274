import { requireKnownOptions } from '../../shared/checks.js';
import type { Exchange, ExchangeOptions, ExchangeReport } from './types.js';
import { compareExchange } from './check-exchange.js';
import { documentOf, EXCHANGE_OPTIONS, type SpecSource } from './options.js';
import type { RouteOptions } from './routes/framework-routes.js';

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
export type { Mismatch, MismatchCode } from './mismatch.js';
export type { CountedMismatch, RecordedReport } from './recorder/recorded-report.js';
export { describeRoutes } from './routes/index.js';
export { assertRoutes, compareRoutes, RoutesError } from './routes/index.js';
export type { LoneRoute, RouteComparison, RouteOptions, UnknownRoute } from './routes/framework-routes.js';
export { coverageMarkdown, describeCoverage } from '../coverage/describe-coverage.js';
export type { CoverageTextOptions } from '../coverage/describe-coverage.js';
export { mergeCoverage, readCoverage } from '../coverage/merge.js';
export { coverageShortfalls } from '../coverage/report.js';
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
export type { ExchangeCounter } from './message-observer.js';
export type { SpecSource } from './options.js';
export type {
  Exchange,
  ExchangeOptions,
  ExchangeReport,
  PlainHeaders,
  PlainRequest,
  PlainResponse,
} from './types.js';

/**
 * Compares a request and its response with any OpenAPI document of version 3.0, 3.1 or 3.2: operation, status,
 * content types, bodies, headers, parameters.
 *
 * @throws ConfigError for an invalid document, option or exchange, and for a body that was read already
 * @example
 * const { ok, mismatches } = await checkExchange(document, {
 * request: { method: 'GET', url: '/users/1' },
 * response: { status: 200, body: { id: 1 } },
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
       * Passes if a response and its request match the document. Register it with
       * `expect.extend(specMatchers(docs))`, and await it.
       */
      toMatchSpec(request?: Exchange['request']): Promise<void>;
      /**
       * Passes if an application serves exactly the documented operations: `await expect(app).toServeSpec()`. `{
       * ignore: ['/health'] }` leaves routes out.
       */
      toServeSpec(options?: RouteOptions): Promise<void>;
    }
  }
}
