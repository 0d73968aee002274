import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import { type Endpoint, Notifier, WebhookChannel } from '../../../src/webhooks/messages/index.js';
import { Ordered, SECRET } from '../../support/engines/shop.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';

// A durable engine looks an endpoint up twice: when the message is stored, and at each attempt.

const EVENTS: Readonly<Record<string, readonly string[]>> = {
  all: ['*'],
  orders: ['order.*'],
  shipped: ['order.shipped'],
  users: ['user.*'],
  none: [],
};

test('a durable engine delivers the events that the patterns of an endpoint match', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'events-'));
  const receiver = await startReceiver(answer('204 No Content'));
  const engine = new SqliteEngine({ file: join(folder, 'queue.sqlite'), pollInterval: 10 });
  const find = (id: string): Endpoint => ({
    id,
    url: `${receiver.url}/${id}`,
    secrets: [SECRET],
    events: EVENTS[id]!,
  });
  const channel = new WebhookChannel<string>({
    endpoints: () => Object.keys(EVENTS).map(find),
    findEndpoint: find,
    blockPrivateNetworks: false,
  });
  const notifier = new Notifier({ engine }).register(channel);
  const events = ['order.shipped', 'order.line.added', 'user.created', 'order'];
  for (const event of events) await notifier.send('ann', new Ordered(event.replaceAll('.', '-'), { event }));
  await notifier.start();
  while ((await engine.deliveries()).some(({ state }) => state !== 'sent'))
    await new Promise((resolve) => setTimeout(resolve, 10));
  await notifier.drain();
  const arrived = receiver.requests.map(
    ({ path, headers }) => `${path.slice('/hook'.length)} ${headers['webhook-id']}`,
  );
  expect(arrived.sort()).toEqual(
    [
      ...events.map((event) => `/all ${event.replaceAll('.', '-')}`),
      '/orders order-line-added',
      '/orders order-shipped',
      '/shipped order-shipped',
      '/users user-created',
    ].sort(),
  );
  expect(await engine.status()).toMatchObject({ waiting: 0, dead: 0 });
  await notifier.stop();
  await receiver.close();
  rmSync(folder, { recursive: true });
});
