import { once } from 'node:events';
import { Client } from 'pg';
import { postgresAt } from '../../support/engines/kits.js';
import { startPostgres, startRedis, type Store } from '../../support/engines/stores.js';
import { describeEngines } from '../../support/programs/optional-programs.js';

const START = { redis: () => startRedis(), postgres: startPostgres };

describeEngines(['redis', 'postgres'])('%s, a store of the tests', (kind) => {
  let store: Store;
  beforeAll(async () => {
    store = await START[kind]();
  });
  afterAll(() => store.stop());

  test('comes back after a crash, and stops twice', async () => {
    const other = await START[kind]();
    await other.crash();
    await other.stop();
    await expect(other.stop()).resolves.toBeUndefined();
  });

  if (kind === 'postgres')
    test('comes back while a process of the killed server still holds its memory', async () => {
      const client = new Client(postgresAt(store.port));
      await client.connect();
      client.on('error', () => undefined);
      const busy = client
        .query(
          "DO $$ BEGIN RAISE NOTICE 'busy'; WHILE clock_timestamp() < now() + interval '1.5 s' LOOP END LOOP; END $$",
        )
        .catch(() => undefined);
      await once(client, 'notice');
      await store.crash();
      await busy;
      const again = new Client(postgresAt(store.port));
      await again.connect();
      expect((await again.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      await again.end();
    });
});
