import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineSide } from './engine-side.mjs';
import { plainBullMq, plainPgBoss, plainSqlite, postgresAt } from './plain-sides.mjs';

/** The servers of the tests, which are written in TypeScript. */
async function servers() {
  const { build } = await import('esbuild');
  await build({
    entryPoints: ['test/support/engines/stores.ts'],
    outfile: 'build/bench/stores.mjs',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  return import('../../build/bench/stores.mjs');
}

const locate = (store) => ({ location: store.port, stop: () => store.stop() });
const [major] = process.versions.node.split('.').map(Number);

/** Each engine, and what it is compared with. */
export const STORES = {
  'dtospec/sqlite': {
    plain: 'bare SQLite',
    isInstalled: () => true,
    start() {
      const location = mkdtempSync(join(tmpdir(), 'queueing-'));
      return { location, stop: () => rmSync(location, { recursive: true }) };
    },
    openPlain: plainSqlite,
    async openEngine({ location, queue, ports }) {
      const { SqliteEngine } = await import('../../dist/sqlite.node.js');
      return engineSide(new SqliteEngine({ file: join(location, `${queue}.sqlite`) }), ports);
    },
  },
  'dtospec/bullmq': {
    plain: 'BullMQ',
    isInstalled: () => spawnSync('redis-server', ['--version']).error === undefined,
    start: async () => locate(await (await servers()).startRedis()),
    openPlain: plainBullMq,
    async openEngine({ location, queue, ports }) {
      const { BullMqEngine } = await import('../../dist/bullmq.node.js');
      const connection = { host: '127.0.0.1', port: location };
      return engineSide(new BullMqEngine({ connection, queueName: queue }), ports);
    },
  },
  'dtospec/postgres': {
    plain: 'pg-boss in batches',
    isInstalled: () => major >= 22 && existsSync('/usr/lib/postgresql'),
    start: async () => locate(await (await servers()).startPostgres()),
    openPlain: plainPgBoss,
    async openEngine({ location, queue, ports }) {
      const { PostgresEngine } = await import('../../dist/postgres.node.js');
      return engineSide(new PostgresEngine({ connection: postgresAt(location), queueName: queue }), ports);
    },
  },
};
