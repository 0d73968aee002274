// A backlog in an engine of dtospec, with its defaults.
import { Message, Notifier, WebhookChannel } from '../../dist/webhook.node.js';
import { BODY, countDown } from './plain-webhook.mjs';

const notification = {
  via: () => ['webhook'],
  toWebhook: () => new Message().setJSON(BODY, { event: false }),
};
const secrets = [`whsec_${Buffer.alloc(32, 7).toString('base64')}`];

export function engineSide(engine, ports) {
  const endpoints = new Map(
    ports.map((port) => {
      const id = String(port);
      return [id, { id, url: `http://127.0.0.1:${port}/hooks`, secrets }];
    }),
  );
  const notifier = new Notifier({ engine }).register(
    new WebhookChannel({
      endpoints: (id) => endpoints.get(id),
      findEndpoint: (id) => endpoints.get(id),
      blockPrivateNetworks: false,
    }),
  );
  return {
    async fill(count, to = ports) {
      const everyone = Array.from({ length: count }, (_, index) => String(to[index % to.length]));
      const { deliveries } = await notifier.send(everyone, notification);
      if (deliveries.some(({ outcome }) => outcome !== 'queued')) throw new Error('not queued');
    },
    async drain(count) {
      const { done, down } = countDown(count);
      notifier.on('sent', down);
      await notifier.start();
      await done;
    },
    /** @returns a function that counts the messages that were sent */
    async start() {
      let count = 0;
      notifier.on('sent', () => (count += 1));
      await notifier.start();
      return () => count;
    },
    close: () => notifier.stop(),
  };
}
