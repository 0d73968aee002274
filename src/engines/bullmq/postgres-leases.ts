import { once } from '../../base/once.js';
import { TOLERANCE } from '../shared/origin-limits.js';
import type { Answer, LeaseSettings, LeaseStore } from './lease-store.js';
import { keyOf, type PgLike } from './order.js';

/**
 * A row for each origin: who attempts, with when their leases end, and when the next attempt may begin. Unlogged, so no
 * attempt waits for the disk: a server that crashed has forgotten them, and the workers write those they hold again.
 */
const CREATE = `CREATE UNLOGGED TABLE IF NOT EXISTS dtospec_origins (
  queue text, origin text, holders jsonb NOT NULL, turn double precision NOT NULL,
  given double precision, at timestamptz NOT NULL, PRIMARY KEY (queue, origin))`;

/** What nobody has used for a day. */
const TIDY = "DELETE FROM dtospec_origins WHERE at < now() - interval '1 day' AND turn < $1";

/** The server's own clock, read when the row is locked: those of the workers differ. */
const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::double precision';

/** $1 queue, $2 origin, $3 holder, $4 lease, $5 concurrency or null, $6 spacing, $7 turn or null, $8 tolerance, $9 grace */
const TAKE = `INSERT INTO dtospec_origins AS known (queue, origin, holders, turn, at)
  VALUES ($1, $2, jsonb_build_object($3::text, ${NOW} + $4::float8), ${NOW} + $6::float8, now())
  ON CONFLICT (queue, origin) DO UPDATE SET (holders, turn, given, at) = (
    SELECT
      CASE WHEN has_place AND is_due THEN held || jsonb_build_object($3::text, moment + $4::float8) ELSE held END,
      CASE WHEN has_place AND NOT is_own THEN after ELSE known.turn END,
      CASE WHEN has_place AND NOT is_due THEN known.turn END,
      now()
    FROM (
      SELECT moment, held, is_own, is_own OR known.turn <= moment + $8::float8 AS is_due,
        greatest(known.turn, moment - $8::float8) + $6::float8 AS after,
        $5::int IS NULL OR (SELECT count(*) FROM jsonb_object_keys(held)) < $5::int AS has_place
      FROM (
        SELECT moment,
          (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(known.holders)
            WHERE value::float8 > moment) AS held,
          coalesce(moment BETWEEN $7::float8 - $8::float8 AND $7::float8 + $9::float8, false) AS is_own
        FROM (SELECT ${NOW} AS moment) AS clock
      ) AS row
    ) AS state)
  RETURNING holders ? $3::text AS taken, given, given - ${NOW} AS wait`;

const KEEP = `INSERT INTO dtospec_origins AS known (queue, origin, holders, turn, at)
  SELECT $1, $2, jsonb_object_agg(holder, ${NOW} + $4::float8), 0, now() FROM unnest($3::text[]) AS holder
  ON CONFLICT (queue, origin) DO UPDATE SET holders = known.holders || excluded.holders, at = now()`;

const RELEASE = `UPDATE dtospec_origins SET holders = holders - $3::text WHERE queue = $1 AND origin = $2`;

/** Leases as rows in BullMQ's own schema, which its connections look in first. */
export class PostgresLeases implements LeaseStore {
  readonly #create = once(async () => {
    // Two that begin at once: the second one's statement fails, and finds the table the next time.
    await this.pool.query(CREATE).catch(() => this.pool.query(CREATE));
    await this.pool.query(TIDY, [Date.now()]);
  });

  constructor(
    readonly pool: PgLike,
    readonly queueName: string,
    readonly settings: LeaseSettings,
  ) {}

  async take(origin: string, holder: string, turn?: number): Promise<Answer> {
    const { lease, concurrency, spacing, grace } = this.settings;
    const most = concurrency === Infinity ? null : concurrency;
    const rows = await this.#query(TAKE, origin, [
      ...[holder, lease, most, spacing],
      ...[turn ?? null, TOLERANCE, grace],
    ]);
    const [row] = rows as { taken: boolean; given: number | null; wait: number | null }[];
    if (row?.taken === true) return { kind: 'taken' };
    if (typeof row?.given !== 'number') return { kind: 'full' };
    return { kind: 'early', turn: row.given, wait: row.wait ?? 0 };
  }

  async keep(origin: string, holders: readonly string[]): Promise<void> {
    await this.#query(KEEP, origin, [holders, this.settings.lease]);
  }

  async release(origin: string, holder: string): Promise<void> {
    await this.#query(RELEASE, origin, [holder]);
  }

  async #query(sql: string, origin: string, values: unknown[]): Promise<unknown[]> {
    await this.#create();
    const { rows } = await this.pool.query(sql, [this.queueName, keyOf(origin), ...values]);
    return rows;
  }
}
