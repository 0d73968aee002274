import { makeAttempt } from '../../../../src/webhooks/notifier/attempts/attempt.js';
import {
  afterFailure,
  beforeAttempt,
  type EndpointHealth,
  resolveHealth,
} from '../../../../src/webhooks/notifier/endpoint-health.js';

const options = resolveHealth({
  failingAfter: 100,
  disabledAfter: 1_000,
  circuitAfter: 3,
  circuitWait: 10,
  longestCircuitWait: 25,
});

test('rejects health.disable that is neither a function nor pause', () => {
  expect(() => resolveHealth({ disable: true } as never)).toThrow(
    "The option disable of health needs 'pause', or a function that disables an endpoint in your store, as in ({ endpoint }) => …, not a boolean.",
  );
});

/** Fails at each of the moments. */
function failAt(...moments: number[]) {
  let health: EndpointHealth | undefined;
  const told = moments.flatMap((now) => {
    const after = afterFailure(health, now, options);
    health = after.health;
    return after.tell.map((name) => [now, name]);
  });
  return { health: health!, told };
}

test('emits failing and disabled once each, when the failures have lasted', () => {
  const { told, health } = failAt(0, 99, 100, 101, 999, 1_000, 2_000);
  expect(told).toEqual([
    [100, 'failing'],
    [1_000, 'disabled'],
  ]);
  expect(health).toMatchObject({ failingSince: 0, failures: 7, announced: 'disabled' });
});

test('emits both at once after a long silence', () => {
  expect(failAt(0, 5_000).told).toEqual([
    [5_000, 'failing'],
    [5_000, 'disabled'],
  ]);
});

test('the circuit opens after so many failures, lets one through now and then, and ever more seldom', () => {
  expect(beforeAttempt(failAt(0, 1).health, 2, options)).toBeUndefined();
  let { health } = failAt(0, 1, 2);
  const opened: unknown[] = [];
  for (let now = 3; now < 110; now += 1) {
    const before = beforeAttempt(health, now, options);
    if (!before || !('probe' in before)) continue;
    opened.push(now);
    health = afterFailure(before.probe, now, options).health;
  }
  expect(opened).toEqual([12, 32, 57, 82, 107]);
  expect(beforeAttempt(health, 108, options)).toEqual({ waitUntil: 132 });
});

test('a clock that was put back keeps no circuit open', () => {
  const { health } = failAt(100_000, 100_001, 100_002);
  expect(beforeAttempt(health, 100_003, options)).toEqual({ waitUntil: 100_012 });
  expect(beforeAttempt(health, 50_000, options)).toHaveProperty('probe');
});

test('when it has lasted so long that the endpoint should be disabled, attempts count again', () => {
  const { health } = failAt(0, 1, 2, 1_000);
  expect(beforeAttempt(health, 1_000, options)).toBeUndefined();
});

test('an open circuit puts an attempt off, by a time and an equal wait', async () => {
  const context = {
    options: { runtime: { now: () => 1_000 } },
    health: { waitUntil: () => Promise.resolve(51_000) },
    pauses: { stateOf: () => undefined },
    channel: () => ({}),
  };
  const step = await makeAttempt(context as never, {} as never, 1, new AbortController().signal);
  expect(step).toEqual({ kind: 'retry', at: 51_000, delay: 50_000 });
});

test('opens no circuit with circuitAfter: 0', () => {
  const off = { ...options, circuitAfter: 0 };
  expect(afterFailure({ failingSince: 0, failures: 50 }, 1, off).health.openUntil).toBeUndefined();
});

test.each([[{ failingAfter: -1 }], [{ circuitAfter: NaN }], [{ circuitWait: '5' as never }]])(
  'rejects %p',
  (given) => {
    expect(() => resolveHealth(given)).toThrow(/^The option \w+ of health needs a number from 0 up/);
  },
);
