import { isRecord, requireKnownOptions } from 'dtospec/internal';
import { compareExchange } from './check-exchange.js';
import { documentOf, EXCHANGE_OPTIONS, type SpecSource } from './exchange-options.js';
import { after, type Eventually } from './readers/read-exchange.js';
import { compareRoutes, describeRoutes } from './routes/index.js';
import type { RouteOptions } from './routes/framework-routes.js';
import type { Exchange, ExchangeOptions, ExchangeReport } from './types.js';

/** The result of a matcher of jest or vitest. */
export interface MatcherResult {
  /** True if it matches the document. */
  readonly pass: boolean;
  /** Returns the text that the runner prints. */
  readonly message: () => string;
}

/** Matchers for `expect.extend`. */
export interface SpecMatchers {
  // A record, because `expect.extend` requires one.
  // oxlint-disable-next-line typescript/no-explicit-any
  [name: string]: (received: unknown, argument?: any) => Eventually<MatcherResult>;
  /**
   * Passes if a response and its request match the document.
   *
   * @param received a response of supertest, superagent, fetch, axios or light-my-request, or `{ request,
   *   response }`
   * @param request the request; needed if the response does not contain it, as with fetch
   */
  toMatchSpec: (received: unknown, request?: Exchange['request']) => Eventually<MatcherResult>;
  /**
   * Passes if an application serves exactly the documented operations.
   *
   * @param received the argument of `compareRoutes`
   */
  toServeSpec: (received: unknown, options?: RouteOptions) => Promise<MatcherResult>;
}

/**
 * Returns matchers for jest and vitest that compare responses with a document. Always await them. They throw
 * for an invalid exchange or option.
 *
 * @example
 * expect.extend(specMatchers(docs));
 * await expect(await request(app).get('/users/1')).toMatchSpec();
 */
export function specMatchers(source: SpecSource, options: ExchangeOptions = {}): SpecMatchers {
  requireKnownOptions('specMatchers', options, EXCHANGE_OPTIONS);
  return {
    toMatchSpec: (received, request) =>
      after(compareExchange(documentOf(source), exchangeOf(received, request), options), (report) => ({
        pass: report.ok,
        message: () => describeReport(report),
      })),
    toServeSpec: async (received, routes) => {
      const comparison = await compareRoutes(received as object, source, routes);
      return { pass: comparison.ok, message: () => describeRoutes(comparison) };
    },
  };
}

function exchangeOf(received: unknown, request: Exchange['request']): Exchange {
  const isPair = isRecord(received) && isRecord(received.response) && !('status' in received);
  const exchange = isPair ? (received as unknown as Exchange) : { response: received as object };
  return request === undefined ? exchange : { ...exchange, request };
}

/** Returns a report as text, with one paragraph for each mismatch. */
export function describeReport({ ok, operation, status, mismatches }: ExchangeReport): string {
  const what = operation === undefined ? `status ${status}` : `${operation}, status ${status}`;
  if (ok) return `The exchange (${what}) matches the document, but was expected not to.`;
  const count = mismatches.length === 1 ? 'a mismatch' : `${mismatches.length} mismatches`;
  const lines = mismatches.map(
    ({ message, rule, documented }, index) =>
      `  ${index + 1}. ${message}\n     ${rule}, documented at ${documented}`,
  );
  return [`The exchange is not as documented (${what}): ${count}.`, '', ...lines].join('\n');
}
