// Deliveries that outlive the process that sent them: node main.js sqlite | redis | postgres
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Message,
  Notifier,
  retryAfterDelays,
  WebhookChannel,
  type Endpoint,
  type WebhookNotification,
} from 'dtospec/webhook';
import { engines } from './engines.js';

const { [process.argv[2] ?? 'sqlite']: createEngine } = engines;
if (createEngine === undefined) throw new Error(`Give one of ${Object.keys(engines).join(', ')}.`);

const received: string[] = [];
const receiver = createServer((request, response) => {
  received.push(String(request.headers['webhook-id']));
  response.writeHead(received.length === 1 ? 503 : 204).end(); // down at first
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;

/** Your table of endpoints: asked at each attempt, so that no address or secret is in the store. */
const endpoints = new Map<string, Endpoint>([
  [
    'ada',
    {
      id: 'ada',
      url: `http://127.0.0.1:${String(port)}/hooks`,
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    },
  ],
]);

/** Created by each process. */
function openNotifier(): Notifier {
  const channel = new WebhookChannel<string>({
    endpoints: (id) => endpoints.get(id) ?? [],
    findEndpoint: (id) => endpoints.get(id),
    blockPrivateNetworks: false, // the receiver of this sample is on the loopback
  });
  const retry = retryAfterDelays({ delays: [200, 1_000] }); // by default ten attempts in three days
  return new Notifier({ engine: createEngine!(), retry }).register(channel);
}

// A process that sends, and ends before anything is delivered.
const sender = openNotifier();
const orderPlaced: WebhookNotification<string> = {
  via: () => ['webhook'],
  toWebhook: () => new Message().setEvent('order.placed').setJSON({ order: 17 }).setId('order-17'),
};
const { deliveries } = await sender.send('ada', orderPlaced);
console.log(deliveries[0]?.outcome, 'and received', received.length);
await sender.stop();

// Another one that delivers: as many as you like, on as many machines as share the store.
const worker = openNotifier();
worker.on('retrying', ({ attempt, error }) => {
  console.log('attempt', attempt, error.message.replace(/http\S+/, 'the receiver'));
});
const sent = new Promise<void>((resolve) => {
  worker.on('sent', ({ messageId, attempt }) => {
    console.log('attempt', attempt, 'sent', messageId);
    resolve();
  });
});
await worker.start();
await sent;
await worker.stop({ grace: 1_000 });
receiver.close();
