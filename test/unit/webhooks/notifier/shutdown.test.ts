import { getEventListeners } from 'node:events';
import { DeliveryAbortedError } from '../../../../src/webhooks/notifier/errors.js';
import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';
import { broken, channelOf, gate, sent, through } from './fixtures.js';

/** Ends its attempt as an honest channel does when the signal fires. */
const hanging = (began: () => void) =>
  channelOf('c', (_, { signal, attempt }) => {
    began();
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve({ kind: 'failed', retryable: false, error: new DeliveryAbortedError(attempt) });
      });
    });
  });

test.each(['stop', 'drain'] as const)(
  '%s does not wait for an attempt that ignores its signal',
  async (end) => {
    const { passed, open } = gate();
    const deaf = channelOf('c', () => {
      open();
      return new Promise(() => undefined);
    });
    const notifier = new Notifier().register(deaf);
    void notifier.send('a', through('c'));
    await passed;
    await expect(notifier[end]({ grace: 1, timeout: 1 })).resolves.toBeUndefined();
  },
);

describe('AbortSignal', () => {
  test('a signal aborted before: makes no attempt, and each delivery fails', async () => {
    const notifier = new Notifier().register(channelOf('c', () => Promise.reject(new Error('must not run'))));
    const events: string[] = [];
    notifier.on('sending', () => events.push('sending'));
    notifier.on('failed', () => events.push('failed'));
    const { deliveries } = await notifier.send(['a', 'b'], through('c'), { signal: AbortSignal.abort() });
    expect(deliveries).toMatchObject([
      { outcome: 'failed', attempts: 0, error: { code: 'ERR_DELIVERY_ABORTED' } },
      { outcome: 'failed', attempts: 0, error: { code: 'ERR_DELIVERY_ABORTED' } },
    ]);
    expect(events).toEqual(['failed', 'failed']);
  });

  test('ends a delivery during an attempt, and while it waits for a place', async () => {
    const { passed, open } = gate();
    const controller = new AbortController();
    const notifier = new Notifier({ concurrency: 1 }).register(hanging(open));
    const sending = notifier.send(['a', 'b'], through('c'), { signal: controller.signal });
    await passed;
    controller.abort();
    const { deliveries } = await sending;
    expect(deliveries.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      ['failed', 1],
      ['failed', 0],
    ]);
  });

  test('an attempt that fails after the signal fired plans no other', async () => {
    const controller = new AbortController();
    const notifier = new Notifier().register(
      channelOf('c', () => {
        controller.abort();
        return broken;
      }),
    );
    const retrying = jest.fn();
    notifier.on('retrying', retrying);
    const { deliveries } = await notifier.send('a', through('c'), { signal: controller.signal });
    expect(deliveries[0]).toMatchObject({ outcome: 'failed', attempts: 1, error: { message: 'broken' } });
    expect(retrying).not.toHaveBeenCalled();
  });

  test('ends a delivery while it waits for another attempt, with the real clock', async () => {
    const controller = new AbortController();
    const notifier = new Notifier({ retry: () => 3_600_000 }).register(channelOf('c', () => broken));
    notifier.on('retrying', () => {
      controller.abort();
    });
    const { deliveries } = await notifier.send('a', through('c'), { signal: controller.signal });
    expect(deliveries[0]).toMatchObject({
      outcome: 'failed',
      attempts: 1,
      error: { code: 'ERR_DELIVERY_ABORTED' },
    });
  });

  test('a signal that outlives the deliveries keeps no listener of them', async () => {
    const { signal } = new AbortController();
    const notifier = new Notifier().register(channelOf('c', () => sent));
    const many = Array.from({ length: 50 }, (_, n) => n);
    await Promise.all([1, 2, 3].map(() => notifier.send(many, through('c'), { signal })));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('drain', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('waits for running deliveries, retries included, and closes the channels', async () => {
    jest.useFakeTimers();
    const { passed, open } = gate();
    const results = [broken, broken];
    let closed = 0;
    const notifier = new Notifier({ runtime: { sleep: () => passed } }).register({
      ...channelOf('c', () => results.shift() ?? sent),
      close: () => (closed += 1),
    });
    const order: string[] = [];
    const sending = notifier.send('a', through('c')).then(() => order.push('sent'));
    const draining = notifier.drain().then(() => order.push('drained'));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(order).toEqual([]);
    open();
    await Promise.all([sending, draining]);
    expect(order).toEqual(['sent', 'drained']);
    expect(closed).toBe(1);
  });

  test('with a time limit, aborts the rest, but not later sends', async () => {
    const notifier = new Notifier()
      .register(hanging(() => undefined))
      .register(channelOf('fine', () => sent));
    const sending = notifier.send('a', through('c'));
    await notifier.drain({ timeout: 5 });
    expect((await sending).deliveries[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'ERR_DELIVERY_ABORTED' },
    });
    expect((await notifier.send('a', through('fine'))).deliveries[0]!.outcome).toBe('sent');
  });

  test.each([2 ** 31, Infinity])('with a limit of %d ms it waits', async (timeout) => {
    jest.useFakeTimers();
    // Node fires a timer of more than 2 ** 31 - 1 ms at once.
    const { passed, open } = gate();
    const notifier = new Notifier().register(
      channelOf('c', (_, { signal }) => passed.then(() => (signal.aborted ? broken : sent))),
    );
    const sending = notifier.send('a', through('c'));
    const draining = notifier.drain({ timeout });
    await jest.advanceTimersByTimeAsync(1_000);
    open();
    await draining;
    expect((await sending).deliveries[0]!.outcome).toBe('sent');
  });

  test('resolves at once if no delivery is running', async () => {
    await expect(new Notifier().drain()).resolves.toBeUndefined();
  });
});
