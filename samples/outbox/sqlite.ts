// Orders and their messages in one transaction of a SQLite file: what is rolled back was never sent, what is committed
// arrives, though the receiver is down at first and the process ends in between.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite'; // from Node.js 22.13 on: 'node:sqlite'
import { SqliteEngine } from 'dtospec/sqlite';
import { Notifier, retryAfterDelays } from 'dtospec/webhook';
import { OrderPlaced } from './order-placed.js';
import { channelTo, startReceiver } from './warehouse.js';

const receiver = await startReceiver({ failures: 1 });
const folder = mkdtempSync(join(tmpdir(), 'shop-'));
const file = join(folder, 'shop.sqlite');

/** Created by each process of the application. */
function open(): { engine: SqliteEngine; notifier: Notifier } {
  const engine = new SqliteEngine({ file });
  const retry = retryAfterDelays({ delays: [100, 1_000, 10_000] });
  return { engine, notifier: new Notifier({ engine, retry }).register(channelTo(receiver)) };
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
console.log('received', receiver.received.length);
receiver.close();
rmSync(folder, { recursive: true });
