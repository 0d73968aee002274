import { Client, Pool } from 'pg';
import type { DurableEngine } from '../../../src/webhooks/messages/index.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import {
  closeServers,
  type EngineKit,
  HAS_PG_BOSS,
  KITS,
  OPENERS,
  postgresAt,
} from '../../support/engines/kits.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { answer, type HostileReceiver, startReceiver } from '../../support/webhooks/hostile-receiver.js';

afterAll(closeServers);

/** What executes SQL in the transaction of a client, as each library offers it. */
const FORMS: Readonly<Record<string, (client: Client) => unknown>> = {
  'a client of pg': (client) => client,
  // Its query() resolves to the rows, and of an UPDATE to them and their number.
  'an EntityManager of TypeORM': (client) => ({
    query: async (text: string, values?: unknown[]) => {
      const { rows, rowCount, command } = await client.query(text, values);
      return command === 'UPDATE' ? [rows, rowCount] : rows;
    },
  }),
  'an adapter of pg-boss': (client) => ({
    executeSql: (text: string, values?: unknown[]) => client.query(text, values),
  }),
  '{ execute }': (client) => ({
    execute: async (text: string, values: unknown[]) => (await client.query(text, values)).rows as unknown[],
  }),
};

/** Objects that resemble a form. None of them executes the SQL in the transaction, or returns its rows. */
const REFUSED: Readonly<Record<string, (client: Client) => unknown>> = {
  'no object': () => 'BEGIN',
  null: () => null,
  'an object without functions': () => ({ query: { users: {} } }),
  'a query without rows': (client) => ({
    query: async (text: string, values?: unknown[]) => {
      await client.query(text, values);
    },
  }),
  'an execute with the number of rows': (client) => ({
    execute: async (text: string, values?: unknown[]) => (await client.query(text, values)).rowCount,
  }),
  'rows as arrays': (client) => ({
    query: async (text: string, values?: unknown[]) =>
      (await client.query(text, values)).rows.map((row) => Object.values(row as object)),
  }),
};

describeEngines(HAS_PG_BOSS ? ['postgres'] : [])('%s, a transaction of the application', () => {
  let kit: EngineKit;
  let engine: DurableEngine;
  let receiver: HostileReceiver;
  let client: Client;
  const shop = () => openShop(engine, receiver.url);
  beforeEach(async () => {
    kit = await KITS.postgres();
    engine = OPENERS.postgres(kit.location);
    receiver = await startReceiver(answer('204 No Content'));
    client = new Client(postgresAt(Number(kit.location.split('/')[0])));
    await client.connect();
    await engine.status();
  });
  afterEach(async () => {
    await client.end();
    await engine.stop({ grace: 0 });
    await receiver.close();
    await kit.close();
  });

  test.each(Object.entries(FORMS))('%s: committed is delivered once, rolled back never', async (_, form) => {
    const notifier = shop();
    await notifier.start();
    const transaction = form(client);
    for (const [id, end] of [
      ['m-1', 'ROLLBACK'],
      ['m-2', 'COMMIT'],
    ] as const) {
      await client.query('BEGIN');
      const { deliveries } = await notifier.send(['ann', 'bob'], new Ordered(id), { transaction });
      expect(deliveries.map(({ outcome }) => outcome)).toEqual(['queued', 'queued']);
      await client.query(end);
    }
    while ((await engine.deliveries({ state: 'sent' })).length < 2)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await engine.deliveries()).map(({ messageId }) => messageId)).toEqual(['m-2', 'm-2']);
    expect(receiver.requests).toHaveLength(2);
  });

  test.each(Object.entries(REFUSED))('%s is refused, and nothing is stored', async (_, form) => {
    await client.query('BEGIN');
    const sending = shop().send('ann', new Ordered('m-1'), { transaction: form(client) });
    await expect(sending).rejects.toThrow(/takes a client of pg, an EntityManager.*\{ execute\(sql, param/i);
    await client.query('COMMIT');
    expect(await engine.deliveries()).toEqual([]);
  });

  test.each(Object.entries(FORMS))('%s outside of a transaction is refused', async (_, form) => {
    const sending = shop().send('ann', new Ordered('m-1'), { transaction: form(client) });
    await expect(sending).rejects.toThrow(/is outside of a transaction/);
    expect(await engine.deliveries()).toEqual([]);
  });

  test('a pool is refused, since its connections share no transaction', async () => {
    const pool = new Pool(postgresAt(Number(kit.location.split('/')[0])));
    const sending = shop().send('ann', new Ordered('m-1'), { transaction: pool });
    await expect(sending).rejects.toThrow(/is outside of a transaction/);
    await pool.end();
  });

  test('an aborted transaction fails the delivery with its reason', async () => {
    await client.query('BEGIN');
    await client.query('SELECT 1/0').catch(() => undefined);
    const { deliveries } = await shop().send('ann', new Ordered('m-1'), { transaction: client });
    expect(deliveries[0]?.error?.message).toMatch(/current transaction is aborted/);
    await client.query('ROLLBACK');
    expect(await engine.deliveries()).toEqual([]);
  });
});
