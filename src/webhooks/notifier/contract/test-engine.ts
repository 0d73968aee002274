import { ATTEMPTS } from './attempts.js';
import { Bench, type OpenTestedStore } from './bench.js';
import { CANCEL, CANCEL_IN_ORDER } from './cancel.js';
import { ERASE } from './erase.js';
import { CONTROL, NO_ORDER, ORDER } from './control.js';
import { FILTERS } from './filters.js';
import { RATES, RATES_IN_ORDER } from './rates.js';

/** A test of the contract of engines. */
export interface EngineTest {
  /** Title of the test. */
  readonly name: string;
  /** Runs the test. It rejects with an `AssertionError` if the engine breaks the contract. */
  readonly run: () => Promise<void>;
}

/** Options of `testEngine`. */
export interface TestEngineOptions {
  /** False for an engine whose `unsupported` has `orderBy`. @default true */
  readonly orderBy?: boolean;
}

/**
 * Returns the contract of durable engines as tests, for any test runner. Each test opens an empty store and
 * takes at most half a minute.
 * @experimental
 * @param open opens an empty store, on which a test opens one or two engines
 * @example
 * for (const { name, run } of testEngine(openStore)) test(name, run);
 */
export function testEngine(open: OpenTestedStore, { orderBy = true }: TestEngineOptions = {}): EngineTest[] {
  const byKey = orderBy ? { ...ORDER, ...CANCEL_IN_ORDER, ...RATES_IN_ORDER } : NO_ORDER;
  const cases = { ...ATTEMPTS, ...CONTROL, ...FILTERS, ...CANCEL, ...ERASE, ...RATES, ...byKey };
  return Object.entries(cases).map(([name, work]) => ({
    name,
    run: async () => {
      const bench = new Bench(await open());
      try {
        await work(bench);
      } finally {
        await bench.close();
      }
    },
  }));
}
