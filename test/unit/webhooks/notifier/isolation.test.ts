import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';
import type { AttemptResult, Channel } from '../../../../src/webhooks/notifier/channel.js';
import { broken, sent, through } from './fixtures.js';

/** The clock is the test's: what is counted depends on who waits for whom, and not on how busy the machine is. */
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const stalled = { kind: 'sent', response: { status: 200, stalled: true } } as AttemptResult;

/** How an attempt at a dead host goes, with the channel's default time limits. */
const DEAD: Readonly<Record<string, () => Promise<AttemptResult>>> = {
  'when connecting, or before the status': async () => {
    await sleep(30_000);
    return broken;
  },
  'in the body': async () => {
    await sleep(1_020);
    return stalled;
  },
};

interface Dead {
  readonly count: number;
  readonly attempt: () => Promise<AttemptResult>;
  /** Whether they answered until now. */
  readonly wereAlive?: boolean;
}

/** How many messages a live host gets within so many seconds at default settings, each answered after 200 ms. */
async function countLive(seconds: number, { count, attempt, wereAlive = false }: Dead): Promise<number> {
  const state = { areDead: !wereAlive, sent: 0 };
  const channel: Channel = {
    name: 'c',
    prepare: ({ notifiable }) => Promise.resolve({ payload: notifiable, group: String(notifiable) }),
    attempt: async (host) => {
      if (host !== 'live' && state.areDead) return attempt();
      await sleep(200);
      return sent;
    },
  };
  const notifier = new Notifier().register(channel);
  const hosts = Array.from({ length: count }, (_, n) => `dead ${n}`);
  const send = (to: unknown) => notifier.send(to, through('c'));
  if (wereAlive) {
    void send([...hosts, 'live']);
    await jest.advanceTimersByTimeAsync(250);
    state.areDead = true;
  }
  void send(
    Array(count < 10 ? 50 : 5)
      .fill(hosts)
      .flat(),
  );
  await jest.advanceTimersByTimeAsync(0);
  const end = performance.now() + seconds * 1_000;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      await send('live');
      state.sent += 1;
    }
  };
  for (let n = 0; n < 32; n += 1) void work();
  await jest.advanceTimersByTimeAsync(seconds * 1_000);
  return state.sent;
}

const nobody: Dead = { count: 0, attempt: () => Promise.resolve(sent) };

describe.each(Object.entries(DEAD))('hosts that hang %s', (_, attempt) => {
  test.each([
    [4, false, 4],
    [64, false, 4],
    [200, false, 4],
    // It takes a second to find out, once.
    [200, true, 30],
  ])('%i of them, alive until now: %p: a live host keeps 95 percent', async (count, wereAlive, seconds) => {
    const alone = await countLive(seconds, nobody);
    expect(alone).toBeGreaterThan(75 * seconds); // 16 at once, 5 times in a second
    expect((await countLive(seconds, { count, attempt, wereAlive })) / alone).toBeGreaterThanOrEqual(0.95);
  });
});
