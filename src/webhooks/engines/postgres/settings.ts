import { once } from '../../../shared/promises.js';
import type { Settings } from '../shared/store-engine.js';
import type { OpenBoss } from './boss.js';
import type { ResolvedPostgresOptions } from './options.js';

export class SettingsTable implements Settings {
  readonly #table: string;
  readonly #queue: string;
  readonly #create = once(async () => {
    const sql = `CREATE TABLE IF NOT EXISTS ${this.#table} (
      queue text, name text, value text NOT NULL, PRIMARY KEY (queue, name))`;
    // When two processes start at once, one statement may fail; the table exists at the second try.
    await this.#run(sql).catch(() => this.#run(sql));
  });

  constructor(
    readonly open: OpenBoss,
    { schema, queueName }: ResolvedPostgresOptions,
  ) {
    this.#table = `${schema}.dtospec_settings`;
    this.#queue = queueName;
  }

  get channel(): string {
    return `${this.#table}.${this.#queue}`.replace(/\W/g, '_').slice(0, 60);
  }

  async notify(): Promise<void> {
    await this.#run('SELECT pg_notify($1, $2)', [this.channel, '']);
  }

  async get(name: string): Promise<string | undefined> {
    await this.#create();
    const sql = `SELECT value FROM ${this.#table} WHERE queue = $1 AND name = $2`;
    const [row] = await this.#run(sql, [this.#queue, name]);
    return row?.value as string | undefined;
  }

  async set(name: string, value: string | undefined): Promise<void> {
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
