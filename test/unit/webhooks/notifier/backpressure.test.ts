import { ConfigError } from '../../../../src/shared/errors.js';
import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';
import type { Channel } from '../../../../src/webhooks/notifier/channel.js';
import { channelOf, gate, sent, through } from './fixtures.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const everyone = Array.from({ length: 2_200 }, (_, n) => n);

/** Counts what is built and has not ended. */
function counting(attempt: () => Promise<unknown> = turn, size = 0) {
  const seen = { built: 0, ended: 0, most: 0, builtBeforeFirst: 0 };
  const channel: Channel = {
    name: 'c',
    prepare: ({ notifiable }) => {
      seen.built += 1;
      seen.most = Math.max(seen.most, seen.built - seen.ended);
      return Promise.resolve({ payload: notifiable, group: `${(notifiable as number) % 7}`, size });
    },
    attempt: async () => {
      seen.builtBeforeFirst ||= seen.built;
      await attempt();
      seen.ended += 1;
      return sent;
    },
  };
  return { seen, channel };
}

describe('a send to many', () => {
  test('holds a thousand messages besides running ones, and delivers all in their order', async () => {
    const { seen, channel } = counting();
    const { deliveries } = await new Notifier().register(channel).send(everyone, through('c'));
    expect(deliveries.map(({ notifiable }) => notifiable)).toEqual(everyone);
    expect(deliveries.every(({ outcome }) => outcome === 'sent')).toBe(true);
    expect(seen.builtBeforeFirst).toBe(1_000);
    expect(seen.most).toBeLessThanOrEqual(1_000 + 64);
  });

  test('large messages: as many as fit into 64 MiB', async () => {
    const { seen, channel } = counting(turn, 8 * 1024 * 1024);
    const slow: Channel = {
      ...channel,
      prepare: async (request) => {
        const until = performance.now() + 2; // as long as building such a message takes
        while (performance.now() < until);
        return channel.prepare(request);
      },
    };
    await new Notifier().register(slow).send(everyone.slice(0, 50), through('c'));
    expect(seen.ended).toBe(50);
    expect(seen.most).toBeLessThanOrEqual(8 + 8);
  });

  test('a mistake in the set-up sends no message if it is among the first thousand; otherwise the others are sent', async () => {
    for (const wrong of [999, 1_000]) {
      const { seen, channel } = counting();
      const mistaken: Channel = {
        ...channel,
        prepare: (request) =>
          request.notifiable === wrong ? Promise.reject(new ConfigError('no URL')) : channel.prepare(request),
      };
      const sending = new Notifier().register(mistaken).send(everyone.slice(0, 1_500), through('c'));
      await expect(sending).rejects.toThrow('no URL');
      expect(seen.ended).toBe(wrong < 1_000 ? 0 : 1_499);
    }
  });

  test('a target that does not answer holds up the building of no other message', async () => {
    const { passed, open } = gate();
    const seen = { live: 0 };
    const channel: Channel = {
      ...channelOf('c', async (notifiable) => {
        if (notifiable === 'dead') await passed;
        else seen.live += 1;
        return sent;
      }),
      prepare: ({ notifiable }) => Promise.resolve({ payload: notifiable, group: String(notifiable) }),
    };
    const mixed = everyone.map((n) => (n % 2 === 0 ? 'dead' : 'live'));
    const notifier = new Notifier().register(channel);
    const sending = notifier.send(mixed, through('c'));
    while (seen.live < 1_100) await turn();
    open();
    expect((await sending).deliveries).toHaveLength(everyone.length);
  });

  test('ends and builds no more messages when it is aborted', async () => {
    const controller = new AbortController();
    const { seen, channel } = counting(async () => {
      await turn();
      if (seen.ended > 500) controller.abort();
    });
    const { deliveries } = await new Notifier()
      .register(channel)
      .send(everyone, through('c'), { signal: controller.signal });
    expect(deliveries).toHaveLength(everyone.length);
    expect(seen.built).toBeLessThan(2_000);
  });

  test('builds up to a thousand slow messages concurrently', async () => {
    let building = 0;
    let most = 0;
    const { passed, open } = gate();
    const channel: Channel = {
      ...channelOf('c', () => sent),
      prepare: async ({ notifiable }) => {
        building += 1;
        most = Math.max(most, building);
        // With fewer side by side, no message would ever be built.
        if (building === 1_000) open();
        await passed;
        building -= 1;
        return { payload: notifiable, group: 'c' };
      },
    };
    await new Notifier().register(channel).send(everyone, through('c'));
    expect(most).toBeLessThanOrEqual(2_000); // the first thousand, and a thousand of the others
  });

  test('others have their turn all the time', async () => {
    const { channel } = counting();
    const heavy: Channel = {
      ...channel,
      prepare: (request) => {
        const until = performance.now() + 0.1;
        while (performance.now() < until);
        return channel.prepare(request);
      },
    };
    const watch = { turns: 0, ended: false };
    const watching = (async () => {
      for (; !watch.ended; watch.turns += 1) await turn();
    })();
    await new Notifier().register(heavy).send(everyone.slice(0, 1_200), through('c'));
    watch.ended = true;
    await watching;
    // 1,200 messages take 120 ms to build, which makes 15 pieces of 8 ms.
    expect(watch.turns).toBeGreaterThan(12);
  });
});
