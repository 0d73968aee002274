// Orders and their messages in one transaction of a SQLite file: what is rolled back was never sent, what is committed
// arrives, though the receiver is down at first and the process ends in between.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite'; // from Node.js 22.13 on: 'node:sqlite'
import { SqliteEngine } from 'dtospec/sqlite';
import {
  Message,
  Notifier,
  retryAfterDelays,
  WebhookChannel,
  type Endpoint,
  type WebhookNotification,
} from 'dtospec/webhook';

class OrderPlaced implements WebhookNotification<string> {
  constructor(readonly order: number) {}

  via() {
    return ['webhook'];
  }

  toWebhook() {
    return new Message()
      .setJSON({ type: 'order.placed', order: this.order })
      .setId(`order-${String(this.order)}`);
  }
}

const received: string[] = [];
const receiver = createServer((request, response) => {
  received.push(String(request.headers['webhook-id']));
  response.writeHead(received.length === 1 ? 503 : 204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const url = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/hooks`;

const folder = mkdtempSync(join(tmpdir(), 'shop-'));
const file = join(folder, 'shop.sqlite');

/** What each process of the application opens for itself. */
function open(): { engine: SqliteEngine; notifier: Notifier } {
  const findEndpoint = (id: string): Endpoint => ({
    id,
    url,
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  });
  const engine = new SqliteEngine({ file });
  const channel = new WebhookChannel<string>({
    endpoints: findEndpoint,
    findEndpoint,
    blockPrivateNetworks: false, // the receiver of this sample is on the loopback
  });
  const retry = retryAfterDelays({ delays: [100, 1_000, 10_000] });
  return { engine, notifier: new Notifier({ engine, retry }).register(channel) };
}

const shop = open();
await shop.engine.status(); // makes its tables
const database = new DatabaseSync(file);
database.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, sum INTEGER NOT NULL CHECK (sum > 0))');

async function placeOrder(order: number, sum: number): Promise<void> {
  database.exec('BEGIN IMMEDIATE');
  try {
    await shop.notifier.send('warehouse', new OrderPlaced(order), { transaction: database });
    database.prepare('INSERT INTO orders (id, sum) VALUES (?, ?)').run(order, sum);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    console.log(`order ${String(order)} was rolled back:`, (error as Error).message);
  }
}

await placeOrder(1, 1_000);
await placeOrder(2, 0);
await placeOrder(3, 500);
database.close();
await shop.notifier.stop(); // as if the process had ended

const worker = open();
let toCome = (await worker.engine.status()).waiting;
console.log('queued', toCome);
const done = new Promise<void>((resolve) => {
  worker.notifier.on('sent', () => {
    if ((toCome -= 1) === 0) resolve();
  });
});
await worker.notifier.start();
await done;
await worker.notifier.stop();
for (const { messageId, attempts, state } of await open().engine.deliveries())
  console.log(messageId, state, attempts);
console.log('received', received.length);
receiver.close();
rmSync(folder, { recursive: true });
