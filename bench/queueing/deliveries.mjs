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
    texts: (first = 0, last = count) =>
      Promise.all(
        Array.from({ length: last - first }, async (_, index) => {
          const port = ports[(first + index) % ports.length];
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

/** Starts the notifier, and waits until all have arrived. */
export async function drain(notifier, count) {
  const { done, down } = countDown(count);
  notifier.on('sent', down);
  await notifier.start();
  await done;
}

/** Seconds, and the most megabytes of the process, that some work takes. */
export async function measure(work) {
  let rss = 0;
  const look = () => (rss = Math.max(rss, process.memoryUsage.rss()));
  const timer = setInterval(look, 100);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  look();
  clearInterval(timer);
  return { seconds, megabytes: Math.round(rss / 2 ** 20) };
}

/** A promise that resolves when `down` was called so often. */
export function countDown(count) {
  let left = count;
  let end;
  const done = new Promise((resolve) => (end = resolve));
  return { done, down: () => (left -= 1) === 0 && end() };
}
