import type { EndedState, Job, Queued } from '../../notifier/engine.js';
import { packJob } from '../../notifier/queue/pack-job.js';
import type { StoredAttempt } from '../../notifier/queue/stored-delivery.js';
import { CLOCK_TOLERANCE, TOLERANCE } from '../shared/engine-options.js';
import { READABLE } from './schema.js';
import type { SqliteConnection, SqlValue } from './database.js';

export interface Taken {
  readonly id: string;
  readonly origin: string;
  readonly sequence: string | null;
  readonly job: string;
  /** Number of attempts since the schedule was last restarted. */
  readonly attempts: number;
  readonly history: string;
}

export interface Settled {
  readonly state: 'waiting' | 'sent' | 'gone' | 'failed' | 'dead';
  readonly due: number | null;
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

/** The SQL statements. The caller runs each method in a transaction. */
export class Store {
  readonly #statements = new Map<string, ReturnType<SqliteConnection['prepare']>>();

  constructor(
    readonly connection: SqliteConnection,
    readonly afterDead: AfterDead,
  ) {}

  enqueue(job: Job, now: number): Queued {
    const { id, messageId, channel, endpoint, event, group, dedupeKey, sequence, notBefore = 0 } = job;
    const known =
      dedupeKey !== undefined &&
      (this.#get('SELECT id, state FROM dtospec_jobs WHERE dedupe_key = ?', dedupeKey) as Known | undefined);
    if (known) return { kind: 'queued', id: known.id, isDead: known.state === 'dead' };
    const due = sequence !== undefined && this.#isHeldUp(sequence) ? null : Math.max(now, notBefore);
    this.#run(
      `INSERT INTO dtospec_jobs
        (id, message_id, channel, endpoint, event, origin, dedupe_key, sequence, job, due, not_before, created, stamp)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[
        id,
        messageId,
        channel,
        endpoint ?? null,
        event ?? null,
        group,
        dedupeKey ?? null,
        sequence ?? null,
      ],
      ...[packJob(job), due, notBefore, now, now],
    );
    if (due !== null) this.#hasten(group, due);
    return { kind: 'queued', id };
  }

  dueGroups(now: number, after: { origin: string; due: number } | undefined, limit: number): DueGroup[] {
    const { origin = '', due = 0 } = after ?? {};
    return this.#all(
      'SELECT origin, due FROM dtospec_groups WHERE due <= ? AND (due, origin) > (?, ?) ORDER BY due, origin LIMIT ?',
      ...[now, due, origin, limit],
    ) as DueGroup[];
  }

  nextDue(now: number): number | undefined {
    const row = this.#get('SELECT min(due) AS due FROM dtospec_groups WHERE due > ?', now);
    return (row as { due: number | null } | undefined)?.due ?? undefined;
  }

  /** Returns the job of an origin that has waited longest. It reads only the index, since the row may be damaged. */
  firstDue(origin: string, now: number): number | undefined {
    const row = this.#get(
      `SELECT seq FROM dtospec_jobs WHERE origin = ? AND state = 'waiting' AND due <= ? AND ${READABLE}
        ORDER BY due, seq LIMIT 1`,
      ...[origin, now],
    );
    return (row as { seq: number } | undefined)?.seq;
  }

  lease(seq: number, worker: string, leaseEnd: number): Taken | undefined {
    return this.#get(
      `UPDATE dtospec_jobs SET due = ?, worker = ? WHERE seq = ?
        RETURNING id, origin, sequence, job, attempts, history`,
      ...[leaseEnd, worker, seq],
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
    this.#run(
      'INSERT INTO dtospec_unreadable VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[seq, id, message_id, channel, known?.endpoint ?? null, known?.event ?? null, origin, now],
    );
    if (known?.sequence != null) this.release(known.sequence, now);
    return id;
  }

  /** Reads only the columns before the large one, which are mostly intact. */
  #identityOf(seq: number): Identity | undefined {
    const sql = 'SELECT id, message_id, channel, endpoint, event, sequence FROM dtospec_jobs WHERE seq = ?';
    try {
      return this.#get(sql, seq) as Identity | undefined;
    } catch {
      return undefined;
    }
  }

  countTaken(origin: string, now: number): number {
    const sql =
      'SELECT count(*) AS count FROM dtospec_jobs WHERE origin = ? AND worker IS NOT NULL AND due > ?';
    return (this.#get(sql, origin, now) as { count: number }).count;
  }

  turn(origin: string): number {
    const row = this.#get('SELECT turn FROM dtospec_turns WHERE origin = ?', origin);
    return (row as { turn: number } | undefined)?.turn ?? 0;
  }

  setTurn(origin: string, turn: number): void {
    this.#run('INSERT OR REPLACE INTO dtospec_turns (origin, turn) VALUES (?, ?)', origin, turn);
  }

  putOff(origin: string, due: number): void {
    this.#run('UPDATE dtospec_groups SET due = ? WHERE origin = ?', Math.ceil(due), origin);
  }

  extendLeases(worker: string, ids: readonly string[], leaseEnd: number): void {
    const sql = 'UPDATE dtospec_jobs SET due = ? WHERE worker = ? AND id IN (SELECT value FROM json_each(?))';
    this.#run(sql, leaseEnd, worker, JSON.stringify(ids));
  }

  settleGroup(origin: string): void {
    const row = this.#get(
      `SELECT min(due) AS due FROM dtospec_jobs WHERE origin = ? AND state = 'waiting' AND ${READABLE}`,
      origin,
    );
    const { due } = row as { due: number | null };
    if (due === null) this.#run('DELETE FROM dtospec_groups WHERE origin = ?', origin);
    else this.#run('UPDATE dtospec_groups SET due = ? WHERE origin = ?', due, origin);
  }

  /**
   * Stores the result of an attempt. A success is stored even if the lease has ended; other results need a valid lease.
   */
  settle({ id, origin, sequence }: Taken, settled: Settled, worker: string, now: number): void {
    const { state, due, isCounted, history } = settled;
    const hasEnded = state !== 'waiting';
    const isOver = hasEnded && state !== 'dead';
    const count = isCounted ? 1 : 0;
    this.#run(
      `UPDATE dtospec_jobs SET state = ?, due = ?, worker = NULL, attempts = attempts + ?,
        attempts_in_all = attempts_in_all + ?, history = ?, ended = ?, stamp = coalesce(?, stamp)
        WHERE id = ? AND state = 'waiting' AND (worker = ? OR ?)`,
      ...[state, due, count, count, JSON.stringify(history), hasEnded ? now : null, hasEnded ? now : null],
      ...[id, worker, isOver ? 1 : 0],
    );
    if (due !== null) this.#hasten(origin, due);
    if (hasEnded && sequence !== null) this.release(sequence, now);
  }

  /** Makes the next job of a sequence due, unless a predecessor blocks it. */
  release(sequence: string, now: number): void {
    if (this.afterDead === 'hold' && (this.#hasIn(sequence, 'dead') || this.#hasUnreadable(sequence))) return;
    const row = this.#get(
      `UPDATE dtospec_jobs SET due = max(not_before, ?) WHERE due IS NULL AND seq =
        (SELECT min(seq) FROM dtospec_jobs WHERE sequence = ? AND state = 'waiting' AND ${READABLE})
        RETURNING origin, due`,
      ...[now, sequence],
    );
    if (row) this.#hasten((row as DueGroup).origin, (row as DueGroup).due);
  }

  /** Restarts an ended job, after a running one of its sequence, or reads an unreadable job again. */
  redeliver(id: string, state: EndedState, now: number): boolean {
    const sql = 'DELETE FROM dtospec_unreadable WHERE id = ? RETURNING origin, found AS due';
    const row =
      this.#get(
        `UPDATE dtospec_jobs AS job SET state = 'waiting', attempts = 0, ended = NULL, stamp = ?,
          due = CASE WHEN EXISTS (SELECT 1 FROM dtospec_jobs WHERE sequence = job.sequence AND state = 'waiting'
            AND due IS NOT NULL AND ${READABLE}) THEN NULL ELSE ? END
          WHERE id = ? AND state = ? RETURNING origin`,
        ...[now, now, id, state],
      ) ?? (['dead', 'unreadable'].includes(state) ? this.#get(sql, id) : undefined);
    if (row) this.#hasten((row as DueGroup).origin, now);
    return row !== undefined;
  }

  /**
   * Corrects due times after the clock was set back.
   *
   * @returns the number of milliseconds by which the clock was set back, or 0
   */
  mendClock(now: number): number {
    const late = Number(this.setting('clock') ?? 0) - now;
    this.setSetting('clock', String(now));
    if (late < CLOCK_TOLERANCE) return 0;
    this.#run(
      "UPDATE dtospec_jobs SET due = max(not_before, due - ?) WHERE state = 'waiting' AND due > ?",
      ...[late, now],
    );
    this.#run('UPDATE dtospec_groups SET due = min(due, ?)', now);
    this.#run('DELETE FROM dtospec_turns');
    return late;
  }

  forgetTurns(now: number): void {
    this.#run('DELETE FROM dtospec_turns WHERE turn < ?', now - TOLERANCE);
  }

  /**
   * Deletes up to a thousand jobs that ended in one of the states before a time.
   *
   * @returns the number of deleted jobs
   */
  forget(states: readonly string[], before: number): number {
    const list = states.map((state) => `'${state}'`).join();
    const rows = this.#all(
      `DELETE FROM dtospec_jobs WHERE seq IN
        (SELECT seq FROM dtospec_jobs WHERE state IN (${list}) AND stamp < ? LIMIT 1000) RETURNING sequence`,
      before,
    ) as { sequence: string | null }[];
    for (const { sequence } of rows) if (sequence !== null) this.release(sequence, before);
    return rows.length;
  }

  get isPaused(): boolean {
    return this.setting('paused') !== undefined;
  }

  setting(name: string): string | undefined {
    const row = this.#get('SELECT value FROM dtospec_settings WHERE name = ?', name);
    return (row as { value: string } | undefined)?.value;
  }

  setSetting(name: string, value: string | undefined): void {
    if (value === undefined) this.#run('DELETE FROM dtospec_settings WHERE name = ?', name);
    else this.#run('INSERT OR REPLACE INTO dtospec_settings (name, value) VALUES (?, ?)', name, value);
  }

  #isHeldUp(sequence: string): boolean {
    if (this.#hasIn(sequence, 'waiting')) return true;
    return this.afterDead === 'hold' && (this.#hasIn(sequence, 'dead') || this.#hasUnreadable(sequence));
  }

  #hasIn(sequence: string, state: string): boolean {
    const sql = `SELECT 1 FROM dtospec_jobs WHERE sequence = ? AND state = ? AND ${READABLE} LIMIT 1`;
    return this.#get(sql, sequence, state) !== undefined;
  }

  #hasUnreadable(sequence: string): boolean {
    const sql = `SELECT 1 FROM dtospec_jobs WHERE sequence = ? AND state = 'waiting' AND NOT ${READABLE} LIMIT 1`;
    return this.#get(sql, sequence) !== undefined;
  }

  #hasten(origin: string, due: number): void {
    this.#run(
      'INSERT INTO dtospec_groups (origin, due) VALUES (?, ?) ON CONFLICT DO UPDATE SET due = min(due, excluded.due)',
      ...[origin, due],
    );
  }

  #run(sql: string, ...values: SqlValue[]): void {
    this.#prepare(sql).run(...values);
  }

  #get(sql: string, ...values: SqlValue[]): unknown {
    // better-sqlite3 gives undefined, others null.
    return this.#prepare(sql).get(...values) ?? undefined;
  }

  #all(sql: string, ...values: SqlValue[]): unknown[] {
    return this.#prepare(sql).all(...values);
  }

  #prepare(sql: string): ReturnType<SqliteConnection['prepare']> {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

interface Known {
  readonly id: string;
  readonly state: string;
}

export interface DueGroup {
  readonly origin: string;
  readonly due: number;
}
