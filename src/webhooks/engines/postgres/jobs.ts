import type { Db, SendOptions } from 'pg-boss';
import type { EndedState, Job, Step } from '../../notifier/engine.js';
import { afterStep, hashOf, idOf, newData, type JobData, type JobResult } from '../shared/job-data.js';
import { queueNames, secondsOf, type OpenBoss } from './boss.js';
import { type Ended, type HeldRow, Settlements } from './settlements.js';
import { STATE } from './tables.js';
import type { ResolvedPostgresOptions } from './postgres-options.js';

/**
 * Maximum number of claims, practically unlimited. pg-boss counts each claim, but a process that ends must not end a
 * delivery.
 */
const CLAIMS = 1_000_000_000;

/** Retention of waiting jobs, in seconds: practically without end. */
const FOREVER = 2_000_000_000;

/** Maximum time in seconds that pg-boss allows for a job, regardless of its heartbeat. */
const MAX_HOLD = 86_400;

const ENDED = `name = ANY($1) AND state >= 'completed' AND (id = ANY($2) OR data->'about'->>'id' = ANY($3)) AND ${STATE} = $4`;

export class Jobs {
  #last = 0n;
  readonly #settlements = new Settlements((queue, ended) => this.#complete(queue, ended));

  constructor(
    readonly open: OpenBoss,
    readonly options: ResolvedPostgresOptions,
  ) {}

  async add(job: Job, db: Db | undefined): Promise<boolean> {
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

  async settle(row: HeldRow, data: JobData, step: Step): Promise<void> {
    const { boss } = this.open;
    const known = afterStep(data, step);
    if (step.kind === 'done') {
      const result: JobResult = { outcome: step.outcome, made: known.made, history: known.history };
      await this.#settlements.add(row, result);
      return;
    }
    await this.open.transact(async (db) => {
      const { affected } = (await boss.fail(row.name, row, null, { db })) as { affected?: number };
      if (affected === 0) return;
      if (step.kind === 'retry') {
        // Not until `at`: the clock of this process may have jumped since.
        const startAfter = step.delay / 1_000;
        await boss.update(row.name, { ...known, nextAt: step.at }, { id: row.id, startAfter, db });
      } else await this.#bury(row, known, db);
    });
  }

  /**
   * Completes rows by one statement, each with its own output, which pg-boss does for its own workers only. A transaction
   * of several statements would lock the rows for as long as a process hangs between two of them.
   */
  async #complete(queue: string, ended: readonly Ended[]): Promise<void> {
    const ends = ended.map(({ row: { id, retryCount }, result }) => ({
      id,
      retry_count: retryCount,
      output: result,
    }));
    await this.open.db.executeSql(
      `UPDATE ${this.options.schema}.job AS job SET state = 'completed', completed_on = now(), output = ended.output
        FROM jsonb_to_recordset($2::jsonb) AS ended (id uuid, retry_count int, output jsonb)
        WHERE job.name = $1 AND job.id = ended.id AND job.retry_count = ended.retry_count AND job.state = 'active'`,
      [queue, JSON.stringify(ends)],
    );
  }

  /** Ends a dead job: it is cancelled, or failed if it blocks its successors. pg-boss deletes neither. */
  async #bury({ id, name }: HeldRow, data: JobData, db: Db): Promise<void> {
    const { boss, queues } = this.open;
    const holds = this.options.afterDead === 'hold' && name === queues.ordered;
    await boss.update(name, data, { id, deleteAfterSeconds: 0, ...(holds && { retryLimit: 0 }), db });
    await (holds ? boss.fail(name, id, null, { db }) : boss.cancel(name, id, { db }));
  }

  async isDead(id: string): Promise<boolean> {
    const sql = `SELECT 1 FROM ${this.options.schema}.job WHERE ${ENDED}`;
    const { rows } = await this.open.db.executeSql(sql, this.#ended([id], 'dead'));
    return rows.length > 0;
  }

  /** Restarts rows at their places in the order. pg-boss has no function for completed rows. */
  async redeliver(ids: readonly string[], state: EndedState): Promise<number> {
    const { schema } = this.options;
    const { rows } = await this.open.db.executeSql(
      `WITH newer AS (
        -- A row that waits for another attempt would be attempted before older rows of its key.
        UPDATE ${schema}.job AS newer SET state = 'created' FROM ${schema}.job AS older
          WHERE newer.name = older.name AND newer.singleton_key = older.singleton_key AND newer.state = 'retry'
            AND (newer.created_on, newer.id) > (older.created_on, older.id)
            AND older.id IN (SELECT id FROM ${schema}.job WHERE ${ENDED}))
        UPDATE ${schema}.job SET state = 'created', completed_on = NULL, output = NULL, start_after = now(),
          retry_limit = $5, deletion_seconds = $6, data = data || $7::jsonb ||
          CASE WHEN state = 'completed' THEN output - 'outcome' ELSE '{}' END
        WHERE ${ENDED} RETURNING id`,
      [
        ...this.#ended(ids, state),
        CLAIMS,
        this.#retention,
        JSON.stringify({ attempt: 1, nextAt: Date.now() }),
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

  /** Returns a UUID that sorts after the previous ones, since pg-boss orders the rows of one transaction by id. */
  #nextRowId(now: number): string {
    const next = BigInt(now) << 32n;
    this.#last = next > this.#last ? next : this.#last + 1n;
    return toUuid(
      this.#last.toString(16).padStart(20, '0') +
        hashOf(`${process.pid} ${Math.random()}`).toString('hex', 0, 6),
    );
  }
}

/** Returns the wait in seconds. The database's clock measures it, since the clock of this process may be wrong. */
function waitUntil(moment: number): number {
  return Math.max(0, moment - Date.now()) / 1_000;
}

function rowIdOf(id: string): string {
  return toUuid(/^dlv_([\da-f]{32})$/.exec(id)?.[1] ?? hashOf(id).toString('hex', 0, 16));
}

function toUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
