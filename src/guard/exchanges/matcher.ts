import { requireKnownOptions } from '../../shared/checks.js';
import { isRecord } from '../../shared/values.js';
import { compareExchange } from './compare.js';
import { EXCHANGE_OPTIONS } from './option-checks.js';
import { after, type Eventually } from './exchanges/read-exchange.js';
import { describeRoutes } from './routes/describe-routes.js';
import { compareRoutes } from './routes/index.js';
import type { RouteOptions } from './routes/types.js';
import { documentOf, type SpecSource } from './source.js';
import type { Exchange, ExchangeOptions, ExchangeReport } from './types.js';

/** What a matcher tells jest and vitest. */
export interface MatcherResult {
  /** Whether it is as documented. */
  readonly pass: boolean;
  /** What the runner prints. */
  readonly message: () => string;
}

/** Matchers for `expect.extend`. */
export interface SpecMatchers {
  // A record, as `expect.extend` takes it.
  // oxlint-disable-next-line typescript/no-explicit-any
  [name: string]: (received: unknown, argument?: any) => Eventually<MatcherResult>;
  /**
   * Whether an answer, and the request it is to, are as the document says.
   *
   * @param received an answer of supertest, superagent, fetch, axios or light-my-request, or `{ request, response }`
   * @param request where the answer does not know it, as that of fetch
   */
  toMatchSpec: (received: unknown, request?: Exchange['request']) => Eventually<MatcherResult>;
  /**
   * Whether an application serves what the document has, and nothing else.
   *
   * @param received what `compareRoutes` takes
   */
  toServeSpec: (received: unknown, options?: RouteOptions) => Promise<MatcherResult>;
}

/**
 * Matchers that compare exchanges with a document, for jest and vitest alike. `await` them: the answer of fetch is still
 * to be read. An error is thrown for what is no exchange, or no option.
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

/** What a person reads of a report: one paragraph for each mismatch. */
export function describeReport({ ok, operation, status, mismatches }: ExchangeReport): string {
  const what = operation === undefined ? `status ${status}` : `${operation}, status ${status}`;
  if (ok) return `The exchange (${what}) is as documented, and was expected not to be.`;
  const count = mismatches.length === 1 ? 'a mismatch' : `${mismatches.length} mismatches`;
  const lines = mismatches.map(
    ({ message, rule, documented }, index) =>
      `  ${index + 1}. ${message}\n     ${rule}, documented at ${documented}`,
  );
  return [`The exchange is not as documented (${what}): ${count}.`, '', ...lines].join('\n');
}
