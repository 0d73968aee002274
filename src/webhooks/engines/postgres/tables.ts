import { once } from '../../../shared/promises.js';
import type { EndpointStatus } from '../../notifier/engine.js';
import type { Pace } from '../../notifier/attempts/rate.js';
import type { StoredDelivery, StoredState } from '../../notifier/delivery.js';
import type { CheckedFilter } from '../../notifier/delivery-filter.js';
import { LISTED } from '../../notifier/queue/in-process-engine.js';
import { type JobData, type JobResult, toDelivery } from '../shared/job-data.js';
import type { StoreStatus } from '../shared/store-engine.js';
import type { SettingKind, Settings } from '../shared/settings.js';
import { type OpenBoss, queueNames } from './boss.js';
import type { ResolvedPostgresOptions } from './postgres-options.js';
import { explainPrivileges } from './privileges.js';

// pg-boss lists the oldest jobs first, without a filter for states, so this reads its table directly.

interface Listed {
  readonly data: JobData;
  readonly state: StoredState;
  /** Result of a completed row. */
  readonly output: JobResult | null;
  /** Time of the end, if it has ended. */
  readonly ended: Date | null;
}

export const STATE = `CASE WHEN state < 'completed' THEN 'waiting' WHEN state = 'completed' THEN output->>'outcome' ELSE 'dead' END`;

/** Milliseconds since the epoch: the end, or the time of `enqueue` by the clock of the process that sent. */
const STAMP = `coalesce(trunc(extract(epoch FROM completed_on) * 1000)::float8, (data->>'createdAt')::float8)`;

export async function listDeliveries(
  { db, queues }: OpenBoss,
  { schema }: ResolvedPostgresOptions,
  filter: CheckedFilter,
): Promise<StoredDelivery[]> {
  const { id, messageId, endpoint, event, since, until, state, limit = LISTED } = filter;
  const { rows }: { rows: Listed[] } = await db.executeSql(
    `SELECT data, ${STATE} AS state, output, completed_on AS ended FROM ${schema}.job
      WHERE name = ANY($1) AND jsonb_typeof(data->'about'->'id') = 'string'
        AND ($3::text IS NULL OR data->'about'->>'id' = $3)
        AND ($4::text IS NULL OR data->'about'->>'messageId' = $4)
        AND ($5::text IS NULL OR data->'about'->>'endpoint' = $5)
        AND ($6::text IS NULL OR data->'about'->>'event' = $6)
        AND ($7::text IS NULL OR ${STATE} = $7)
        AND ($8::float8 IS NULL OR ${STAMP} >= $8)
        AND ($9::float8 IS NULL OR ${STAMP} < $9)
      ORDER BY ${STAMP} DESC, id DESC LIMIT $2`,
    [
      queueNames(queues),
      Math.min(limit, 2 ** 31),
      ...[id, messageId, endpoint, event, state, since, until].map((value) => value ?? null),
    ],
  );
  return rows.map(({ data, state: storedState, output, ended }) =>
    toDelivery(data, storedState, {
      result: ['waiting', 'dead'].includes(storedState) ? undefined : (output ?? undefined),
      endedAt: ended?.getTime(),
    }),
  );
}

/** Milliseconds for which the oldest row has been due, by the clock of the database. */
const ageOf = (filter = ''): string =>
  `trunc(extract(epoch FROM now() - min(start_after) ${filter}) * 1000)::float8`;

/** SQL for a due row that no worker has, and that waits for no other of its key. */
function isOverdue(schema: string): string {
  return `(state < 'active' AND start_after <= now() AND NOT (state = 'created' AND singleton_key IS NOT NULL AND EXISTS
    (SELECT 1 FROM ${schema}.job AS earlier WHERE earlier.name = job.name AND earlier.singleton_key = job.singleton_key
      AND earlier.state IN ('active', 'retry', 'failed'))))`;
}

export async function readStatus(
  { db, queues }: OpenBoss,
  { schema }: ResolvedPostgresOptions,
  isPaused: boolean,
  byEndpoint: boolean,
): Promise<StoreStatus> {
  const { rows } = await db.executeSql(
    `SELECT
        count(*) FILTER (WHERE state < 'completed')::int AS waiting,
        count(*) FILTER (WHERE state = 'active' OR (state < 'active' AND start_after <= now()))::int AS due,
        coalesce(${ageOf(`FILTER (WHERE ${isOverdue(schema)})`)}, 0) AS "oldestDue",
        count(*) FILTER (WHERE state IN ('cancelled', 'failed'))::int AS dead,
        count(*) FILTER (WHERE ${STATE} = 'paused')::int AS paused
      FROM ${schema}.job WHERE name = ANY($1)`,
    [queueNames(queues)],
  );
  const status = { isPaused, ...(rows[0] as Omit<StoreStatus, 'isPaused'>) };
  if (!byEndpoint) return status;
  const { rows: endpoints }: { rows: EndpointStatus[] } = await db.executeSql(
    `SELECT data->'about'->>'endpoint' AS endpoint, count(*)::int AS due, ${ageOf()} AS "oldestDue"
      FROM ${schema}.job WHERE name = ANY($1) AND ${isOverdue(schema)} AND data->'about'->>'endpoint' IS NOT NULL
      GROUP BY 1 ORDER BY 3 DESC`,
    [queueNames(queues)],
  );
  return { ...status, endpoints };
}

/** SQL for the next turn: a time beyond these is of another rate, or the clock was put back. */
const TURN = `CASE WHEN rate.value::float8 > now + $3 + $4 + 1 THEN now ELSE greatest(rate.value::float8, now) END`;

export class SettingsTable implements Settings {
  readonly #table: string;
  readonly #queue: string;
  readonly #create = once(async () => {
    // CREATE TABLE IF NOT EXISTS needs the privilege to create, also if the table exists.
    const [known] = await this.#run('SELECT to_regclass($1) IS NOT NULL AS exists', [this.#table]);
    if (known?.exists === true) return;
    const sql = `CREATE TABLE IF NOT EXISTS ${this.#table} (
      queue text, name text, value text NOT NULL, PRIMARY KEY (queue, name))`;
    // When two processes start at once, one statement may fail; the table exists at the second try.
    await this.#run(sql)
      .catch(() => this.#run(sql))
      .catch((cause: unknown) => {
        throw explainPrivileges(cause, this.options);
      });
  });

  constructor(
    readonly open: OpenBoss,
    readonly options: ResolvedPostgresOptions,
  ) {
    const { schema, queueName } = options;
    this.#table = `${schema}.dtospec_settings`;
    this.#queue = queueName;
  }

  /** Name of the table, with its schema. */
  get name(): string {
    return this.#table;
  }

  /** Creates the table, unless it exists. */
  create(): Promise<void> {
    return this.#create();
  }

  get channel(): string {
    return `${this.#table}.${this.#queue}`.replace(/\W/g, '_').slice(0, 60);
  }

  async notify(): Promise<void> {
    await this.#run('SELECT pg_notify($1, $2)', [this.channel, '']);
  }

  get(kind: SettingKind, name: string): Promise<string | undefined> {
    return this.#get(`${kind} ${name}`);
  }

  set(kind: SettingKind, name: string, value: string | undefined): Promise<void> {
    return this.#set(`${kind} ${name}`, value);
  }

  async list(kind: SettingKind): Promise<[name: string, value: string][]> {
    await this.#create();
    const prefix = `${kind} `;
    const sql = `SELECT name, value FROM ${this.#table} WHERE queue = $1 AND starts_with(name, $2)`;
    const rows = (await this.#run(sql, [this.#queue, prefix])) as { name: string; value: string }[];
    return rows.map(({ name, value }) => [name.slice(prefix.length), value]);
  }

  async isPaused(): Promise<boolean> {
    return (await this.#get('paused')) !== undefined;
  }

  setPaused(isPaused: boolean): Promise<void> {
    return this.#set('paused', isPaused ? '1' : undefined);
  }

  /**
   * Takes a turn at an endpoint that has a rate, as `takeTurn`
   * of the notifier does, by the clock of the database.
   * @returns 0, or the milliseconds until the next turn
   */
  async takeTurn(endpoint: string, { spacing, slack }: Pace): Promise<number> {
    await this.#create();
    const [row] = await this.#run(
      `WITH clock AS (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now),
        taken AS (
          INSERT INTO ${this.#table} AS rate (queue, name, value) SELECT $1, $2, (now + $3::float8)::text FROM clock
            ON CONFLICT (queue, name) DO UPDATE SET value =
              (SELECT ${TURN} + $3 FROM clock)::text
              WHERE (SELECT ${TURN} - $4 <= now FROM clock)
            RETURNING 1)
        SELECT (SELECT count(*) FROM taken)::int AS taken, (SELECT value::float8 - $4 - now FROM clock, ${this.#table}
          WHERE queue = $1 AND name = $2)::float8 AS wait`,
      [this.#queue, `rate ${endpoint}`, spacing, slack],
    );
    if (row?.taken === 1) return 0;
    // Another process may have taken the turn during the statement.
    return Math.ceil(Math.min(Math.max(Number(row?.wait), 1), spacing));
  }

  /** Forgets endpoints that could take all turns again. */
  async forgetTurns(): Promise<void> {
    await this.#run(
      `DELETE FROM ${this.#table} WHERE queue = $1 AND starts_with(name, 'rate ')
        AND value::float8 < extract(epoch FROM clock_timestamp()) * 1000`,
      [this.#queue],
    );
  }

  async #get(name: string): Promise<string | undefined> {
    await this.#create();
    const sql = `SELECT value FROM ${this.#table} WHERE queue = $1 AND name = $2`;
    const [row] = await this.#run(sql, [this.#queue, name]);
    return row?.value as string | undefined;
  }

  async #set(name: string, value: string | undefined): Promise<void> {
    await this.#create();
    await (value === undefined
      ? this.#run(`DELETE FROM ${this.#table} WHERE queue = $1 AND name = $2`, [this.#queue, name])
      : this.#run(
          `INSERT INTO ${this.#table} (queue, name, value) VALUES ($1, $2, $3)
            ON CONFLICT (queue, name) DO UPDATE SET value = excluded.value`,
          [this.#queue, name, value],
        ));
  }

  async #run(text: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
    const { rows } = await this.open.db.executeSql(text, values);
    return rows as Record<string, unknown>[];
  }
}
