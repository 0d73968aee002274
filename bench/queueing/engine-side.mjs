// A backlog in an engine of dtospec, with its defaults.
import { Message, Notifier, WebhookChannel } from '../../dist/webhook.node.js';
import { BODY, countDown } from './plain-webhook.mjs';

const notification = { via: () => ['webhook'], toWebhook: () => new Message().setJSON(BODY) };
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
    async fill(count) {
      const everyone = Array.from({ length: count }, (_, index) => String(ports[index % ports.length]));
      const { deliveries } = await notifier.send(everyone, notification);
      if (deliveries.some(({ outcome }) => outcome !== 'queued')) throw new Error('not queued');
    },
    async drain(count) {
      const { done, down } = countDown(count);
      notifier.on('sent', down);
      await notifier.start();
      await done;
    },
    close: () => notifier.stop(),
  };
}
