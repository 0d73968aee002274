import { HAS_PG_BOSS } from '../../support/engines/kits.js';
import { prepareNode } from '../../support/engines/other-nodes.js';
import { compileSamples, runSample } from '../../support/programs/samples.js';
import { startPostgres, startRedis, type Store } from '../../support/engines/stores.js';
import { needing } from '../../support/programs/optional-programs.js';

const test = needing(globalThis.test, 'redis', 'postgres');

let postgres: Store;
let redis: Store;
let env: Record<string, string>;
/** The version of Node.js for pg-boss. */
let node: string;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  env = {
    POSTGRES_URL: `postgres://postgres@127.0.0.1:${postgres.port}/postgres`,
    REDIS_PORT: String(redis.port),
  };
  compileSamples();
  node = (HAS_PG_BOSS ? undefined : prepareNode('node22')) ?? process.execPath;
}, 120_000);
afterAll(() => Promise.all([postgres.stop(), redis.stop()]));

test('the outbox sample on PostgreSQL runs: only committed messages arrive in the next process', async () => {
  expect((await runSample('outbox/postgres', [], env, node)).sort()).toEqual([
    expect.stringMatching(/^order 2 was rolled back: .*check/),
    'order-1 sent',
    'order-3 sent',
    'queued 2',
    'received order-1 order-3',
  ]);
}, 60_000);

test.each(['redis', 'postgres'])(
  'the durable sample runs on %s',
  async (engine) => {
    expect(await runSample('durable/main', [engine], env, engine === 'postgres' ? node : undefined)).toEqual([
      'queued and received 0',
      expect.stringMatching(/^attempt 1 .* 503/),
      'attempt 2 sent order-17',
    ]);
  },
  60_000,
);
