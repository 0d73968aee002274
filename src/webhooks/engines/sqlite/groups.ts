import { type Pace, takeTurn } from '../../notifier/attempts/rate.js';
import { CLOCK_TOLERANCE, TOLERANCE } from '../shared/engine-options.js';
import { READABLE, type SqliteConnection, type SqlValue } from './database.js';

export class Statements {
  readonly #prepared = new Map<string, ReturnType<SqliteConnection['prepare']>>();

  constructor(private readonly connection: SqliteConnection) {}

  run(sql: string, ...values: SqlValue[]): void {
    this.#prepare(sql).run(...values);
  }

  get(sql: string, ...values: SqlValue[]): unknown {
    // better-sqlite3 gives undefined, others null.
    return this.#prepare(sql).get(...values) ?? undefined;
  }

  all(sql: string, ...values: SqlValue[]): unknown[] {
    return this.#prepare(sql).all(...values);
  }

  /** Returns the first column of the first row. */
  value(sql: string, ...values: SqlValue[]): SqlValue | undefined {
    return Object.values((this.get(sql, ...values) ?? {}) as Record<string, SqlValue>)[0];
  }

  get isPaused(): boolean {
    return this.setting('paused') !== undefined;
  }

  setting(name: string): string | undefined {
    return this.value('SELECT value FROM dtospec_settings WHERE name = ?', name) as string | undefined;
  }

  setSetting(name: string, value: string | undefined): void {
    if (value === undefined) this.run('DELETE FROM dtospec_settings WHERE name = ?', name);
    else this.run('INSERT OR REPLACE INTO dtospec_settings (name, value) VALUES (?, ?)', name, value);
  }

  /** Returns the settings with a prefix, under the rest of their names. */
  settings(prefix: string): [name: string, value: string][] {
    const sql = 'SELECT name, value FROM dtospec_settings WHERE substr(name, 1, ?) = ?';
    const rows = this.all(sql, prefix.length, prefix) as { name: string; value: string }[];
    return rows.map(({ name, value }) => [name.slice(prefix.length), value]);
  }

  #prepare(sql: string): ReturnType<SqliteConnection['prepare']> {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.connection.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

export interface DueGroup {
  readonly origin: string;
  readonly due: number;
}

/**
 * The origins that have waiting jobs: when the first of each
 * is due, and the turns by which rates space attempts.
 */
export class Groups {
  constructor(private readonly db: Statements) {}

  due(now: number, after: { origin: string; due: number } | undefined, limit: number): DueGroup[] {
    const { origin = '', due = 0 } = after ?? {};
    return this.db.all(
      'SELECT origin, due FROM dtospec_groups WHERE due <= ? AND (due, origin) > (?, ?) ORDER BY due, origin LIMIT ?',
      now,
      due,
      origin,
      limit,
    ) as DueGroup[];
  }

  nextDue(now: number): number | null {
    return this.db.value('SELECT min(due) FROM dtospec_groups WHERE due > ?', now) as number | null;
  }

  hasten(origin: string, due: number): void {
    this.db.run(
      'INSERT INTO dtospec_groups (origin, due) VALUES (?, ?) ON CONFLICT DO UPDATE SET due = min(due, excluded.due)',
      origin,
      due,
    );
  }

  putOff(origin: string, due: number): void {
    this.db.run('UPDATE dtospec_groups SET due = ? WHERE origin = ?', Math.ceil(due), origin);
  }

  settle(origin: string): void {
    const sql = `SELECT min(due) FROM dtospec_jobs WHERE origin = ? AND state = 'waiting' AND ${READABLE}`;
    const due = this.db.value(sql, origin) as number | null;
    if (due === null) this.db.run('DELETE FROM dtospec_groups WHERE origin = ?', origin);
    else this.db.run('UPDATE dtospec_groups SET due = ? WHERE origin = ?', due, origin);
  }

  turn(origin: string): number {
    return Number(this.db.value('SELECT turn FROM dtospec_turns WHERE origin = ?', origin) ?? 0);
  }

  setTurn(origin: string, turn: number): void {
    this.db.run('INSERT OR REPLACE INTO dtospec_turns (origin, turn) VALUES (?, ?)', origin, turn);
  }

  /** Takes a turn at an endpoint that has a rate. Returns 0, or the milliseconds until the next turn. */
  takeTurn(endpoint: string, pace: Pace, now: number): number {
    const name = `rate ${endpoint}`;
    const taken = takeTurn(this.turn(name), now, pace);
    if ('wait' in taken) return taken.wait;
    this.setTurn(name, taken.next);
    return 0;
  }

  forgetTurns(now: number): void {
    this.db.run('DELETE FROM dtospec_turns WHERE turn < ?', now - TOLERANCE);
  }

  /**
   * Corrects due times after the clock was set back.
   *
   * @returns the number of milliseconds by which the clock was set back, or 0
   */
  mendClock(now: number): number {
    const late = Math.max(Number(this.db.setting('clock') ?? 0), this.#lastSent()) - now;
    this.db.setSetting('clock', String(now));
    if (late < CLOCK_TOLERANCE) return 0;
    this.db.run(
      "UPDATE dtospec_jobs SET stamp = ?, not_before = max(0, not_before - ?) WHERE state = 'waiting' AND stamp > ?",
      now,
      late,
      now,
    );
    this.db.run(
      "UPDATE dtospec_jobs SET due = max(not_before, due - ?) WHERE state = 'waiting' AND due > ?",
      late,
      now,
    );
    this.db.run('UPDATE dtospec_groups SET due = min(due, ?)', now);
    this.db.run('DELETE FROM dtospec_turns');
    return late;
  }

  /** Returns when the latest waiting job was queued. Its process may have had a clock that was ahead. */
  #lastSent(): number {
    return Number(this.db.value("SELECT max(stamp) FROM dtospec_jobs WHERE state = 'waiting'") ?? 0);
  }
}
