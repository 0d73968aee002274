import type { Exchange } from './exchanges/types.js';
import type { RouteOptions } from './exchanges/routes/framework-routes.js';

export { fuzz } from './fuzz/fuzz.js';
export type { FuzzFinding, FuzzOptions, FuzzReport } from './fuzz/types.js';
export { checkExchange } from './exchanges/check-exchange.js';
export { describeReport, specMatchers } from './exchanges/matcher.js';
export type { MatcherResult, SpecMatchers } from './exchanges/matcher.js';
export { ExchangeRecorder } from './exchanges/recorder/recorder.js';
export type { RecordedShape, Traffic, TrafficOptions } from './exchanges/traffic/traffic.js';
export type { Mismatch } from './exchanges/mismatch.js';
export type { RecordedReport } from './exchanges/recorder/recorded-report.js';
export { assertRoutes, compareRoutes, RoutesError } from './exchanges/routes/index.js';
export type { RouteComparison } from './exchanges/routes/framework-routes.js';
export { describeCoverage } from './coverage/describe-coverage.js';
export { coverageShortfalls, readCoverage } from './coverage/merge.js';
export type { CoverageReport } from './coverage/types.js';
export { SpecCoverage } from './coverage/spec-coverage.js';
export type { Exchange, ExchangeReport } from './exchanges/types.js';

/** Assertions of the matchers that `specMatchers` returns. */
interface SpecAssertions {
  /**
   * Passes if a response and its request match the document. Register it with
   * `expect.extend(specMatchers(docs))`, and await it.
   */
  toMatchSpec(request?: Exchange['request']): Promise<void>;
  /**
   * Passes if an application serves exactly the documented operations: `await expect(app).toServeSpec()`.
   * `{ ignore: ['/health'] }` ignores a route.
   */
  toServeSpec(options?: RouteOptions): Promise<void>;
}

/* oxlint-disable typescript/no-namespace, typescript/no-empty-object-type */
declare global {
  // vitest up to 4 reads the matchers of this namespace, too.
  namespace jest {
    interface Matchers<R, T> extends SpecAssertions {}
  }
  // vitest 5 reads only these. Its own interface has other type
  // parameters in each version, so it cannot be extended here.
  namespace Chai {
    interface Assertion extends SpecAssertions {}
  }
}
