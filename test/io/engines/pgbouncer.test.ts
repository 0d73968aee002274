import { PostgresEngine } from '../../../src/webhooks/engines/postgres/index.js';
import { HAS_PG_BOSS, postgresAt } from '../../support/engines/kits.js';
import { startPgBouncer } from '../../support/engines/pgbouncer.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { startPostgres, type Store } from '../../support/engines/stores.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { startReceiver } from '../../support/webhooks/hostile-receiver.js';

// PgBouncer accepts LISTEN in transaction mode. The notifications reach a connection of its pool, and nobody reads them.

/** Milliseconds after which a worker has noticed that it hears nothing. */
const NOTICED = 7_000;

describeEngines(HAS_PG_BOSS ? ['pgbouncer'] : [])('%s in transaction mode', () => {
  let postgres: Store;
  let bouncer: Store;
  const engines: PostgresEngine[] = [];
  const open = ({ port }: Store): PostgresEngine => {
    const engine = new PostgresEngine({ connection: postgresAt(port), pollInterval: 300 });
    engines.push(engine);
    return engine;
  };
  beforeEach(async () => {
    postgres = await startPostgres();
    bouncer = await startPgBouncer(postgres);
  }, 60_000);
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop({ grace: 0 })));
    await bouncer.stop();
    await postgres.stop();
  });

  test.each([
    ['a worker behind it warns once', () => bouncer, ['postgres-listen']],
    ['a worker beside it does not', () => postgres, []],
  ])(
    '%s, and delivers what another process sends',
    async (_, store, codes) => {
      const receiver = await startReceiver();
      const notifier = openShop(open(store()), receiver.url);
      const warnings: { readonly code: string; readonly message: string }[] = [];
      notifier.on('warning', (warning) => warnings.push(warning));
      await notifier.start();
      const sender = openShop(open(bouncer), receiver.url);
      for (const id of ['m-1', 'm-2', 'm-3']) await sender.send('ann', new Ordered(id));
      while (receiver.requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
      await new Promise((resolve) => setTimeout(resolve, NOTICED));
      expect(warnings.map(({ code }) => code)).toEqual(codes);
      for (const { message } of warnings)
        expect(message).toMatch(
          /PgBouncer.* up to 300 ms \(pollInterval\)\. Connect the engine to PostgreSQL directly/,
        );
      expect(receiver.requests).toHaveLength(3);
      await receiver.close();
    },
    60_000,
  );
});
