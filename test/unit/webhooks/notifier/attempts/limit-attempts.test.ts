import type { EngineHost, Job, Step } from '../../../../../src/webhooks/notifier/engine.js';
import { limitAttempts } from '../../../../../src/webhooks/notifier/attempts/limit-attempts.js';
import { systemRuntime } from '../../../../../src/webhooks/notifier/runtime.js';

const SENT: Step = { kind: 'done', outcome: 'sent' };
const jobOf = (id: string): Job => ({ id, messageId: id, channel: 'c', group: 'g', payload: {} });

/** The limited handler of a host that runs one attempt at a time, and what its attempts are. */
function open() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const host: EngineHost = {
    handle: ({ id }, _, { aborted }) => {
      begun.push(aborted ? `${id} aborted` : id);
      return aborted ? Promise.resolve(SENT) : new Promise((resolve) => ends.push(() => resolve(SENT)));
    },
    limits: { concurrency: 1, concurrencyPerTarget: 1, concurrencyUnanswered: 0 },
    runtime: systemRuntime,
    warn: () => undefined,
  };
  return { begun, ends, handle: limitAttempts(host) };
}

test('a job that is aborted while it waits gets its step without a place, and the next one gets the place', async () => {
  const { begun, ends, handle } = open();
  const never = new AbortController().signal;
  const aborting = new AbortController();
  const first = handle(jobOf('first'), 1, never);
  const second = handle(jobOf('second'), 1, aborting.signal);
  const third = handle(jobOf('third'), 1, never);
  aborting.abort();
  expect(await second).toEqual(SENT);
  expect(begun).toEqual(['first', 'second aborted']);
  ends.shift()?.();
  await first;
  await Promise.resolve();
  expect(begun).toEqual(['first', 'second aborted', 'third']);
  ends.shift()?.();
  expect(await third).toEqual(SENT);
});

test('a job that was aborted before gets its step at once', async () => {
  const { begun, handle } = open();
  expect(await handle(jobOf('late'), 1, AbortSignal.abort())).toEqual(SENT);
  expect(begun).toEqual(['late aborted']);
});
