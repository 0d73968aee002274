import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';
import type { NotifierOptions } from '../../../../src/webhooks/notifier/notifier-options.js';
import { SLOW_AFTER } from '../../../../src/webhooks/notifier/attempts/target-health.js';
import { channelOf, gate, hurriedRuntime, sent, through } from './fixtures.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function sendTo(to: unknown) {
  const notifier = new Notifier().register(channelOf('c', () => sent));
  const { deliveries } = await notifier.send(to, through('c'));
  return deliveries.map(({ notifiable }) => notifiable);
}

class Team {
  constructor(readonly members: readonly string[]) {}
  *[Symbol.iterator]() {
    yield* this.members;
  }
}

async function* stream<T>(...items: readonly T[]) {
  for (const item of items) {
    await turn();
    yield item;
  }
}

describe('who is notified', () => {
  const team = new Team(['ann', 'bob']);
  const one = { name: 'ann' };
  test.each<[string, () => unknown, unknown[]]>([
    ['one', () => one, [one]],
    ['a string is one', () => 'ann', ['ann']],
    ['an array', () => ['ann', 'bob'], ['ann', 'bob']],
    ['nobody', () => [], []],
    ['a Set', () => new Set(['ann', 'bob', 'ann']), ['ann', 'bob']],
    ["a Map's values", () => new Map([[1, 'ann']]).values(), ['ann']],
    ['a generator', () => team[Symbol.iterator](), ['ann', 'bob']],
    ['an iterable object', () => team, ['ann', 'bob']],
    ['an iterable object in an array is one', () => [team], [team]],
    ['an async iterable', () => stream('ann', 'bob'), ['ann', 'bob']],
    ['an empty async iterable', () => stream(), []],
  ])('%s', async (_, to, expected) => {
    expect(await sendTo(to())).toEqual(expected);
  });

  test('a Set is read when send is called', async () => {
    const to = new Set(['ann']);
    const sending = sendTo(to);
    to.add('bob');
    expect(await sending).toEqual(['ann']);
  });

  test('compiles with one or many notifiables of the right type', async () => {
    const notifier = new Notifier().register(channelOf('c', () => sent));
    const notification = { via: (_: { readonly name: string }) => ['c'] };
    const sendings = [
      notifier.send(one, notification),
      notifier.send([one], notification),
      notifier.send(new Set([one]), notification),
      notifier.send(stream(one), notification),
    ];
    for (const { deliveries } of await Promise.all(sendings))
      expect(deliveries).toMatchObject([{ outcome: 'sent' }]);
    // @ts-expect-error numbers have no name
    await notifier.send(new Set([1]), notification);
    // @ts-expect-error numbers have no name
    await notifier.send(stream(1), notification);
  });
});

describe('an async iterable', () => {
  /** Counts what was asked for and what has ended. */
  function counting(attempt: () => Promise<unknown> = turn, options: NotifierOptions = {}) {
    const seen = { asked: 0, ended: 0, most: 0, closed: false };
    async function* everyone(count = Infinity) {
      try {
        for (let n = 0; n < count; n += 1) {
          seen.asked += 1;
          seen.most = Math.max(seen.most, seen.asked - seen.ended);
          yield await Promise.resolve(n);
        }
      } finally {
        seen.closed = true;
      }
    }
    const channel = channelOf('c', async () => {
      await attempt();
      seen.ended += 1;
      return sent;
    });
    return { seen, everyone, notifier: new Notifier(options).register(channel) };
  }

  describe('by a clock of its own', () => {
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    test('is read as places become free: a thousand wait at most, but for those to a silent target', async () => {
      const held = gate();
      let time = 0;
      const runtime = { ...hurriedRuntime().runtime, monotonic: () => time };
      const { seen, everyone, notifier } = counting(() => held.passed, { runtime });
      const sending = notifier.send(everyone(3_000), through('c'));
      while (seen.asked < 900) await turn();
      for (let quiet = 0; quiet < 100; quiet += 1) await turn();
      expect(seen.most).toBeLessThanOrEqual(1_000 + 64);
      time = SLOW_AFTER;
      jest.advanceTimersByTime(SLOW_AFTER);
      while (seen.asked < 3_000) await turn();
      held.open();
      expect((await sending).deliveries).toHaveLength(3_000);
    });
  });

  test('is not awaited before the first message leaves', async () => {
    const { passed, open } = gate();
    const { seen, notifier } = counting(() => Promise.resolve());
    const sending = notifier.send(
      (async function* () {
        yield 'first';
        await passed;
        yield 'second';
      })(),
      through('c'),
    );
    while (seen.ended === 0) await turn();
    open();
    expect((await sending).deliveries).toHaveLength(2);
  });

  test('a signal ends the reading, and closes the source', async () => {
    const { seen, everyone, notifier } = counting();
    const controller = new AbortController();
    const sending = notifier.send(everyone(), through('c'), { signal: controller.signal });
    while (seen.ended < 100) await turn();
    controller.abort();
    const { deliveries } = await sending;
    expect(deliveries.length).toBe(seen.asked);
    expect(seen.closed).toBe(true);
  });

  test('drain ends a hanging source, and the others finish', async () => {
    const { notifier } = counting();
    const sending = notifier.send(
      (async function* () {
        yield 'first';
        await new Promise(() => undefined);
      })(),
      through('c'),
    );
    await notifier.drain({ timeout: 20 });
    expect((await sending).deliveries).toMatchObject([{ outcome: 'sent' }]);
  });

  test('rejects with its error after the other deliveries have ended', async () => {
    const { seen, notifier } = counting();
    const failing = (async function* () {
      yield* stream(1, 2, 3);
      throw new Error('cursor lost');
    })();
    await expect(notifier.send(failing, through('c'))).rejects.toThrow('cursor lost');
    expect(seen.ended).toBe(3);
  });

  test('a mistake in the set-up is found when it is met, and closes the source', async () => {
    const { seen, everyone, notifier } = counting();
    const notification = { via: (n: number) => [n === 5 ? 'nowhere' : 'c'] };
    await expect(notifier.send(everyone(), notification)).rejects.toThrow(
      expect.objectContaining({ code: 'ERR_UNKNOWN_CHANNEL' }),
    );
    expect([seen.ended, seen.closed]).toEqual([5, true]);
  });
});
