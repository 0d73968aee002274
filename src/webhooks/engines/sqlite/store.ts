import type { EndedState } from '../../notifier/delivery-filter.js';
import type { Job, Queued } from '../../notifier/engine.js';
import type { PutOff } from '../../notifier/attempts/rate.js';
import { packJob } from '../../notifier/queue/pack-job.js';
import type { Cancelling } from '../shared/store-engine.js';
import { eraseHistory, type StoredAttempt, type StoredState } from '../../notifier/delivery.js';
import { type DueGroup, Groups, Statements } from './groups.js';
import { READABLE, type SqliteConnection } from './database.js';

export interface Taken {
  readonly seq: number;
  readonly id: string;
  readonly origin: string;
  readonly sequence: string | null;
  /** Text of the job, as `packJob` wrote it. */
  readonly job: string;
  /** Number of attempts since the schedule was last restarted. */
  readonly attempts: number;
  /** Its attempts as JSON. */
  readonly history: string;
}

export interface Settled {
  readonly state: Exclude<StoredState, 'unreadable'>;
  /** Time of the next attempt; null after the end. */
  readonly due: number | null;
  /** True if an attempt was made. */
  readonly isCounted: boolean;
  readonly history: readonly StoredAttempt[];
}

export type AfterDead = 'continue' | 'hold';

interface Identity {
  readonly id: string;
  readonly message_id: string;
  readonly channel: string;
  readonly endpoint: string | null;
  readonly event: string | null;
  readonly sequence: string | null;
}

const FIRST_DUE = `SELECT seq FROM dtospec_jobs WHERE origin = ? AND state = 'waiting' AND due <= ? AND ${READABLE}
  ORDER BY due LIMIT 1`;

export class Store {
  readonly db: Statements;
  readonly groups: Groups;

  constructor(
    connection: SqliteConnection,
    private readonly afterDead: AfterDead,
  ) {
    this.db = new Statements(connection);
    this.groups = new Groups(this.db);
  }

  enqueue(job: Job, now: number): Queued {
    const { id, messageId, channel, endpoint, event, group, dedupeKey, sequence, notBefore = 0 } = job;
    const known =
      dedupeKey !== undefined &&
      (this.db.get('SELECT id, state, event FROM dtospec_jobs WHERE dedupe_key = ?', dedupeKey) as
        | Known
        | undefined);
    if (known)
      return { kind: 'queued', id: known.id, isDead: known.state === 'dead', earlierEvent: known.event };
    const due = sequence !== undefined && this.#isHeldUp(sequence) ? null : Math.max(now, notBefore);
    const values = [id, messageId, channel, endpoint, event, group, dedupeKey, sequence, packJob(job), due];
    this.db.run(
      `INSERT INTO dtospec_jobs
        (id, message_id, channel, endpoint, event, origin, dedupe_key, sequence, job, due, not_before, created, stamp)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[...values, notBefore, now, now].map((value) => value ?? null),
    );
    if (due !== null) this.groups.hasten(group, due);
    return { kind: 'queued', id };
  }

  /**
   * Returns the job of an origin that has waited longest. It
   * reads only the index, since the row may be damaged.
   */
  firstDue(origin: string, now: number): number | undefined {
    return this.db.value(FIRST_DUE, origin, now) as number | undefined;
  }

  /** Leases the job of an origin that has waited longest. */
  leaseFirst(origin: string, now: number, worker: string, leaseEnd: number): Taken | undefined {
    return this.db.get(
      `UPDATE dtospec_jobs SET due = ?, worker = ? WHERE seq = (${FIRST_DUE})
        RETURNING seq, id, origin, sequence, job, attempts, history`,
      leaseEnd,
      worker,
      origin,
      now,
    ) as Taken | undefined;
  }

  /**
   * Sets an unreadable row aside.
   *
   * @returns its id, or a made-up id if that is unreadable, too
   */
  setAside(seq: number, origin: string, now: number): string {
    const known = this.#identityOf(seq);
    const { id = `unreadable-${seq}`, message_id = '', channel = '' } = known ?? {};
    this.db.run(
      'INSERT INTO dtospec_unreadable VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      seq,
      id,
      message_id,
      channel,
      known?.endpoint ?? null,
      known?.event ?? null,
      origin,
      now,
    );
    if (known?.sequence != null) this.release(known.sequence, now);
    return id;
  }

  /** Reads only the columns before the large one, which are mostly intact. */
  #identityOf(seq: number): Identity | undefined {
    const sql = 'SELECT id, message_id, channel, endpoint, event, sequence FROM dtospec_jobs WHERE seq = ?';
    try {
      return this.db.get(sql, seq) as Identity | undefined;
    } catch {
      return undefined;
    }
  }

  countTaken(origin: string, now: number): number {
    const sql = 'SELECT count(*) FROM dtospec_jobs WHERE origin = ? AND worker IS NOT NULL AND due > ?';
    return this.db.value(sql, origin, now) as number;
  }

  extendLeases(worker: string, ids: readonly string[], leaseEnd: number): void {
    const sql = 'UPDATE dtospec_jobs SET due = ? WHERE worker = ? AND id IN (SELECT value FROM json_each(?))';
    this.db.run(sql, leaseEnd, worker, JSON.stringify(ids));
  }

  /**
   * Stores the result of an attempt. A success is stored even
   * if the lease has ended; other results need a valid lease.
   */
  settle({ seq, id, origin, sequence }: Taken, settled: Settled, worker: string, now: number): void {
    const { isCounted, history } = settled;
    const isCancelled = settled.state === 'waiting' && this.db.setting(`cancel ${id}`) !== undefined;
    const { state, due } = isCancelled ? ({ state: 'cancelled', due: null } as const) : settled;
    const hasEnded = state !== 'waiting';
    const isOver = hasEnded && state !== 'dead' && state !== 'cancelled';
    const count = isCounted ? 1 : 0;
    this.db.run(
      `UPDATE dtospec_jobs SET state = ?, due = ?, worker = NULL, attempts = attempts + ?,
        attempts_in_all = attempts_in_all + ?, history = ?, ended = ?, stamp = coalesce(?, stamp)
        WHERE seq = ? AND state = 'waiting' AND (worker = ? OR ?)`,
      state,
      due,
      count,
      count,
      JSON.stringify(history),
      hasEnded ? now : null,
      hasEnded ? now : null,
      seq,
      worker,
      isOver ? 1 : 0,
    );
    if (due !== null) this.groups.hasten(origin, due);
    if (sequence === null) return;
    if (hasEnded) this.release(sequence, now);
    else this.#letOlderPass(sequence, now);
  }

  release(sequence: string, now: number): void {
    if (!this.#isBlocked(sequence)) this.#makeOldestDue(sequence, now);
  }

  #makeOldestDue(sequence: string, now: number): void {
    const row = this.db.get(
      `UPDATE dtospec_jobs SET due = max(not_before, ?) WHERE due IS NULL AND seq =
        (SELECT min(seq) FROM dtospec_jobs WHERE sequence = ? AND state = 'waiting' AND ${READABLE})
        RETURNING origin, due`,
      now,
      sequence,
    );
    if (row) this.groups.hasten((row as DueGroup).origin, (row as DueGroup).due);
  }

  /**
   * Restarts a job that ended, or reads an unreadable job again. A running job of its sequence ends first.
   */
  redeliver(id: string, state: EndedState, now: number): boolean {
    const sql = 'DELETE FROM dtospec_unreadable WHERE id = ? RETURNING origin, NULL AS sequence';
    const row = (this.db.get(
      `UPDATE dtospec_jobs AS job SET state = 'waiting', attempts = 0, ended = NULL, stamp = created,
        due = CASE WHEN EXISTS (SELECT 1 FROM dtospec_jobs WHERE sequence = job.sequence AND state = 'waiting'
          AND due IS NOT NULL AND ${READABLE}) THEN NULL ELSE ? END
        WHERE id = ? AND state = ? AND job <> '' RETURNING origin, sequence`,
      now,
      id,
      state,
    ) ?? (['dead', 'unreadable'].includes(state) ? this.db.get(sql, id) : undefined)) as Ended | undefined;
    if (!row) return false;
    this.db.setSetting(`cancel ${id}`, undefined);
    this.groups.hasten(row.origin, now);
    if (row.sequence !== null) this.#letOlderPass(row.sequence, now);
    return true;
  }

  /** Deletes a job that ended. */
  discard(id: string, state: EndedState, now: number): boolean {
    const sql = 'DELETE FROM dtospec_jobs WHERE id = ? AND state = ? RETURNING origin, sequence';
    const row = this.db.get(sql, id, state) as Ended | undefined;
    if (row && row.sequence !== null) this.release(row.sequence, now);
    return row !== undefined;
  }

  /**
   * Ends a job that waits. Marks one that a worker has, so that it ends in place of a further attempt.
   * @returns undefined if it does not wait
   */
  cancel(id: string, now: number): keyof Cancelling | undefined {
    const row = this.db.get(
      `UPDATE dtospec_jobs SET state = 'cancelled', due = NULL, worker = NULL, ended = ?, stamp = ?
        WHERE id = ? AND state = 'waiting' AND (worker IS NULL OR due <= ?) AND ${READABLE} RETURNING origin, sequence`,
      now,
      now,
      id,
      now,
    ) as Ended | undefined;
    if (row && row.sequence !== null) this.release(row.sequence, now);
    if (row) return 'ended';
    const isTaken = `SELECT 1 FROM dtospec_jobs WHERE id = ? AND state = 'waiting' AND ${READABLE}`;
    if (this.db.value(isTaken, id) === undefined) return undefined;
    this.db.setSetting(`cancel ${id}`, String(now));
    return 'underWay';
  }

  /** Deletes the marks of jobs that have ended: an end itself deletes none, since nearly no job has one. */
  forgetMarks(): void {
    this.db.run(
      `DELETE FROM dtospec_settings WHERE substr(name, 1, 7) = 'cancel ' AND NOT EXISTS
        (SELECT 1 FROM dtospec_jobs WHERE id = substr(name, 8) AND state = 'waiting')`,
    );
  }

  /** Makes a job due that waits until this time. */
  hasten({ id, at }: PutOff, now: number): boolean {
    const sql = `UPDATE dtospec_jobs SET due = ? WHERE id = ? AND state = 'waiting' AND worker IS NULL AND due = ?
      RETURNING origin`;
    const row = this.db.get(sql, now, id, at) as Pick<Ended, 'origin'> | undefined;
    if (row) this.groups.hasten(row.origin, now);
    return row !== undefined;
  }

  /**
   * Erases what an ended job contains, and its key: a dead
   * job that cannot be restarted must not hold its sequence.
   * @returns false if it has not ended
   */
  erase(id: string, now: number): boolean {
    const known = this.db.get(
      "SELECT history, sequence FROM dtospec_jobs WHERE id = ? AND state <> 'waiting'",
      id,
    ) as { readonly history: string; readonly sequence: string | null } | undefined;
    if (!known) return false;
    const history = JSON.stringify(eraseHistory(JSON.parse(known.history) as StoredAttempt[]));
    this.db.run("UPDATE dtospec_jobs SET job = '', history = ?, sequence = NULL WHERE id = ?", history, id);
    if (known.sequence !== null) this.release(known.sequence, now);
    return true;
  }

  /** Makes the oldest job of a sequence due, if a newer one is due that is not running. */
  #letOlderPass(sequence: string, now: number): void {
    const later = `UPDATE dtospec_jobs SET due = NULL WHERE sequence = ? AND state = 'waiting' AND worker IS NULL
      AND due IS NOT NULL AND ${READABLE} AND EXISTS (SELECT 1 FROM dtospec_jobs AS older
        WHERE older.sequence = dtospec_jobs.sequence AND older.state = 'waiting' AND older.due IS NULL
        AND older.seq < dtospec_jobs.seq AND older.seq NOT IN (SELECT seq FROM dtospec_unreadable)) RETURNING seq`;
    if (this.db.get(later, sequence) !== undefined) this.#makeOldestDue(sequence, now);
  }

  /**
   * Deletes the oldest paused jobs.
   *
   * @returns how many
   */
  trimPaused(keep: number): number {
    const sql = `DELETE FROM dtospec_jobs WHERE seq IN (SELECT seq FROM dtospec_jobs WHERE state = 'paused'
      ORDER BY stamp DESC, seq DESC LIMIT 1000 OFFSET ?) RETURNING seq`;
    return this.db.all(sql, keep).length;
  }

  forget(states: readonly string[], before: number): number {
    const list = states.map((state) => `'${state}'`).join();
    const rows = this.db.all(
      `DELETE FROM dtospec_jobs WHERE seq IN
        (SELECT seq FROM dtospec_jobs WHERE state IN (${list}) AND stamp < ? LIMIT 1000) RETURNING sequence`,
      before,
    ) as { sequence: string | null }[];
    for (const { sequence } of rows) if (sequence !== null) this.release(sequence, before);
    return rows.length;
  }

  #isHeldUp(sequence: string): boolean {
    return this.#hasIn(sequence, 'waiting') || this.#isBlocked(sequence);
  }

  #isBlocked(sequence: string): boolean {
    if (this.afterDead !== 'hold') return false;
    return this.#hasIn(sequence, 'dead') || this.#hasUnreadable(sequence);
  }

  #hasIn(sequence: string, state: string): boolean {
    const sql = `SELECT 1 FROM dtospec_jobs WHERE sequence = ? AND state = ? AND ${READABLE} LIMIT 1`;
    return this.db.value(sql, sequence, state) !== undefined;
  }

  #hasUnreadable(sequence: string): boolean {
    const sql = `SELECT 1 FROM dtospec_jobs WHERE sequence = ? AND state = 'waiting' AND NOT ${READABLE} LIMIT 1`;
    return this.db.value(sql, sequence) !== undefined;
  }
}

interface Ended {
  readonly origin: string;
  readonly sequence: string | null;
}

interface Known {
  readonly id: string;
  readonly state: string;
  readonly event: string | null;
}
