import { once } from 'node:events';
import { inspect } from 'node:util';
import { Message, Notifier, WebhookChannel } from '../../../src/webhooks/messages/index.js';
import { MISBEHAVIOURS, REDIRECTS } from '../../support/webhooks/hostile-receiver-behaviours.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';
import { deliver, hurry, notificationOf } from '../../support/webhooks/deliver.js';

const SECRETS = {
  signing: 'signing-secret-7261',
  standard: Buffer.from('standard-secret-of-24-bytes-4417').toString('base64'),
  bearer: 'bearer-secret-0093',
  header: 'header-secret-5582',
  body: 'body-secret-3310',
  path: 'path-secret-8846',
  query: 'query-secret-1129',
  password: 'password-secret-6604',
};
const EVENTS = ['sending', 'retrying', 'sent', 'gone', 'failed', 'dead'] as const;

/**
 * Sends a message full of secrets and returns what happened and everything that a log could show of it.
 * @param timeout milliseconds. A short one ends also an attempt whose request has not left a busy process.
 */
async function sendSecretly(receiverURL: string, timeout = 30_000) {
  const url = receiverURL.replace('http://', `http://user:${SECRETS.password}@`);
  const channel = new WebhookChannel({
    defaultURL: `${url}/${SECRETS.path}?token=${SECRETS.query}`,
    defaultHeaders: { Authorization: `Bearer ${SECRETS.bearer}` },
    signingSecret: SECRETS.signing,
    standardWebhooks: { secrets: [`whsec_${SECRETS.standard}`] },
    timeout,
  });
  const notifier = new Notifier(hurry).register(channel);
  const message = new Message().setJSON({ body: SECRETS.body }).addHeader('X-Key', SECRETS.header);
  const shown: unknown[] = [channel, notifier, message];
  for (const name of EVENTS) notifier.on(name, (event) => shown.push(event));
  const { deliveries } = await notifier.send(
    { name: SECRETS.header },
    notificationOf(() => message),
  );
  await notifier.drain();
  const [delivery] = deliveries;
  const errors = [delivery!.error, ...delivery!.history.map(({ error }) => error)];
  shown.push(
    deliveries,
    ...errors,
    ...errors.map((error) => [error?.message, error?.stack, String(error), error?.cause]),
  );
  return { delivery: delivery!, shown };
}

function expectNoSecret(shown: readonly unknown[]): void {
  const text = shown
    .flatMap((one) => [
      inspect(one, { depth: 20, showHidden: false, maxStringLength: Infinity, maxArrayLength: Infinity }),
      JSON.stringify(one),
    ])
    .join('\n');
  for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
}

describe('a receiver that misbehaves', () => {
  test.each(MISBEHAVIOURS.map((one) => [one.name, one] as const))('%s', async (_, expected) => {
    const receiver = await startReceiver(expected.behave);
    const { delivery, shown } = await sendSecretly(receiver.url, expected.waits && 400);
    await receiver.close();
    expect({
      outcome: delivery.outcome,
      error: delivery.error?.name,
      requests: receiver.requests.length,
      attempts: delivery.attempts,
    }).toEqual({
      outcome: expected.outcome,
      error: expected.error,
      requests: expected.requests,
      attempts: expected.requests,
    });
    expect(delivery.response?.body.length ?? 0).toBeLessThanOrEqual(16 * 1024);
    expectNoSecret(shown);
  });

  test('refuses the connection', async () => {
    const receiver = await startReceiver();
    await receiver.close();
    const { delivery, shown } = await sendSecretly(receiver.url);
    expect(delivery).toMatchObject({ outcome: 'failed', attempts: 3, error: { reason: 'ECONNREFUSED' } });
    expectNoSecret(shown);
  });

  test('exposes an echoed request to the caller, but not to logs', async () => {
    const receiver = await startReceiver((socket, request, index) => {
      const echoed = request.lines.filter((line) => !/^(host|content-length|connection)/i.test(line));
      answer('500 No', echoed, request.lines.join('\n') + request.body.toString())(socket, request, index);
    });
    const { delivery, shown } = await sendSecretly(receiver.url);
    await receiver.close();
    expect(delivery.response!.text()).toContain(SECRETS.bearer);
    expect(delivery.response!.headers['x-key']).toBe(SECRETS.header);
    expectNoSecret(shown);
  });

  test('fails if the name does not resolve', async () => {
    const delivery = await deliver({ defaultURL: 'http://no-such-host.invalid/' });
    expect(delivery).toMatchObject({ outcome: 'failed', attempts: 3, error: { name: 'NetworkError' } });
  });
});

describe('no redirects', () => {
  test.each(REDIRECTS)('follows no redirect with status %i to another host', async (status) => {
    const other = await startReceiver();
    const receiver = await startReceiver(answer(`${status} Elsewhere`, [`Location: ${other.url}`]));
    const delivery = await deliver({ defaultURL: receiver.url, signingSecret: 's' });
    expect(delivery).toMatchObject({
      outcome: 'failed',
      attempts: 3,
      error: { name: 'StatusError', status },
    });
    expect(receiver.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
    expect(other.connections).toBe(0);
    await Promise.all([receiver.close(), other.close()]);
  });
});

describe('kept-alive connections', () => {
  test('reuses one connection for many requests', async () => {
    const receiver = await startReceiver(answer('200 OK', [], 'ok'));
    const notifier = new Notifier().register(new WebhookChannel({ defaultURL: receiver.url }));
    for (let n = 0; n < 5; n += 1)
      await notifier.send(
        n,
        notificationOf(() => new Message().setJSON(n)),
      );
    expect([receiver.requests.length, receiver.connections]).toEqual([5, 1]);
    await notifier.drain();
    await receiver.close();
  });

  test.each([
    [
      'politely',
      (end: () => void) => {
        end();
      },
    ],
    ['after a moment', (end: () => void) => void setTimeout(end, 5)],
  ])('loses no delivery if the receiver closes them between requests, %s', async (_, when) => {
    const receiver = await startReceiver((socket, request, index) => {
      answer('200 OK')(socket, request, index);
      when(() => socket.end());
    });
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    for (let n = 0; n < 20; n += 1) {
      const { deliveries } = await notifier.send(
        n,
        notificationOf(() => new Message().setJSON(n)),
      );
      expect(deliveries[0]!.outcome).toBe('sent');
    }
    const bodies = receiver.requests.map(({ body }) => Number(body.toString()));
    expect([...new Set(bodies)]).toEqual(Array.from({ length: 20 }, (__, n) => n));
    await notifier.drain();
    await receiver.close();
  });

  test('opens a new connection for a retry if the receiver resets the old one', async () => {
    const used = new WeakSet<object>();
    const receiver = await startReceiver((socket, request, index) => {
      if (used.has(socket)) socket.resetAndDestroy();
      else answer('200 OK')(socket, request, index);
      used.add(socket);
    });
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    const attempts = [];
    for (let n = 0; n < 6; n += 1) {
      const { deliveries } = await notifier.send(
        n,
        notificationOf(() => new Message().setJSON(n)),
      );
      attempts.push([deliveries[0]!.outcome, deliveries[0]!.attempts]);
    }
    expect(attempts).toEqual([['sent', 1], ...Array<unknown>(5).fill(['sent', 2])]);
    await notifier.drain();
    await receiver.close();
  });

  test('does not use an unrequested response for the next request', async () => {
    const closed: Promise<unknown>[] = [];
    const receiver = await startReceiver((socket, request, index) => {
      if (index === 0) closed.push(once(socket, 'close'));
      answer(index === 0 ? '200 OK' : '500 No')(socket, request, index);
      if (index === 0) answer('200 Forged')(socket, request, index);
    });
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    const outcomes = [];
    for (let n = 0; n < 2; n += 1) {
      const { deliveries } = await notifier.send(
        n,
        notificationOf(() => new Message().setJSON(n)),
      );
      outcomes.push(deliveries[0]!.outcome);
      // The forged response has arrived: the sender gives the connection up.
      await Promise.all(closed);
    }
    expect(outcomes).toEqual(['sent', 'failed']);
    await notifier.drain();
    await receiver.close();
  });
});
