import type { IQueueBackend } from 'bullmq';
import { once } from '../../base/once.js';
import type { EndpointHealth, HealthStore } from '../../notifier/health.js';
import { isPostgres, type PgLike, type RedisBackend } from './order.js';

/** How endpoints fare, beside the queue, for all processes that share it. */
export function createHealthStore(backend: IQueueBackend, queueName: string): HealthStore {
  return isPostgres(backend)
    ? postgresHealth(backend.connection.pool, queueName)
    : redisHealth(backend as unknown as RedisBackend);
}

function redisHealth(backend: RedisBackend): HealthStore {
  const hash = backend.toKey('health');
  return {
    get: async (key) => parse(await (await backend.client).hget(hash, key)),
    set: async (key, health) => {
      const client = await backend.client;
      await (health ? client.hset(hash, { [key]: JSON.stringify(health) }) : client.hdel(hash, key));
    },
  };
}

/** In BullMQ's own schema, which its connections look in first. */
const CREATE = `CREATE TABLE IF NOT EXISTS dtospec_health (
  queue text, key text, health text NOT NULL, PRIMARY KEY (queue, key))`;

const GET = 'SELECT health FROM dtospec_health WHERE queue = $1 AND key = $2';
const REMOVE = 'DELETE FROM dtospec_health WHERE queue = $1 AND key = $2';
const SET = `INSERT INTO dtospec_health (queue, key, health) VALUES ($1, $2, $3)
  ON CONFLICT (queue, key) DO UPDATE SET health = excluded.health`;

function postgresHealth(pool: PgLike, queueName: string): HealthStore {
  // Of two that begin at once the second one's statement may fail, and finds the table the next time.
  const create = once(() => pool.query(CREATE).catch(() => pool.query(CREATE)));
  return {
    get: async (key) => {
      await create();
      const { rows } = await pool.query(GET, [queueName, key]);
      return parse(rows[0]?.health as string | undefined);
    },
    set: async (key, health) => {
      await create();
      await (health
        ? pool.query(SET, [queueName, key, JSON.stringify(health)])
        : pool.query(REMOVE, [queueName, key]));
    },
  };
}

function parse(text: string | null | undefined): EndpointHealth | undefined {
  return text ? (JSON.parse(text) as EndpointHealth) : undefined;
}
