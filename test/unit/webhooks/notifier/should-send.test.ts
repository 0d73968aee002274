import { inspect } from 'node:util';
import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';
import { query } from '../../../support/webhooks/query.js';
import { channelOf, gate, hurriedRuntime, sent, through } from './fixtures.js';

const NOW = 1_700_000_000_000;

function play(notification: object) {
  const { runtime, waits } = hurriedRuntime();
  const attempted: unknown[] = [];
  const channel = (name: string) =>
    channelOf(name, (payload) => {
      attempted.push(`${name} ${String(payload)}`);
      return sent;
    });
  const notifier = new Notifier({ runtime }).register(channel('a')).register(channel('b'));
  const send = (to: unknown) => notifier.send(to, { ...through('a', 'b'), ...notification });
  return { notifier, send, attempted, waits };
}

describe('shouldSend', () => {
  test.each([
    ['at once', (name: unknown) => name !== 'bob'],
    ['later', async (name: unknown) => Promise.resolve(name !== 'bob')],
    ['by a query', (name: unknown) => query(name !== 'bob')],
  ])('false, %s: no delivery, and the result says for whom', async (_, shouldSend) => {
    const { send, attempted } = play({ shouldSend });
    const { deliveries, skipped } = await send(['ann', 'bob', 'cid']);
    expect(deliveries.map(({ channel, notifiable }) => [channel, notifiable])).toEqual([
      ['a', 'ann'],
      ['b', 'ann'],
      ['a', 'cid'],
      ['b', 'cid'],
    ]);
    expect(attempted.sort()).toEqual(['a ann', 'a cid', 'b ann', 'b cid']);
    expect(skipped.map(({ channel, notifiable }) => [channel, notifiable])).toEqual([
      ['a', 'bob'],
      ['b', 'bob'],
    ]);
    expect(inspect(skipped)).not.toContain('bob');
  });

  test("gets the channel's name, is called as a method, and no message is built if it returns false", async () => {
    const built: string[] = [];
    const channel = (name: string) =>
      channelOf(
        name,
        () => sent,
        () => void built.push(name),
      );
    class OnlyB {
      readonly wanted = 'b';
      via() {
        return ['a', 'b'];
      }
      shouldSend(_: unknown, name: string) {
        return name === this.wanted;
      }
    }
    const notifier = new Notifier({ throwOnFailure: true }).register(channel('a')).register(channel('b'));
    const { deliveries, skipped } = await notifier.send('x', new OnlyB());
    expect([deliveries.length, skipped, built]).toEqual([1, [{ channel: 'a' }], ['b']]);
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('no database');
      },
      /^shouldSend\(\) threw: no database/,
    ],
    ['rejects', () => Promise.reject(new Error('no database')), /^shouldSend\(\) threw: no database/],
    ['gives nothing', () => undefined, /^shouldSend\(\) threw: it must return true or false/],
    ['promises a text', () => Promise.resolve('no'), /^shouldSend\(\) threw: .*not "no"/],
  ])('one that %s is a failure of that delivery, and of no other', async (_, fail, message) => {
    const { send } = play({ shouldSend: (name: string) => (name === 'bob' ? fail() : true) });
    const { deliveries, skipped } = await send(['bob', 'ann']);
    expect(deliveries.map(({ outcome, error }) => [outcome, error?.message])).toEqual([
      ['failed', expect.stringMatching(message)],
      ['failed', expect.stringMatching(message)],
      ['sent', undefined],
      ['sent', undefined],
    ]);
    expect(skipped).toEqual([]);
  });

  test('the signal and drain end a shouldSend that never responds', async () => {
    const never = { shouldSend: () => new Promise<boolean>(() => undefined) };
    const { notifier, send } = play(never);
    const sending = send('x');
    await notifier.drain({ timeout: 1 });
    expect((await sending).deliveries).toMatchObject([
      { outcome: 'failed', error: { code: 'ERR_DELIVERY_ABORTED' } },
      { outcome: 'failed', error: { code: 'ERR_DELIVERY_ABORTED' } },
    ]);
  });
});

describe('delay', () => {
  test.each<[string, unknown, number[]]>([
    ['milliseconds', 5_000, [5_000]],
    ['a moment', new Date(NOW + 60_000), [60_000]],
    ['a function', (name: string) => (name === 'x' ? 7 : 8), [7]],
    ['a function that gives a moment', () => new Date(NOW + 9), [9]],
    ['a moment that is past', new Date(NOW - 1), []],
    ['none', 0, []],
    ['a function that gives none', () => undefined, []],
    ['longer than a timer can be', 2 ** 31 + 9, [2 ** 31 - 1, 10]],
  ])('%s', async (_, delay, expected) => {
    const { send, waits, attempted } = play({ via: () => ['a'], delay });
    await send('x');
    expect(waits).toEqual(expected);
    expect(attempted).toEqual(['a x']);
  });

  test.each([NaN, Infinity, new Date(NaN), 'tomorrow', null, () => Promise.resolve(5)])(
    '%p is no delay: a failure that says so, with nothing sent',
    async (delay) => {
      const { send, attempted } = play({ via: () => ['a'], delay });
      expect((await send('x')).deliveries).toMatchObject([
        {
          outcome: 'failed',
          attempts: 0,
          error: { message: expect.stringMatching(/^delay threw: it must be a number of milliseconds/) },
        },
      ]);
      expect(attempted).toEqual([]);
    },
  );

  test('drain waits for it, and one delayed delivery holds up no other', async () => {
    const { passed, open } = gate();
    const order: unknown[] = [];
    const channel = channelOf('a', (payload) => {
      order.push(payload);
      return sent;
    });
    const notifier = new Notifier({ concurrency: 1, runtime: { sleep: () => passed } }).register(channel);
    const late = notifier.send('late', { ...through('a'), delay: 1_000 });
    await notifier.send('soon', through('a'));
    const drained = notifier.drain().then(() => order.push('drained'));
    open();
    await Promise.all([late, drained]);
    expect(order).toEqual(['soon', 'late', 'drained']);
  });

  test.each(['signal', 'drain'])('%s ends it: failed, without an attempt', async (by) => {
    const attempted: unknown[] = [];
    const events: unknown[] = [];
    const notifier = new Notifier().register(channelOf('a', () => (attempted.push(1), sent)));
    notifier.on('failed', ({ attempt, error }) => events.push([attempt, error.name]));
    const controller = new AbortController();
    const sending = notifier.send('x', { ...through('a'), delay: 3_600_000 }, { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    if (by === 'signal') controller.abort();
    await notifier.drain({ timeout: 1 });
    expect((await sending).deliveries).toMatchObject([
      { outcome: 'failed', attempts: 0, error: { code: 'ERR_DELIVERY_ABORTED' } },
    ]);
    expect(attempted).toEqual([]);
    expect(events).toEqual([[0, 'DeliveryAbortedError']]);
  });
});
