import type { Channel, AttemptResult } from '../../../../src/webhooks/notifier/channel.js';
import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';

describe('a process that exits during a send', () => {
  let arrive: (result: AttemptResult) => void;
  const slow: Channel = {
    name: 'mail',
    prepare: () => Promise.resolve({ payload: {}, group: 'mail', isLimited: false }),
    attempt: () => new Promise((resolve) => (arrive = resolve)),
  };
  const environment = process.env.NODE_ENV;
  let before: number;
  let logged: jest.SpyInstance;
  beforeEach(() => {
    before = process.listenerCount('exit');
    logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    process.env.NODE_ENV = environment;
    jest.restoreAllMocks();
  });

  /** Calls what the process would call at its exit during a send, then ends the send. */
  const exitDuringSend = async (): Promise<void> => {
    const notifier = new Notifier().register(slow);
    const attempt = new Promise((resolve) => notifier.on('sending', resolve));
    const sending = notifier.send('ann', { via: () => ['mail'] });
    await attempt;
    expect(process.listenerCount('exit')).toBe(before + 1);
    (process.listeners('exit').at(-1) as () => void)();
    await new Promise(setImmediate);
    arrive({ kind: 'sent' });
    await sending;
  };

  it('names the deliveries that are under way, and listens no longer than they are', async () => {
    await exitDuringSend();
    expect(logged).toHaveBeenCalledTimes(1);
    expect(logged).toHaveBeenCalledWith(
      expect.stringMatching(/exits while 1 delivery is under way\. .* await notifier\.drain\(\)/),
    );
    expect(process.listenerCount('exit')).toBe(before);
  });

  it('is silent in production', async () => {
    process.env.NODE_ENV = 'production';
    await exitDuringSend();
    expect(logged).not.toHaveBeenCalled();
  });
});
