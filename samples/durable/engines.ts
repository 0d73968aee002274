import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BullMqEngine } from 'dtospec/bullmq';
import { PostgresEngine } from 'dtospec/postgres';
import { SqliteEngine } from 'dtospec/sqlite';
import type { DurableEngine } from 'dtospec/webhook';

const file = join(mkdtempSync(join(tmpdir(), 'durable-')), 'deliveries.sqlite');

/** The same deliveries, kept in a file, in Redis or in PostgreSQL: this is all that differs. */
export const engines: Readonly<Record<string, () => DurableEngine>> = {
  sqlite: () => new SqliteEngine({ file }),
  redis: () =>
    new BullMqEngine({ connection: { host: '127.0.0.1', port: Number(process.env.REDIS_PORT ?? 6379) } }),
  postgres: () => new PostgresEngine({ connection: process.env.POSTGRES_URL ?? 'postgres://127.0.0.1' }), // Node.js 22
};
