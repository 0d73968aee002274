import { inspect } from 'node:util';
import { ConfigError } from '../../../../src/shared/errors.js';
import { DeliveryFailedError } from '../../../../src/webhooks/notifier/errors.js';
import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';
import type { AttemptResult, Notification } from '../../../../src/webhooks/notifier/channel.js';
import { broken, channelOf, gone, hopeless, hurriedRuntime, sent, through } from './fixtures.js';

const EVENTS = ['sending', 'retrying', 'sent', 'gone', 'failed', 'dead'] as const;

/** A notifier whose channel `c` answers with these results in turn, and the names of the events it emits. */
function scripted(...results: AttemptResult[]) {
  const { waits, runtime } = hurriedRuntime();
  const notifier = new Notifier({ runtime });
  const events: string[] = [];
  for (const name of EVENTS) notifier.on(name, ({ attempt }) => events.push(`${name} ${attempt}`));
  notifier.register(channelOf('c', () => results.shift() ?? sent));
  return { notifier, events, waits };
}

describe('one delivery', () => {
  test.each([
    ['sent at once', [sent], 'sent', 1, ['sending 1', 'sent 1'], []],
    [
      'sent after two failures',
      [broken, broken, sent],
      'sent',
      3,
      ['sending 1', 'retrying 1', 'sending 2', 'retrying 2', 'sending 3', 'sent 3'],
      [250, 1_000],
    ],
    [
      'given up',
      [broken, broken, broken],
      'failed',
      3,
      ['sending 1', 'retrying 1', 'sending 2', 'retrying 2', 'sending 3', 'failed 3'],
      [250, 1_000],
    ],
    ['what cannot succeed', [hopeless], 'failed', 1, ['sending 1', 'failed 1'], []],
    ['gone', [gone], 'gone', 1, ['sending 1', 'gone 1'], []],
    ['gone later', [broken, gone], 'gone', 2, ['sending 1', 'retrying 1', 'sending 2', 'gone 2'], [250]],
    [
      'Retry-After',
      [{ ...broken, retryAfter: 2_000 } as AttemptResult, sent],
      'sent',
      2,
      ['sending 1', 'retrying 1', 'sending 2', 'sent 2'],
      [2_000],
    ],
  ] as [string, AttemptResult[], string, number, string[], number[]][])(
    '%s',
    async (_, results, outcome, attempts, expectedEvents, expectedWaits) => {
      const { notifier, events, waits } = scripted(...results);
      const { deliveries } = await notifier.send('me', through('c'));
      expect(deliveries).toHaveLength(1);
      expect(deliveries[0]).toMatchObject({
        id: 'dlv_2',
        messageId: 'msg_1',
        channel: 'c',
        outcome,
        attempts,
      });
      expect(deliveries[0]!.history).toHaveLength(attempts);
      expect(deliveries[0]!.error === undefined).toBe(outcome === 'sent');
      expect(events).toEqual(expectedEvents);
      expect(waits).toEqual(expectedWaits);
    },
  );

  test('the history has duration, error and next step of each attempt', async () => {
    const { notifier } = scripted(broken, sent);
    const { deliveries } = await notifier.send('me', through('c'));
    expect(deliveries[0]!.history).toEqual([
      {
        attempt: 1,
        startedAt: expect.any(Number),
        duration: 10,
        error: expect.any(Error),
        next: { retryIn: 250 },
      },
      { attempt: 2, startedAt: expect.any(Number), duration: 10, next: 'end' },
    ]);
  });

  test('fails the deliveries of a channel that cannot open, with its reason', async () => {
    const { runtime } = hurriedRuntime();
    const channel = { ...channelOf('c', () => sent), open: () => Promise.reject(new Error('no client')) };
    const notifier = new Notifier({ runtime }).register(channel).register(channelOf('fine', () => sent));
    const { deliveries } = await notifier.send('me', through('c', 'fine'));
    expect(deliveries).toMatchObject([
      { outcome: 'failed', attempts: 3, error: { message: 'no client' } },
      { outcome: 'sent' },
    ]);
  });

  test('a clock that is set back makes no duration negative', async () => {
    let clock = 1_000_000;
    const { runtime } = hurriedRuntime();
    const notifier = new Notifier({ runtime: { ...runtime, now: () => (clock -= 60_000) } });
    const durations: number[] = [];
    notifier.on('sent', ({ duration }) => durations.push(duration));
    const { deliveries } = await notifier.register(channelOf('c', () => sent)).send('me', through('c'));
    expect(deliveries[0]!.history).toMatchObject([{ startedAt: 880_000, duration: 10 }]);
    expect(durations).toEqual([10]);
  });

  test.each([
    ['a policy of your own', () => 42, 'sent', [42]],
    ['a negative wait is none', () => -5, 'sent', [0]],
    ['a wait longer than a timer can hold', () => 1e12, 'sent', [2 ** 31 - 1]],
    ['NaN is no wait', () => NaN, 'failed', []],
    ['the default for neither a number nor null', () => undefined as never, 'sent', [250]],
    ['the default for a promise', () => Promise.resolve(5) as never, 'sent', [250]],
    ['the default for one that rejects', () => Promise.reject(new Error('later')) as never, 'sent', [250]],
    [
      'the default for a policy that throws',
      () => {
        throw new Error('policy');
      },
      'sent',
      [250],
    ],
  ])('%s', async (_, retry, outcome, expectedWaits) => {
    const { waits, runtime } = hurriedRuntime();
    const results = [broken];
    const notifier = new Notifier({ runtime, retry }).register(channelOf('c', () => results.shift() ?? sent));
    const { deliveries } = await notifier.send('me', through('c'));
    expect(deliveries[0]!.outcome).toBe(outcome);
    expect(waits).toEqual(expectedWaits);
  });
});

/** What can be thrown and has no text, or none that can be had. */
const UNSPEAKABLE: readonly unknown[] = [
  Object.create(null),
  { toString: () => unspeakable() },
  Object.defineProperty(new Error(), 'message', { get: unspeakable }),
];

function unspeakable(): never {
  throw new Error('it has no text');
}

test.each(UNSPEAKABLE)('whatever is thrown by whomever, the others arrive: %#', async (thrown) => {
  const fail = (): never => {
    throw thrown;
  };
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const { runtime } = hurriedRuntime();
  const channels = { broken: fail, retried: () => broken, fine: () => sent };
  const notifier = new Notifier({ runtime, retry: fail });
  for (const [name, attempt] of Object.entries(channels)) notifier.register(channelOf(name, attempt));
  notifier.on('sent', fail);
  const via = (to: unknown): readonly string[] => (to === 'no via' ? fail() : Object.keys(channels));
  const { deliveries } = await notifier.send(['no via', 'ann'], { via });
  expect(deliveries.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed', 'sent']);
  warn.mockRestore();
});

test('survives a rejected promise where a value is required', async () => {
  const rejected = () => Promise.reject(new Error('later')) as never;
  const { runtime } = hurriedRuntime();
  const notifier = new Notifier({ runtime, orderBy: rejected }).register(channelOf('c', () => sent));
  const seen: unknown[] = [];
  const see = (error: unknown): void => void seen.push(error);
  process.on('unhandledRejection', see);
  const notifications = [{ via: rejected }, { via: () => ['c'], delay: rejected }, through('c')];
  for (const one of notifications)
    expect((await notifier.send('me', one)).deliveries).toMatchObject([{ outcome: 'failed' }]);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', see);
  expect(seen).toEqual([]);
});

describe('one failure never stops another delivery', () => {
  const nobody = { name: 'nobody', secret: 'notifiable-secret' };
  const notification: Notification<typeof nobody> = {
    via: (notifiable) => {
      if (notifiable.name === 'no via') throw new Error('via failed');
      if (notifiable.name === 'odd via') return 'c' as never;
      return notifiable.name === 'nowhere' ? [] : ['c', 'broken', 'c'];
    },
  };

  test('if a channel, a via or a listener throws', async () => {
    const { runtime } = hurriedRuntime();
    const notifier = new Notifier({ runtime }).register(channelOf('c', () => sent)).register(
      channelOf('broken', () => {
        throw new Error('channel broke its contract');
      }),
    );
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    notifier.on('sent', () => {
      throw new Error('listener');
    });
    notifier.on('sent', () => Promise.reject(new Error('async listener')));
    // The query of a library runs only when something waits for it.
    notifier.on('sent', () => ({
      then: (_: unknown, fail: (error: Error) => void) => {
        fail(new Error('query'));
      },
    }));
    const names = ['no via', 'odd via', 'nowhere', 'fine'];
    const { deliveries } = await notifier.send(
      names.map((name) => ({ ...nobody, name })),
      notification,
    );
    expect(deliveries.map(({ channel, outcome, attempts }) => [channel, outcome, attempts])).toEqual([
      ['', 'failed', 0],
      ['', 'failed', 0],
      ['c', 'sent', 1],
      ['broken', 'failed', 3],
    ]);
    expect(deliveries.map(({ notifiable }) => (notifiable as typeof nobody).name)).toEqual([
      'no via',
      'odd via',
      'fine',
      'fine',
    ]);
    expect(inspect(deliveries, { depth: 9 }) + JSON.stringify(deliveries)).not.toContain(nobody.secret);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warn.mock.calls.map(([message]) => message)).toEqual([
      expect.stringContaining('ended as failed, and nothing listens: via() threw: via failed.'),
      expect.stringContaining('"sent" failed: Error: listener'),
      expect.stringContaining('"sent" failed: Error: async listener'),
      expect.stringContaining('"sent" failed: Error: query'),
    ]);
    warn.mockRestore();
  });

  test('if a message cannot be prepared', async () => {
    const events: unknown[] = [];
    const prepare = ({ notifiable }: { notifiable: unknown }) => {
      if (notifiable === 'bad') throw new Error('cannot build');
      return notifiable;
    };
    const notifier = new Notifier({ runtime: hurriedRuntime().runtime }).register(
      channelOf('c', () => sent, prepare),
    );
    notifier.on('failed', (event) => events.push([event.attempt, event.notifiable, event.error.message]));
    const { deliveries } = await notifier.send(['bad', 'good'], through('c'));
    expect(deliveries.map(({ outcome }) => outcome)).toEqual(['failed', 'sent']);
    expect(events).toEqual([[0, 'bad', 'cannot build']]);
  });
});

describe('mistakes in the set-up reject before anything is sent', () => {
  test('names an unknown channel, and lists the known ones', async () => {
    const { notifier, events } = scripted();
    const notification: Notification<string> = { via: (who) => (who === 'last' ? ['typo'] : ['c']) };
    await expect(notifier.send(['first', 'last'], notification)).rejects.toThrow(/"typo".*registered: "c"/);
    expect(events).toEqual([]);
  });

  test('a channel that finds its configuration lacking', async () => {
    const prepare = ({ notifiable }: { notifiable: unknown }) => {
      if (notifiable === 'bad') throw new ConfigError('no URL');
    };
    let attempts = 0;
    const notifier = new Notifier().register(
      channelOf(
        'c',
        () => {
          attempts += 1;
          return sent;
        },
        prepare,
      ),
    );
    await expect(notifier.send(['good', 'bad'], through('c'))).rejects.toThrow('no URL');
    expect(attempts).toBe(0);
  });

  test('two channels of one name', () => {
    const { notifier } = scripted();
    expect(() => notifier.register(channelOf('c', () => sent))).toThrow(/already registered/);
  });

  test.each([
    { concurrency: 0 },
    { concurrencyPerTarget: 0 },
    { concurrency: NaN },
    { keepResponseBody: -1 },
  ])('%p', (options) => {
    expect(() => new Notifier(options)).toThrow(ConfigError);
  });
});

describe('throwOnFailure', () => {
  test.each([
    [{ throwOnFailure: true }, {}],
    [{}, { throwOnFailure: true }],
  ])('%p, %p: lists the undelivered ones in one error', async (options, sendOptions) => {
    const notifier = new Notifier({ ...options, runtime: hurriedRuntime().runtime })
      .register(channelOf('good', () => sent))
      .register(channelOf('bad', () => hopeless))
      .register(channelOf('over', () => gone));
    const error = await notifier
      .send('me', through('good', 'bad', 'over'), sendOptions)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DeliveryFailedError);
    expect((error as DeliveryFailedError).message).toMatch(
      /2 of 3 deliveries did not arrive:\n- bad .*hopeless\n- over .*gone/,
    );
    expect((error as DeliveryFailedError).errors).toEqual([new Error('hopeless'), new Error('gone')]);
  });

  test('does not throw if all deliveries arrive', async () => {
    const { notifier } = scripted();
    await expect(notifier.send('me', through('c'), { throwOnFailure: true })).resolves.toBeDefined();
  });
});
