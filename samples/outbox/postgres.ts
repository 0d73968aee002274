// Orders and their messages in one transaction of PostgreSQL: a message that is rolled back was never sent, one that is
// committed arrives, though no attempt is made until another process starts. Needs Node.js 22.12.
// POSTGRES_URL=postgres://… node postgres.js
import { Pool } from 'pg';
import { PostgresEngine } from 'dtospec/postgres';
import { Notifier } from 'dtospec/webhook';
import { OrderPlaced } from './order-placed.js';
import { channelTo, startReceiver } from './warehouse.js';

const receiver = await startReceiver();
const pool = new Pool({ connectionString: process.env.POSTGRES_URL });

/** Created by each process of the application. */
function open(): { engine: PostgresEngine; notifier: Notifier } {
  const engine = new PostgresEngine({ connection: process.env.POSTGRES_URL ?? '' });
  return { engine, notifier: new Notifier({ engine }).register(channelTo(receiver)) };
}

const shop = open();
await shop.engine.status(); // makes its tables
await pool.query('CREATE TABLE orders (id int PRIMARY KEY, sum int NOT NULL CHECK (sum > 0))');

async function placeOrder(order: number, sum: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await shop.notifier.send('warehouse', new OrderPlaced(order), { transaction: client });
    await client.query('INSERT INTO orders (id, sum) VALUES ($1, $2)', [order, sum]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    console.log(`order ${String(order)} was rolled back:`, (error as Error).message);
  } finally {
    client.release();
  }
}

await placeOrder(1, 1_000);
await placeOrder(2, 0);
await placeOrder(3, 500);
console.log('queued', (await shop.engine.status()).waiting);
await shop.notifier.stop(); // as if the process had ended

const worker = open();
const done = new Promise<void>((resolve) => {
  let toCome = 2;
  worker.notifier.on('sent', () => {
    if ((toCome -= 1) === 0) resolve();
  });
});
await worker.notifier.start();
await done;
await worker.notifier.stop();
const reader = open();
const kept = await reader.engine.deliveries();
for (const { messageId, state } of [...kept].sort((a, b) => a.messageId.localeCompare(b.messageId)))
  console.log(messageId, state);
await reader.notifier.stop();
console.log('received', receiver.received.sort().join(' '));
await pool.end();
receiver.close();
