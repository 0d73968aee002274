import { Client } from 'pg';
import { PostgresEngine } from '../../../src/webhooks/engines/postgres/index.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { HAS_PG_BOSS, postgresAt } from '../../support/engines/kits.js';
import { startPostgres, type Store } from '../../support/engines/stores.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';

const GRANTS = [
  'GRANT USAGE ON SCHEMA dtospec TO app',
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA dtospec TO app',
  'GRANT USAGE ON ALL SEQUENCES IN SCHEMA dtospec TO app',
  'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA dtospec TO app',
];

describeEngines(HAS_PG_BOSS ? ['postgres'] : [])('%s, a role that may create nothing', () => {
  let store: Store;
  let admin: Client;
  const engines: PostgresEngine[] = [];
  const open = (user: string): PostgresEngine => {
    const engine = new PostgresEngine({ connection: { ...postgresAt(store.port), user }, pollInterval: 50 });
    engines.push(engine);
    return engine;
  };
  beforeEach(async () => {
    store = await startPostgres();
    admin = new Client(postgresAt(store.port));
    await admin.connect();
    await admin.query('CREATE ROLE app LOGIN');
    await admin.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  });
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop({ grace: 0 })));
    await admin.end();
    await store.stop();
  });

  test('delivers if the tables exist and it may use them', async () => {
    await open('postgres').status();
    for (const grant of GRANTS) await admin.query(grant);
    const receiver = await startReceiver(answer('204 No Content'));
    const engine = open('app');
    const notifier = openShop(engine, receiver.url);
    await notifier.start();
    await notifier.send('ann', new Ordered('m-1'));
    while (receiver.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await engine.pauseEndpoint('ann');
    expect((await engine.status()).pausedEndpoints).toEqual(['ann']);
    await receiver.close();
  });

  test('start rejects with the remedy if there are no tables', async () => {
    const notifier = openShop(open('app'), 'http://127.0.0.1:1');
    await expect(notifier.start()).rejects.toThrow(
      /lacks a privilege in the schema "dtospec" \(permission denied .*"await engine\.status\(\)" once.*GRANT/,
    );
  });

  test('start rejects with the remedy if the settings are missing', async () => {
    await open('postgres').status();
    for (const grant of GRANTS) await admin.query(grant);
    await admin.query('DROP TABLE dtospec.dtospec_settings');
    const notifier = openShop(open('app'), 'http://127.0.0.1:1');
    await expect(notifier.start()).rejects.toThrow(/permission denied for schema dtospec.*GRANT/);
  });

  test.each(['job', 'queue', 'dtospec_settings'])('start rejects if it may not change %s', async (table) => {
    await open('postgres').status();
    for (const grant of GRANTS) await admin.query(grant);
    await admin.query(`REVOKE UPDATE ON dtospec.${table} FROM app`);
    const notifier = openShop(open('app'), 'http://127.0.0.1:1');
    await expect(notifier.start()).rejects.toThrow(
      new RegExp(`${table} \\(UPDATE\\)|permission denied for table ${table}`),
    );
  });

  test('start rejects if row security hides the deliveries', async () => {
    await open('postgres').status();
    for (const grant of GRANTS) await admin.query(grant);
    await admin.query('ALTER TABLE dtospec.job ENABLE ROW LEVEL SECURITY');
    await expect(openShop(open('app'), 'http://127.0.0.1:1').start()).rejects.toThrow(
      /cannot make attempts, .*: job \(row security\)\. Disable row security of its tables, or add a policy\./,
    );
    await admin.query('CREATE POLICY all_rows ON dtospec.job TO app USING (true)');
    const notifier = openShop(open('app'), 'http://127.0.0.1:1');
    await notifier.start();
    await notifier.stop();
  });

  test('start and send name a connection that only reads', async () => {
    await open('postgres').status();
    for (const grant of GRANTS) await admin.query(grant);
    await admin.query('ALTER ROLE app SET default_transaction_read_only = on');
    const notifier = openShop(open('app'), 'http://127.0.0.1:1');
    const READS = /only reads \(cannot execute .*\)\. Connect it to the primary server/;
    await expect(notifier.start()).rejects.toThrow(READS);
    await expect(notifier.send('ann', new Ordered('m-1'))).rejects.toThrow(READS);
  });
});
