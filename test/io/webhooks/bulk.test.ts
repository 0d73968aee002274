import { Message, Notifier, verifySignature, WebhookChannel } from '../../../src/webhooks/messages/index.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';
import { notificationOf } from '../../support/webhooks/deliver.js';

/** Each fate a hundred times and more; DTOSPEC_RUNS has many more of each than may be under way. */
const COUNT = process.env.DTOSPEC_RUNS === undefined ? 1_200 : 5_000;
const SECRET = 'bulk';

/** How a delivery is treated, by its number: a third fails, in four ways. */
const FATES = [
  'ok',
  'ok',
  'ok',
  'once',
  'always',
  'reset once',
  'ok',
  'gone',
  'ok',
  'ok',
  'ok',
  'ok',
] as const;
const fateOf = (n: number) => FATES[n % FATES.length]!;
const EXPECTED = {
  ok: { outcome: 'sent', attempts: 1 },
  once: { outcome: 'sent', attempts: 2 },
  'reset once': { outcome: 'sent', attempts: 2 },
  always: { outcome: 'failed', attempts: 3 },
  gone: { outcome: 'gone', attempts: 1 },
} as const;

describe(`${COUNT} deliveries at concurrency 128, a third failing`, () => {
  test('each delivery ends by the policy and none is lost, counted at sender and receiver', async () => {
    const seen = new Map<number, number>();
    let forged = 0;
    const receiver = await startReceiver((socket, request, index) => {
      const n = Number(request.body.toString());
      const before = seen.get(n) ?? 0;
      seen.set(n, before + 1);
      if (!verifySignature(request.body, request.headers['x-signature'], SECRET)) forged += 1;
      const fate = fateOf(n);
      if (fate === 'reset once' && before === 0) socket.destroy();
      else if (fate === 'always' || (fate === 'once' && before === 0))
        answer('500 No')(socket, request, index);
      else answer(fate === 'gone' ? '410 Gone' : '200 OK')(socket, request, index);
    });
    const channel = new WebhookChannel({ defaultURL: receiver.url, signingSecret: SECRET });
    const notifier = new Notifier({
      concurrency: 128,
      concurrencyPerTarget: 128,
      retry: ({ attempts }) => (attempts < 3 ? 1 : null),
    }).register(channel);
    const counted = { sending: 0, retrying: 0, sent: 0, gone: 0, failed: 0, dead: 0 };
    let active = 0;
    let most = 0;
    for (const name of Object.keys(counted) as (keyof typeof counted)[]) {
      notifier.on(name, () => {
        counted[name] += 1;
        active += name === 'sending' ? 1 : -1;
        most = Math.max(most, active);
      });
    }
    const everyone = Array.from({ length: COUNT }, (_, n) => n);
    const { deliveries } = await notifier.send(
      everyone,
      notificationOf((n) => new Message().setJSON(n)),
    );
    await notifier.drain();

    const wrong = deliveries.filter(({ notifiable, outcome, attempts }) => {
      const expected = EXPECTED[fateOf(notifiable as number)];
      return outcome !== expected.outcome || attempts !== expected.attempts;
    });
    expect(wrong).toEqual([]);
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(COUNT);
    expect(deliveries.map(({ attempts, notifiable }) => [notifiable, attempts])).toEqual(
      everyone.map((n) => [n, seen.get(n)]),
    );
    expect(forged).toBe(0);
    const attempts = deliveries.reduce((sum, delivery) => sum + delivery.attempts, 0);
    expect(receiver.requests.length).toBe(attempts);
    expect(counted.sending).toBe(attempts);
    expect(counted.retrying).toBe(attempts - COUNT);
    expect(counted.sent + counted.gone + counted.failed).toBe(COUNT);
    // How many there are at most depends on how fast the receiver answers.
    expect(most).toBeLessThanOrEqual(128);
    await receiver.close();
  }, 120_000);
});
