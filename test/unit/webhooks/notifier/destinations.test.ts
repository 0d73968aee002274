import { Notifier } from '../../../../src/webhooks/notifier/notifier.js';
import type { AttemptResult, Channel } from '../../../../src/webhooks/notifier/channel.js';
import { broken, hurriedRuntime, sent, through } from './fixtures.js';

/** A channel with two endpoints for each notifiable, and one whose message cannot be prepared. */
const fanOut = (attempt: (endpoint: string) => AttemptResult = () => sent): Channel<string> => ({
  name: 'c',
  prepare: ({ notifiable }) =>
    Promise.resolve([
      { payload: `${String(notifiable)}-a`, group: 'https://a.example', endpoint: 'a', messageId: 'given' },
      { error: new Error('no URL'), endpoint: 'b' },
      { payload: `${String(notifiable)}-c`, group: 'https://c.example', endpoint: 'c' },
    ]),
  attempt: (payload, { messageId }) => Promise.resolve({ ...attempt(payload), messageId }),
});

describe('a channel with several destinations', () => {
  test('each is a delivery of its own, in order, and one fails alone', async () => {
    const notifier = new Notifier({ runtime: hurriedRuntime().runtime }).register(fanOut());
    const { deliveries } = await notifier.send(['x', 'y'], through('c'));
    const one = [
      { endpoint: 'a', origin: 'https://a.example', messageId: 'given', outcome: 'sent' },
      { endpoint: 'b', outcome: 'failed', attempts: 0, error: { message: 'no URL' } },
      { endpoint: 'c', origin: 'https://c.example', outcome: 'sent' },
    ];
    expect(deliveries).toMatchObject([...one, ...one]);
    expect(deliveries[1]!.messageId).toBe(deliveries[2]!.messageId);
    expect(deliveries[4]!.messageId).not.toBe(deliveries[2]!.messageId);
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(6);
  });

  test('retries and events are its own too', async () => {
    const { waits, runtime } = hurriedRuntime();
    const notifier = new Notifier({ runtime }).register(
      fanOut((payload) => (payload === 'x-c' ? broken : sent)),
    );
    const events: unknown[] = [];
    for (const name of ['sent', 'retrying', 'failed'] as const)
      notifier.on(name, ({ endpoint, origin, attempt }) => events.push([name, endpoint, origin, attempt]));
    const { deliveries } = await notifier.send('x', through('c'));
    expect(events).toEqual([
      ['failed', 'b', undefined, 0],
      ['sent', 'a', 'https://a.example', 1],
      ['retrying', 'c', 'https://c.example', 1],
      ['retrying', 'c', 'https://c.example', 2],
      ['failed', 'c', 'https://c.example', 3],
    ]);
    expect(deliveries.map(({ attempts }) => attempts)).toEqual([1, 0, 3]);
    expect(waits).toEqual([250, 1_000]);
  });

  test('DeliveryFailedError names the endpoints', async () => {
    const notifier = new Notifier({ runtime: hurriedRuntime().runtime }).register(fanOut());
    const sending = notifier.send('x', through('c'), { throwOnFailure: true });
    await expect(sending).rejects.toThrow(/1 of 3 deliveries did not arrive:\n- c b dlv_\d+: no URL/);
  });

  test('without destinations, sends no message', async () => {
    const notifier = new Notifier().register({ ...fanOut(), prepare: () => Promise.resolve([]) });
    expect(await notifier.send('x', through('c'))).toEqual({ deliveries: [], skipped: [] });
  });
});
