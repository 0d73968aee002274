import { randomUUID } from 'node:crypto';
import { packJob, unpackJob } from '../../dist/adapter.node.js';
import { Message, Notifier, WebhookChannel } from '../../dist/webhook.node.js';

const endpointOf = (id) => ({
  id,
  url: `http://127.0.0.1:${id}/hooks`,
  secrets: [`whsec_${Buffer.alloc(32, 7).toString('base64')}`],
});

const openChannel = () =>
  new WebhookChannel({
    endpoints: (port) => endpointOf(String(port)),
    findEndpoint: (id) => endpointOf(id),
    blockPrivateNetworks: false,
  });

const notification = {
  via: () => ['webhook'],
  toWebhook: () => new Message().setJSON({ type: 'order.shipped', text: 'x'.repeat(200) }),
};

/** So many deliveries, to the ports by turns: to store them in an engine, or without one. */
export function deliveriesTo(ports, count) {
  const channel = openChannel();
  return {
    /** Sends all through an engine. */
    async send(engine, orderBy) {
      const notifier = new Notifier({ engine, ...(orderBy && { orderBy }) }).register(openChannel());
      for (let first = 0; first < count; first += 100) {
        const to = Array.from(
          { length: Math.min(100, count - first) },
          (_, at) => ports[(first + at) % ports.length],
        );
        await Promise.all(to.map((port) => notifier.send(port, notification)));
      }
      return notifier;
    },
    /** The same deliveries as texts, for a library without an engine. */
    texts: () =>
      Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const port = ports[index % ports.length];
          const prepared = await channel.prepare({ notifiable: port, notification, isStored: true });
          const { payload, group, endpoint } = [prepared].flat()[0];
          return packJob({
            id: randomUUID(),
            messageId: randomUUID(),
            channel: 'webhook',
            endpoint,
            group,
            payload,
          });
        }),
      ),
    /** The POST of one of the texts: the one that an engine makes. */
    async post(text) {
      const { id, messageId, payload } = unpackJob(text);
      const { signal } = new AbortController();
      const { kind } = await channel.attempt(payload, { id, messageId, attempt: 1, signal });
      if (kind !== 'sent') throw new Error(`a delivery is ${kind}`);
    },
    open: () => channel.open?.(),
    close: () => channel.close(),
  };
}

/** Starts the notifier, and gives the seconds until all have arrived. */
export async function drain(notifier, count) {
  let left = count;
  const arrived = new Promise((resolve) => notifier.on('sent', () => (left -= 1) === 0 && resolve()));
  const began = performance.now();
  await notifier.start();
  await arrived;
  const seconds = (performance.now() - began) / 1_000;
  await notifier.stop();
  return seconds;
}

/** Gives the seconds in which a library that calls `work` for each of its jobs has worked off all. */
export function countDown(count) {
  let left = count;
  let end;
  const done = new Promise((resolve) => (end = resolve));
  return { done, down: () => (left -= 1) === 0 && end() };
}
