import { Client } from 'pg';
import { openBoss, requireNode } from '../../../src/webhooks/engines/postgres/boss.js';
import { resolvePostgresOptions } from '../../../src/webhooks/engines/postgres/postgres-options.js';
import { PostgresEngine, type PostgresEngineOptions } from '../../../src/webhooks/engines/postgres/index.js';
import { ConfigError } from '../../../src/index.js';
import type { DurableEngine, Notifier } from '../../../src/webhooks/messages/index.js';
import { closeServers, HAS_PG_BOSS, KITS, OPENERS, postgresAt } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { layCable, type Cable } from '../../support/network/breakable-connection.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';
import { needing } from '../../support/programs/optional-programs.js';

const NOWHERE = 'http://127.0.0.1:9/';

afterAll(closeServers);

/** The last message of a client, and what PostgreSQL sends to each of them when it is shut down. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);
const FIELDS = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const SHUT_DOWN = Buffer.from(`E\0\0\0${String.fromCharCode(FIELDS.length + 4)}${FIELDS}`, 'latin1');

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
};

// Under Node.js 20 postgres-on-node-22.test.ts runs these tests.
const describePostgres = HAS_PG_BOSS ? needing(describe, 'postgres') : undefined;
describePostgres?.('postgres', () => {
  let port: number;
  let location: string;
  let client: Client;
  let receiver: HostileReceiver;
  const opened: DurableEngine[] = [];
  const open = (more: { readonly retention?: number } = {}): DurableEngine => {
    const engine = OPENERS.postgres(location, more);
    opened.push(engine);
    return engine;
  };
  beforeEach(async () => {
    location = (await KITS.postgres()).location;
    port = Number(location.split('/')[0]);
    client = new Client(postgresAt(port));
    await client.connect();
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((engine) => engine.stop({ grace: 0 })));
    await client.end();
    await receiver.close();
  });
  const bodies = () =>
    receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id);
  const isDone = (engine: DurableEngine) => async () => (await engine.status()).waiting === 0;

  test.each(['COMMIT', 'ROLLBACK'])("part of the application's transaction: %s", async (end) => {
    const engine = open();
    const notifier = openShop(engine, NOWHERE);
    await engine.status();
    await client.query(`CREATE TABLE orders_${end} (id int)`);
    await client.query('BEGIN');
    await client.query(`INSERT INTO orders_${end} VALUES (1)`);
    const transaction = client;
    await Promise.all(['m-1', 'm-2'].map((id) => notifier.send('ann', new Ordered(id), { transaction })));
    expect(await engine.status()).toMatchObject({ waiting: 0 });
    await client.query(end);
    const { rows } = await client.query(`SELECT count(*)::int AS count FROM orders_${end}`);
    expect(rows).toEqual([{ count: end === 'COMMIT' ? 1 : 0 }]);
    expect(await engine.status()).toMatchObject({ waiting: end === 'COMMIT' ? 2 : 0 });
  });

  test('messages of one transaction and key keep their order, and a known message is stored once', async () => {
    const engine = open();
    const notifier = openShop(engine, receiver.url, { orderBy: () => 'one' });
    const ids = Array.from({ length: 20 }, (_, index) => `m-${index}`);
    await engine.status();
    await client.query('BEGIN');
    for (const id of [...ids, 'm-0', 'm-7'])
      await notifier.send('ann', new Ordered(id), { transaction: client });
    await client.query('COMMIT');
    await notifier.send('ann', new Ordered('m-3'));
    await notifier.start();
    await until(isDone(engine));
    expect(bodies()).toEqual(ids);
  });

  test('rejects a value that is not a transaction', async () => {
    const sending = openShop(open(), NOWHERE).send('ann', new Ordered('m-1'), { transaction: {} });
    await expect(sending).rejects.toThrow('It takes a client of pg');
  });

  test('removes characters that the database rejects from an error text', async () => {
    const engine = open();
    const texts = [`NUL \0 and half an emoji ${'😀'.slice(0, 1)}`, `${'x'.repeat(999)}😀`];
    const notifier = openShop(engine, NOWHERE);
    notifier.register({
      name: 'odd',
      prepare: () => Promise.resolve({ payload: {}, group: 'odd' }),
      attempt: () =>
        Promise.resolve({ kind: 'failed', retryable: texts.length > 1, error: new Error(texts.shift()) }),
    });
    await notifier.start();
    await notifier.send('ann', { via: () => ['odd'] });
    await until(async () => (await engine.dead()).length === 1);
    expect((await engine.dead())[0]?.history.map(({ error }) => error?.message)).toEqual([
      'NUL \uFFFD and half an emoji \uFFFD',
      `${'x'.repeat(999)}\uFFFD`,
    ]);
  });

  test('an unreadable row becomes dead, and delays neither other rows nor their list', async () => {
    const engine = open();
    const notifier = openShop(engine, receiver.url);
    const codes: string[] = [];
    notifier.on('warning', ({ code }) => codes.push(code));
    await notifier.send('ann', new Ordered('m-1'));
    await client.query(
      `UPDATE dtospec.job SET data = jsonb_set(data, '{job}', '"{"') WHERE data->'about'->>'messageId' = 'm-1'`,
    );
    await notifier.send('ann', new Ordered('m-2'));
    await notifier.start();
    await until(isDone(engine));
    expect([(await engine.dead()).map(({ messageId }) => messageId), bodies(), codes]).toEqual([
      ['m-1'],
      ['m-2'],
      ['postgres-job'],
    ]);
  });

  test.each(['null', '{}', '{"about":null}', '[1]'])(
    'a job of another program (%s) is dead, and holds up neither the others nor their list',
    async (data) => {
      const engine = open();
      const notifier = openShop(engine, receiver.url);
      const codes: string[] = [];
      notifier.on('warning', ({ code }) => codes.push(code));
      await notifier.send('ann', new Ordered('m-1'));
      await client.query(`UPDATE dtospec.job SET data = $1 WHERE data->'about'->>'messageId' = 'm-1'`, [
        data,
      ]);
      await notifier.send('ann', new Ordered('m-2'));
      expect((await engine.deliveries()).map(({ messageId }) => messageId)).toEqual(['m-2']);
      await notifier.start();
      await until(isDone(engine));
      expect([(await engine.status()).dead, bodies(), codes]).toEqual([1, ['m-2'], ['postgres-job']]);
    },
  );

  test('deletes ended deliveries after their retention, but not dead ones', async () => {
    const engine = open({ retention: 1_000 });
    const notifier = openShop(engine, receiver.url);
    await notifier.start();
    await notifier.send('ann', new Ordered('m-1'));
    await until(async () => (await engine.deliveries()).length === 0);
    expect(bodies()).toEqual(['m-1']);
  }, 20_000);

  test('a failure to store the end of an attempt makes no delivery dead', async () => {
    const engine = open();
    const notifier: Notifier = openShop(engine, receiver.url);
    const codes: string[] = [];
    notifier.on('warning', ({ code }) => codes.push(code));
    await engine.status();
    await client.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$`);
    await client.query(`CREATE TRIGGER full_disk BEFORE UPDATE ON dtospec.job_common FOR EACH ROW
      WHEN (NEW.state = 'completed') EXECUTE FUNCTION full_disk()`);
    await notifier.start();
    await notifier.send('ann', new Ordered('m-1'));
    await until(() => codes.length > 0);
    expect(await engine.status()).toMatchObject({ waiting: 1, dead: 0 });
    await client.query('DROP TRIGGER full_disk ON dtospec.job_common');
    await client.query('DROP FUNCTION full_disk');
    await until(isDone(engine));
    expect(await engine.deliveries()).toMatchObject([{ state: 'sent' }]);
    expect(receiver.requests).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['postgres-settle']));
  }, 30_000);

  test('an end that the database rejects holds up no other that is stored with it', async () => {
    const engine = open();
    const notifier: Notifier = openShop(engine, receiver.url);
    notifier.on('warning', () => undefined);
    await engine.status();
    await client.query(`CREATE FUNCTION reject_end() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'rejected'; END $$`);
    await client.query(`CREATE TRIGGER reject_end BEFORE UPDATE ON dtospec.job_common FOR EACH ROW
      WHEN (NEW.state = 'completed' AND NEW.data->'about'->>'messageId' = 'm-7') EXECUTE FUNCTION reject_end()`);
    for (let index = 0; index < 40; index += 1) await notifier.send('ann', new Ordered(`m-${index}`));
    await notifier.start();
    await until(async () => (await engine.status()).waiting === 1);
    await client.query('DROP FUNCTION reject_end CASCADE');
    await until(isDone(engine));
    expect(receiver.requests).toHaveLength(40);
  }, 30_000);

  describe('results that end at the same time', () => {
    const count = 16;
    let statements: number;
    let cuts: number;
    let cable: Cable;
    let answerAll: () => void;
    const codes: string[] = [];
    beforeEach(async () => {
      [statements, cuts] = [0, 0];
      // Each statement that stores the end of an attempt has its history.
      cable = await layCable(port, (data) => {
        if (!data.includes('"history":[{')) return;
        statements += 1;
        if (statements > cuts) return;
        cable.state = 'down';
        setImmediate(() => (cable.state = 'up'));
      });
    });
    afterEach(() => cable.close());

    const work = async (status: string) => {
      const held: (() => void)[] = [];
      answerAll = () => {
        for (const reply of held.splice(0)) reply();
      };
      const holding = await startReceiver((socket, request, index) => {
        held.push(() => {
          answer(status)(socket, request, index);
        });
      });
      const [, queue = ''] = location.split('/');
      const engine = OPENERS.postgres(`${cable.port}/${queue}`);
      opened.push(engine);
      const notifier = openShop(engine, holding.url, { retry: () => 60_000 });
      notifier.on('warning', ({ code }) => codes.push(code));
      // Places for more than one attempt at once need a receiver that is known to respond.
      await notifier.start();
      await notifier.send('ann', new Ordered('m-first'));
      await until(() => holding.requests.length === 1);
      answerAll();
      await until(() => statements > 0);
      for (let index = 0; index < count; index += 1) await notifier.send('ann', new Ordered(`m-${index}`));
      await until(() => held.length === count);
      statements = 0;
      return holding;
    };
    const areStored = async (engine = open()) => {
      const attempted = async () =>
        (await engine.deliveries()).filter(({ attempts }) => attempts === 1).length === count + 1;
      await until(attempted);
    };

    test.each(['503 Service Unavailable', '422 Unprocessable Content', '204 No Content'])(
      '%s: many are stored by one statement',
      async (status) => {
        const holding = await work(status);
        answerAll();
        await areStored();
        expect(statements).toBeGreaterThan(0);
        expect(statements).toBeLessThanOrEqual(count / 2);
        await holding.close();
      },
      30_000,
    );

    test('are not tried one by one when the connection is lost', async () => {
      const holding = await work('204 No Content');
      cuts = 3;
      answerAll();
      await areStored();
      expect(statements).toBeGreaterThan(cuts);
      expect(statements).toBeLessThanOrEqual(count / 2);
      expect(holding.requests).toHaveLength(count + 1);
      await holding.close();
    }, 30_000);
  });

  test('a process that hangs inside a transaction does not hold its locks for longer than a lease', async () => {
    const options = { ...resolvePostgresOptions({ connection: postgresAt(port) }), lease: 300 };
    const hanging = await openBoss(options, () => undefined);
    const lock = 'SELECT pg_advisory_xact_lock(7)';
    await new Promise<void>((resolve) => {
      const never = hanging.transact(async (db) => {
        await db.executeSql(lock);
        resolve();
        await new Promise(() => undefined);
      });
      never.catch(() => undefined);
    });
    await client.query(lock);
    hanging.breakOff();
    void hanging.boss.stop({ graceful: false }).catch(() => undefined);
  }, 20_000);

  test('a server that ends while the engine stops does not end the process', async () => {
    let answered = 0;
    const cable = await layCable(port, (data) => {
      if (!data.equals(TERMINATE)) return undefined;
      answered += 1;
      return SHUT_DOWN;
    });
    const [, queue = ''] = location.split('/');
    const notifier = openShop(OPENERS.postgres(`${cable.port}/${queue}`), receiver.url);
    notifier.on('warning', () => undefined); // the pool reports the end of its connections
    await notifier.start();
    await notifier.stop();
    await until(() => cable.open === 0);
    expect(answered).toBeGreaterThan(0);
    await cable.close();
  }, 20_000);

  test('an unreachable server fails the send', async () => {
    const away = new PostgresEngine({ connection: { ...postgresAt(9) }, enqueueTimeout: 500 });
    const { deliveries } = await openShop(away, NOWHERE).send('ann', new Ordered('m-1'));
    expect(deliveries).toMatchObject([{ outcome: 'failed', error: { name: 'EnqueueError' } }]);
    await away.stop();
  });

  test.each<[object, RegExp]>([
    [{}, /needs either connection.*or pglite/],
    [{ connection: 7 }, /connection of .* needs a connection string.*not 7/],
    [{ connection: {}, lease: 1_500 }, /lease of .* needs at least 10000 milliseconds.*not 1500/],
    [{ connection: {}, afterDead: 'wait' }, /afterDead of .* needs one of continue, hold/],
    [{ connection: {}, schema: 'a b' }, /schema of .* needs a name of .* lower-case letters.*, not "a b"/],
    [{ connection: {}, ratePerOrigin: {} }, /ratePerOrigin is not available on PostgreSQL/],
    [{ connection: {}, concurrencyPerOrigin: 0 }, /concurrencyPerOrigin of .* needs a whole/],
  ])('%j is refused', (options, message) => {
    const make = (): unknown => new PostgresEngine(options as PostgresEngineOptions);
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(message);
  });
});

test.each(['20.20.2', '22.11.0'])('Node.js %s is refused by name', (version) => {
  expect(() => {
    requireNode(version);
  }).toThrow(`dtospec/postgres needs Node.js 22.12 or later, as pg-boss 12 does, not ${version}`);
});
