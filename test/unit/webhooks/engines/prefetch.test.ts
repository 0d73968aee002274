import { BYTES_AHEAD, openLimiter, Prefetch } from '../../../../src/webhooks/engines/shared/attempts.js';
import { systemRuntime } from '../../../../src/webhooks/notifier/runtime.js';
import { gate } from '../notifier/fixtures.js';

const MEGABYTE = 1024 * 1024;

const open = () => {
  const limits = { concurrency: 64, concurrencyPerTarget: 2, concurrencyUnanswered: 256 };
  const limiter = openLimiter({ limits, runtime: systemRuntime });
  for (const origin of ['large', 'small']) limiter.take(origin)?.end(true);
  return new Prefetch(limiter, { perOrigin: 100, total: 200 });
};
const sent = { kind: 'done', outcome: 'sent' } as const;

test('deliveries wait for a place up to a number of bytes, whatever their number', async () => {
  const prefetch = open();
  const { passed, open: answer } = gate();
  const runs = [];
  for (;;) {
    const run = prefetch.acquirePlace('large', MEGABYTE);
    if (!run) break;
    runs.push(run(() => passed.then(() => sent)));
  }
  // Two are under way, and do not count.
  expect(runs).toHaveLength(2 + BYTES_AHEAD / MEGABYTE);
  expect(prefetch.hasRoom('large')).toBe(false);
  answer();
  await Promise.all(runs);
  expect(prefetch.hasRoom('large')).toBe(true);
});

test('deliveries of another origin have a place beside those that wait', async () => {
  const prefetch = open();
  while (prefetch.acquirePlace('large', MEGABYTE));
  expect(prefetch.hasRoom('small')).toBe(false);
  await expect(prefetch.acquirePlace('small', 100)?.(() => Promise.resolve(sent))).resolves.toBe(sent);
});

test('what is about to wait counts, too', () => {
  const prefetch = open();
  const ahead = { perOrigin: 1, total: 1 };
  expect(prefetch.hasRoom('large', { ...ahead, bytes: BYTES_AHEAD - 1 })).toBe(true);
  expect(prefetch.hasRoom('large', { ...ahead, bytes: BYTES_AHEAD })).toBe(false);
});
