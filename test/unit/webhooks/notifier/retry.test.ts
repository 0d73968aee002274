import { ConfigError } from '../../../../src/shared/errors.js';
import fc from 'fast-check';
import {
  DURABLE_RETRY,
  IN_PROCESS_RETRY,
  NO_RETRY,
  retryAfterDelays,
} from '../../../../src/webhooks/notifier/retry.js';

const ask = (attempts: number, random = 0.5, retryAfter?: number) => ({
  attempts,
  random,
  retryAfter,
  status: 503,
  error: new Error('no'),
});

describe('the retry policy', () => {
  test.each([
    ['in process, after the first', IN_PROCESS_RETRY, ask(1), 250],
    ['in process, after the second', IN_PROCESS_RETRY, ask(2), 1_000],
    ['in process, after the third', IN_PROCESS_RETRY, ask(3), null],
    ['least jitter', IN_PROCESS_RETRY, ask(1, 0), 200],
    ['most jitter', IN_PROCESS_RETRY, ask(1, 1), 300],
    ['a Retry-After below the wait', IN_PROCESS_RETRY, ask(2, 0.5, 400), 1_000],
    ['a Retry-After above the wait', IN_PROCESS_RETRY, ask(1, 0, 3_000), 3_000],
    ['a Retry-After above the cap', IN_PROCESS_RETRY, ask(1, 0.5, 60_000), 5_000],
    ['a Retry-After after the last attempt', IN_PROCESS_RETRY, ask(3, 0.5, 1_000), null],
    ['a Retry-After when durable', DURABLE_RETRY, ask(1, 0.5, 3_600_000), 3_600_000],
    ['none', NO_RETRY, ask(1), null],
    ['without jitter', retryAfterDelays({ delays: [7], jitter: 0 }), ask(1, 0.9), 7],
  ])('%s', (_, policy, question, expected) => {
    expect(policy(question)).toBe(expected);
  });

  test('durable: the schedule of Standard Webhooks, ten attempts', () => {
    const waits = [];
    for (let attempts = 1; ; attempts += 1) {
      const wait = DURABLE_RETRY(ask(attempts));
      if (wait === null) break;
      waits.push(wait / 1_000);
    }
    expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  });

  test('jitter stays within its share and never goes below a Retry-After', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.option(fc.nat(20_000), { nil: undefined }),
        fc.integer({ min: 1, max: 2 }),
        (random, retryAfter, attempts) => {
          const base = [250, 1_000][attempts - 1]!;
          const floor = Math.min(retryAfter ?? 0, 5_000);
          const wait = IN_PROCESS_RETRY(ask(attempts, random, retryAfter))!;
          expect(wait).toBeGreaterThanOrEqual(Math.max(floor, base * 0.8));
          expect(wait).toBeLessThanOrEqual(Math.max(floor, base * 1.2));
        },
      ),
    );
  });
});

test.each<[string, unknown, RegExp]>([
  ['a list', [50, 100], /takes its options as an object/],
  ['nothing', undefined, /takes its options as an object/],
  ['no delays', {}, /delays of retryAfterDelays\(options\) needs an array of milliseconds/],
  ['a number', { delays: 50 }, /needs an array of milliseconds/],
  ['text', { delays: ['1s'] }, /needs an array of milliseconds/],
  ['a negative wait', { delays: [-1] }, /needs an array of milliseconds/],
  ['a jitter in percent', { delays: [1], jitter: 20 }, /jitter .* needs a share from 0 to 1/],
  ['an unknown option', { delays: [1], cap: 5 }, /has no option cap/],
])('retryAfterDelays throws a ConfigError for %s', (_, options, message) => {
  expect(() => retryAfterDelays(options as never)).toThrow(ConfigError);
  expect(() => retryAfterDelays(options as never)).toThrow(message);
});
