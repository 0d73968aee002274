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

  test('an aborted transaction rejects with its reason', async () => {
    await client.query('BEGIN');
    await client.query('SELECT 1/0').catch(() => undefined);
    const sending = shop().send('ann', new Ordered('m-1'), { transaction: client });
    await expect(sending).rejects.toThrow(/did not arrive:\n.*current transaction is aborted/);
    await client.query('ROLLBACK');
    expect(await engine.deliveries()).toEqual([]);
  });

  /** Sends in a transaction that ends otherwise than by a plain COMMIT. Returns whether what was sent is committed. */
  type Ending = (send: (id: string, transaction: Client) => Promise<string | undefined>) => Promise<void>;

  const ENDINGS: Readonly<Record<string, { readonly end: Ending; readonly sent: readonly string[] }>> = {
    'a savepoint that is rolled back': {
      sent: ['m-1', 'm-3'],
      end: async (send) => {
        await client.query('BEGIN');
        await send('m-1', client);
        await client.query('SAVEPOINT inner_part');
        await send('m-2', client);
        await client.query('ROLLBACK TO SAVEPOINT inner_part');
        await send('m-3', client);
        await client.query('COMMIT');
      },
    },
    'an error after a savepoint': {
      sent: ['m-1'],
      end: async (send) => {
        await client.query('BEGIN');
        await client.query('SAVEPOINT inner_part');
        await client.query('SELECT 1/0').catch(() => undefined);
        expect(await send('m-2', client)).toBe('failed');
        await client.query('ROLLBACK TO SAVEPOINT inner_part');
        await send('m-1', client);
        await client.query('COMMIT');
      },
    },
    'a deferred constraint': {
      sent: [],
      end: async (send) => {
        await client.query('CREATE TEMP TABLE stock (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
        await client.query('BEGIN');
        await send('m-1', client);
        await client.query('INSERT INTO stock VALUES (1), (1)');
        await expect(client.query('COMMIT')).rejects.toThrow(/unique/);
      },
    },
    'a serialization failure': {
      sent: ['m-2'],
      end: async (send) => {
        const other = new Client(postgresAt(Number(kit.location.split('/')[0])));
        await other.connect();
        await other.query('CREATE TABLE IF NOT EXISTS counted (n int)');
        await other.query('TRUNCATE counted');
        await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
        await other.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
        for (const one of [client, other]) await one.query('SELECT count(*) FROM counted');
        await send('m-1', client);
        await send('m-2', other);
        for (const one of [client, other]) await one.query('INSERT INTO counted VALUES (1)');
        await other.query('COMMIT');
        await expect(client.query('COMMIT')).rejects.toThrow(/could not serialize/);
        await other.end();
      },
    },
    'a connection that is lost': {
      sent: [],
      end: async (send) => {
        const lost = new Client(postgresAt(Number(kit.location.split('/')[0])));
        lost.on('error', () => undefined);
        await lost.connect();
        await lost.query('BEGIN');
        await send('m-1', lost);
        const { rows } = await lost.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await client.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
        await expect(lost.query('COMMIT')).rejects.toThrow();
        expect(await send('m-2', lost).catch(() => 'failed')).toBe('failed');
      },
    },
    'a client in two transactions, one after the other': {
      sent: ['m-2'],
      end: async (send) => {
        for (const [id, end] of [
          ['m-1', 'ROLLBACK'],
          ['m-2', 'COMMIT'],
        ] as const) {
          await client.query('BEGIN');
          await send(id, client);
          await client.query(end);
        }
        await expect(send('m-3', client)).rejects.toThrow(/is outside of a transaction/);
      },
    },
    'a transaction that only reads': {
      sent: [],
      end: async (send) => {
        await client.query('BEGIN READ ONLY');
        expect(await send('m-1', client)).toBe('failed');
        await client.query('ROLLBACK');
      },
    },
    'another search_path': {
      sent: ['m-1'],
      end: async (send) => {
        await client.query('BEGIN');
        await client.query('SET LOCAL search_path = pg_temp');
        await send('m-1', client);
        await client.query('COMMIT');
      },
    },
    'a role without rights to the tables': {
      sent: [],
      end: async (send) => {
        await client.query('CREATE ROLE nobody');
        await client.query('BEGIN');
        await client.query('SET LOCAL ROLE nobody');
        expect(await send('m-1', client)).toBe('failed');
        await client.query('COMMIT');
        await client.query('DROP ROLE nobody');
      },
    },
    'two sends at once': {
      sent: ['m-1', 'm-2', 'm-3'],
      end: async (send) => {
        await client.query('BEGIN');
        await Promise.all(['m-1', 'm-2', 'm-3'].map((id) => send(id, client)));
        await client.query('COMMIT');
      },
    },
    'a message id that was sent before': {
      sent: ['m-1'],
      end: async (send) => {
        for (let round = 0; round < 2; round += 1) {
          await client.query('BEGIN');
          await send('m-1', client);
          await client.query('COMMIT');
        }
      },
    },
  };

  test.each(Object.entries(ENDINGS))('%s: what is committed is delivered once', async (_, { end, sent }) => {
    const notifier = shop();
    await notifier.start();
    await end(async (id, transaction) => {
      const options = { transaction, throwOnFailure: false };
      const { deliveries } = await notifier.send('ann', new Ordered(id), options);
      if (deliveries[0]?.outcome === 'failed') expect(deliveries[0].error?.message).toMatch(/\w+ .*/);
      return deliveries[0]?.outcome;
    });
    // A message after all others shows that nothing else comes.
    await notifier.send('ann', new Ordered('m-9'));
    const received = (): unknown[] => receiver.requests.map(({ headers }) => headers['webhook-id']).sort();
    while (received().length < sent.length + 1) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(received()).toEqual([...sent, 'm-9']);
  });
});
