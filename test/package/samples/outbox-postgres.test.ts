import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileSample } from '../../support/compile-sample.js';
import { startPostgres, startRedis } from '../../support/stores.js';

const ROOT = join(__dirname, '../../..');

test('the outbox sample on PostgreSQL and Redis runs: what was committed arrives in the next process, nothing else', async () => {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const program = compileSample(join(ROOT, 'samples/outbox-postgres/main.ts'));
  const env = {
    ...process.env,
    POSTGRES_URL: `postgres://postgres@127.0.0.1:${postgres.port}/postgres`,
    REDIS_PORT: String(redis.port),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: ROOT, env });
  rmSync(program);
  await Promise.all([postgres.stop(), redis.stop()]);
  expect(stdout.trim().split('\n').sort()).toEqual([
    expect.stringMatching(/^order 2 was rolled back: .*check/),
    'order-1 sent',
    'order-3 sent',
    'queued 2',
    'received order-1 order-3',
  ]);
}, 60_000);
