import type { Db, SendOptions } from 'pg-boss';
import { BoundedMap } from '../../../shared/bounded-map.js';
import type { EndedState } from '../../notifier/delivery-filter.js';
import type { Job, Queued } from '../../notifier/engine.js';
import type { PutOff } from '../../notifier/attempts/rate.js';
import type { StoredStep } from '../shared/cancellations.js';
import type { Cancelling } from '../shared/store-engine.js';
import { ERASED } from '../../notifier/delivery.js';
import { afterStep, hashOf, idOf, newData, type JobData, type JobResult } from '../shared/job-data.js';
import { queueNames, secondsOf, type OpenBoss } from './boss.js';
import { type HeldRow, type Settlement, Settlements } from './settlements.js';
import { type SettingsTable, STATE } from './tables.js';
import type { ResolvedPostgresOptions } from './postgres-options.js';

/**
 * Maximum number of claims, practically unlimited. pg-boss counts each claim, but a process that ends must
 * not end a delivery.
 */
const CLAIMS = 1_000_000_000;

/** Retention of waiting jobs, in seconds: practically without end. */
const FOREVER = 2_000_000_000;

const MAX_PUT_OFF = 10_000;

/** Maximum time in seconds that pg-boss allows for a job, regardless of its heartbeat. */
const MAX_HOLD = 86_400;

const ENDED = `name = ANY($1) AND state >= 'completed' AND (id = ANY($2) OR data->'about'->>'id' = ANY($3)) AND ${STATE} = $4`;

/** Member of the data of a row that was cancelled while a worker had it. */
const MARK = 'cancelled';

/** True for a row whose worker returns it for another attempt, although it was cancelled. */
const IS_CANCELLED = `(step.state = 'retry' AND job.data->'${MARK}' IS NOT NULL)`;

/** Condition for a row that waits behind an older one of its key, which was restarted during an attempt. */
const isBehind = (schema: string): string =>
  `(step.state = 'retry' AND job.singleton_key IS NOT NULL AND EXISTS (SELECT 1 FROM ${schema}.job AS older WHERE older.name = job.name
    AND older.singleton_key = job.singleton_key AND older.state = 'created'
    AND (older.created_on, older.id) < (job.created_on, job.id)))`;

const CANCELLED_OUTPUT = JSON.stringify({ outcome: 'cancelled' } satisfies JobResult);

/** SQL for a column without what receivers answered, and without the texts of errors (`eraseHistory`). */
function erased(column: 'data' | 'output'): string {
  return `CASE WHEN jsonb_typeof(${column}->'history') = 'array' THEN jsonb_set(${column}, '{history}', coalesce((
    SELECT jsonb_agg(CASE WHEN attempt ? 'error'
        THEN jsonb_set(attempt - 'responseBody', '{error,message}', '"${ERASED}"') ELSE attempt - 'responseBody' END
      ORDER BY place)
    FROM jsonb_array_elements(${column}->'history') WITH ORDINALITY AS attempts (attempt, place)), '[]')) ELSE ${column} END`;
}

/** State and event of an earlier job with the same key; empty if the job is gone meanwhile. */
export type Earlier = Pick<Queued, 'isDead' | 'earlierEvent'>;

export class Jobs {
  #last = 0n;
  /** Row ids by delivery, of deliveries of a sequence that were put off: `hasten` cannot derive them. */
  readonly #putOff = new BoundedMap<string, string>(MAX_PUT_OFF);
  readonly #settlements = new Settlements((queue, settlements) => this.#store(queue, settlements));

  constructor(
    readonly open: OpenBoss,
    readonly options: ResolvedPostgresOptions,
    readonly settings: SettingsTable,
  ) {}

  /**
   * Adds a row. Resolves to what is known of an earlier one with the same key, which then stays the only one.
   */
  async add(job: Job, db: Db | undefined): Promise<Earlier | undefined> {
    return (await this.#insert(job, db)) ? undefined : this.#earlier(job, db ?? this.open.db);
  }

  async #insert(job: Job, db: Db | undefined): Promise<boolean> {
    const { boss, queues } = this.open;
    const { sequence, group, dedupeKey } = job;
    const id = idOf(job);
    const now = Date.now();
    const data = newData({ ...job, id }, now);
    const within = db && { db };
    if (sequence !== undefined && dedupeKey !== undefined) {
      const known = { id: rowIdOf(id), retentionSeconds: this.#retention + MAX_HOLD * 30, ...within };
      if ((await boss.send(queues.known, null, known)) === null) return false;
    }
    const options: SendOptions = {
      id: sequence === undefined ? rowIdOf(id) : this.#nextRowId(now),
      group: { id: group },
      ...(sequence !== undefined && { singletonKey: hashOf(sequence).toString('base64url') }),
      ...(data.nextAt > now && { startAfter: waitUntil(data.nextAt) }),
      retryLimit: CLAIMS,
      retryDelay: 0,
      heartbeatSeconds: secondsOf(this.options.lease),
      expireInSeconds: MAX_HOLD,
      retentionSeconds: FOREVER,
      deleteAfterSeconds: this.#retention,
      ...within,
    };
    const name = sequence === undefined ? queues.plain : queues.ordered;
    return (await boss.send(name, data, options)) !== null;
  }

  /** Returns whether a worker has a row, and extends its lease. */
  async isAnyHeld(): Promise<boolean> {
    const { db, queues } = this.open;
    const { schema, lease } = this.options;
    const { rows } = await db.executeSql(
      `SELECT 1 FROM ${schema}.job
        WHERE name = ANY($1) AND state = 'active' AND heartbeat_on > now() - $2 * interval '1 s' LIMIT 1`,
      [queueNames(queues), secondsOf(lease)],
    );
    return rows.length > 0;
  }

  /** Ends the claim of a row, without a step to make it due again. */
  settle(row: HeldRow, data: JobData, step: StoredStep | undefined): Promise<void> {
    if (step?.kind === 'retry' && !step.record && row.name === this.open.queues.ordered)
      this.#putOff.set(data.about.id, row.id);
    return this.#settlements.add({ row, ...this.#changeOf(row, data, step) });
  }

  extendLeases(queue: string, rows: readonly HeldRow[]): Promise<void> {
    return this.#settlements.extendLeases(rows, (claimed) => this.open.boss.touch(queue, claimed));
  }

  #changeOf({ name }: HeldRow, data: JobData, step: StoredStep | undefined): Omit<Settlement, 'row'> {
    if (!step) return { state: 'retry', wait: 0 };
    const known = afterStep(data, step);
    const { about, job, ...rest } = known;
    if (step.kind === 'done')
      return {
        state: 'completed',
        output: { outcome: step.outcome, made: rest.made, history: rest.history },
      };
    // Not until `at`: the clock of this process may have jumped since.
    if (step.kind === 'retry')
      return { state: 'retry', wait: step.delay / 1_000, data: { ...rest, nextAt: step.at } };
    // A failed row blocks its successors, a cancelled one does not. pg-boss deletes neither.
    const holds = this.options.afterDead === 'hold' && name === this.open.queues.ordered;
    const isOfOthers = job === '';
    return { state: holds ? 'failed' : 'cancelled', data: isOfOthers ? { ...rest, about, job } : rest };
  }

  /**
   * Ends claims by one statement, which pg-boss does for its own workers only. A transaction of several
   * statements would lock the rows for as long as a process hangs between two of them.
   */
  async #store(queue: string, settlements: readonly Settlement[]): Promise<void> {
    const { schema } = this.options;
    const records = settlements.map(({ row: { id, retryCount }, ...change }) => ({
      id,
      retry_count: retryCount,
      ...change,
    }));
    await this.open.db.executeSql(
      `UPDATE ${schema}.job AS job SET heartbeat_on = NULL,
          state = CASE WHEN ${IS_CANCELLED} THEN 'completed' WHEN ${isBehind(schema)} THEN 'created' ELSE step.state END,
          output = CASE WHEN ${IS_CANCELLED} THEN '${CANCELLED_OUTPUT}' ELSE step.output END,
          completed_on = CASE WHEN step.state >= 'completed' OR ${IS_CANCELLED} THEN now() END,
          start_after = CASE WHEN step.state = 'retry' THEN now() + step.wait * interval '1 s' ELSE start_after END,
          deletion_seconds = CASE WHEN step.state > 'completed' THEN 0 ELSE deletion_seconds END,
          data = CASE WHEN step.data IS NULL THEN job.data WHEN step.data->'about' IS NULL THEN job.data || step.data ELSE step.data END
        FROM jsonb_to_recordset($2::jsonb)
          AS step (id uuid, retry_count int, state ${schema}.job_state, wait float8, data jsonb, output jsonb)
        WHERE job.name = $1 AND job.id = step.id AND job.retry_count = step.retry_count AND job.state = 'active'`,
      [queue, JSON.stringify(records)],
    );
  }

  /**
   * Ends rows that wait, and marks those that a worker has, by one statement: a row must not move between a
   * look at its state and the change.
   */
  async cancel(ids: readonly string[]): Promise<Cancelling> {
    const { schema } = this.options;
    await this.settings.create();
    const { rows }: { rows: { isActive: boolean }[] } = await this.open.db.executeSql(
      `WITH cancelled AS (
        UPDATE ${schema}.job SET
            data = CASE WHEN state = 'active' THEN data || '{"${MARK}": true}' ELSE data END,
            output = CASE WHEN state = 'active' THEN output ELSE '${CANCELLED_OUTPUT}' END,
            completed_on = CASE WHEN state = 'active' THEN completed_on ELSE now() END,
            state = CASE WHEN state = 'active' THEN state ELSE 'completed' END
          WHERE name = ANY($1) AND state < 'completed' AND (id = ANY($2) OR data->'about'->>'id' = ANY($3))
          RETURNING id, data->'about'->>'id' AS delivery, state = 'active' AS "isActive"),
      marks AS (
        INSERT INTO ${this.settings.name} (queue, name, value) SELECT $4, 'cancel ' || delivery, id::text
          FROM cancelled WHERE "isActive" ON CONFLICT (queue, name) DO NOTHING)
      SELECT "isActive" FROM cancelled`,
      [queueNames(this.open.queues), ids.map(rowIdOf), ids, this.options.queueName],
    );
    const underWay = rows.filter(({ isActive }) => isActive).length;
    return { ended: rows.length - underWay, underWay };
  }

  /** Makes rows due that wait until these times. */
  async hasten(deliveries: readonly PutOff[]): Promise<number> {
    const rows = deliveries.map(({ id, at }) => ({ id: this.#putOff.get(id) ?? rowIdOf(id), at }));
    const { rows: due } = await this.open.db.executeSql(
      `UPDATE ${this.options.schema}.job AS job SET start_after = now()
        FROM jsonb_to_recordset($2::jsonb) AS delivery (id uuid, at float8)
        WHERE job.name = ANY($1) AND job.id = delivery.id AND job.state = 'retry'
          AND (job.data->>'nextAt')::float8 = delivery.at RETURNING job.id`,
      [queueNames(this.open.queues), JSON.stringify(rows)],
    );
    return due.length;
  }

  /**
   * Deletes the marks of rows that have ended. The mark in the
   * row itself decides, so a worker may find one too many.
   */
  async deleteMarks(): Promise<void> {
    await this.open.db.executeSql(
      `DELETE FROM ${this.settings.name} AS mark WHERE queue = $1 AND starts_with(name, 'cancel ') AND NOT EXISTS
        (SELECT 1 FROM ${this.options.schema}.job WHERE name = ANY($2) AND id = mark.value::uuid AND state < 'completed')`,
      [this.options.queueName, queueNames(this.open.queues)],
    );
  }

  /**
   * Erases what ended rows contain. A dead row of a held sequence
   * lets the next one pass, since it cannot be restarted.
   */
  async erase(ids: readonly string[]): Promise<number> {
    const { schema } = this.options;
    const { rows } = await this.open.db.executeSql(
      `UPDATE ${schema}.job SET data = ${erased('data')} || '{"job": ""}', output = ${erased('output')},
          state = CASE WHEN state = 'failed' THEN 'cancelled' ELSE state END
        WHERE name = ANY($1) AND state >= 'completed' AND (id = ANY($2) OR data->'about'->>'id' = ANY($3)) RETURNING id`,
      [queueNames(this.open.queues), ids.map(rowIdOf), ids],
    );
    return rows.length;
  }

  /** Reads by the connection of the transaction, since the earlier job may be its own. */
  async #earlier(job: Job, db: Db): Promise<Earlier> {
    const id = idOf(job);
    const { rows }: { rows: Earlier[] } = await db.executeSql(
      `SELECT ${STATE} = 'dead' AS "isDead", data->'about'->>'event' AS "earlierEvent"
        FROM ${this.options.schema}.job
        WHERE name = ANY($1) AND (id = ANY($2) OR data->'about'->>'id' = ANY($3)) AND data IS NOT NULL LIMIT 1`,
      [queueNames(this.open.queues), [rowIdOf(id)], [id]],
    );
    return rows[0] ?? {};
  }

  /** Restarts rows at their places in the order. pg-boss has no function for completed rows. */
  async redeliver(ids: readonly string[], state: EndedState): Promise<number> {
    const { schema } = this.options;
    await this.settings.create();
    const { rows } = await this.open.db.executeSql(
      `WITH unmarked AS (
        DELETE FROM ${this.settings.name} WHERE queue = $8 AND name = ANY($9)),
      newer AS (
        -- A row that waits for another attempt would be attempted before older rows of its key.
        UPDATE ${schema}.job AS newer SET state = 'created' FROM ${schema}.job AS older
          WHERE newer.name = older.name AND newer.singleton_key = older.singleton_key AND newer.state = 'retry'
            AND (newer.created_on, newer.id) > (older.created_on, older.id)
            AND older.id IN (SELECT id FROM ${schema}.job WHERE ${ENDED}))
        UPDATE ${schema}.job SET state = 'created', completed_on = NULL, output = NULL, start_after = now(),
          retry_limit = $5, deletion_seconds = $6, data = (data - '${MARK}') || $7::jsonb ||
          CASE WHEN state = 'completed' THEN output - 'outcome' ELSE '{}' END
        WHERE ${ENDED} AND data->>'job' <> '' RETURNING id`,
      [
        ...this.#ended(ids, state),
        CLAIMS,
        this.#retention,
        JSON.stringify({ attempt: 1, nextAt: Date.now() }),
        this.options.queueName,
        ids.map((id) => `cancel ${id}`),
      ],
    );
    return rows.length;
  }

  /** Deletes ended rows. */
  async discard(ids: readonly string[], state: EndedState): Promise<number> {
    const sql = `DELETE FROM ${this.options.schema}.job WHERE ${ENDED} RETURNING id`;
    const { rows } = await this.open.db.executeSql(sql, this.#ended(ids, state));
    return rows.length;
  }

  /** Deletes the oldest paused rows. */
  async trimPaused(keep: number): Promise<number> {
    const { schema } = this.options;
    const { rows } = await this.open.db.executeSql(
      `DELETE FROM ${schema}.job WHERE (name, id) IN (SELECT name, id FROM ${schema}.job
        WHERE name = ANY($1) AND ${STATE} = 'paused' ORDER BY completed_on DESC, id DESC OFFSET $2) RETURNING id`,
      [queueNames(this.open.queues), keep],
    );
    return rows.length;
  }

  async textOf(id: string): Promise<string | undefined> {
    const { rows } = await this.open.db.executeSql(
      `SELECT data->>'job' AS job FROM ${this.options.schema}.job
        WHERE name = ANY($1) AND data->'about'->>'id' = $2 LIMIT 1`,
      [queueNames(this.open.queues), id],
    );
    return (rows[0] as { readonly job: string | null } | undefined)?.job ?? undefined;
  }

  #ended(ids: readonly string[], state: EndedState): unknown[] {
    return [queueNames(this.open.queues), ids.map(rowIdOf), ids, state];
  }

  get #retention(): number {
    return secondsOf(this.options.retention);
  }

  /**
   * Returns a UUID that sorts after the previous ones, since
   * pg-boss orders the rows of one transaction by id.
   */
  #nextRowId(now: number): string {
    const next = BigInt(now) << 32n;
    this.#last = next > this.#last ? next : this.#last + 1n;
    return toUuid(
      this.#last.toString(16).padStart(20, '0') +
        hashOf(`${process.pid} ${Math.random()}`).toString('hex', 0, 6),
    );
  }
}

/**
 * Returns the wait in seconds. The database's clock measures
 * it, since the clock of this process may be wrong.
 */
function waitUntil(moment: number): number {
  return Math.max(0, moment - Date.now()) / 1_000;
}

function rowIdOf(id: string): string {
  return toUuid(/^dlv_([\da-f]{32})$/.exec(id)?.[1] ?? hashOf(id).toString('hex', 0, 16));
}

function toUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
