import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from 'pg-boss';
import type { EngineHost, Step, StopOptions } from '../../notifier/engine.js';
import { unpackJob } from '../../notifier/queue/pack-job.js';
import { ActiveWork } from '../../notifier/attempts/active-work.js';
import { Attempts, type Run } from '../shared/attempts.js';
import type { JobData } from '../shared/job-data.js';
import type { Warner } from '../shared/store-errors.js';
import { queueNames, type OpenBoss } from './boss.js';
import type { HeldRow, Jobs } from './jobs.js';
import type { ResolvedPostgresOptions } from './options.js';
import type { SettingsTable } from './settings.js';

export interface WorkerContext {
  readonly host: EngineHost;
  readonly warner: Warner;
  readonly open: OpenBoss;
  readonly jobs: Jobs;
  readonly settings: SettingsTable;
  readonly options: ResolvedPostgresOptions;
}

type Listening = Awaited<ReturnType<NonNullable<Db['listen']>>>;

interface Row extends HeldRow {
  readonly data: JobData;
  readonly groupId?: string | null;
}

const BATCH = 16;

const ROOM = { perOrigin: 2 * BATCH, total: 16 * BATCH } as const;

/** Milliseconds before the first new try to store a result. */
const AGAIN = 500;

/** Milliseconds for which no deliveries of an origin are fetched after its limit was reached. */
const FULL = 1_000;

export class Worker {
  readonly #attempts: Attempts;
  readonly #active = new ActiveWork();
  readonly #held = new Map<string, Row>();
  /** Origins at their limit, with the end of the pause. */
  readonly #full = new Map<string, number>();
  readonly #most: number;
  readonly #intervals: NodeJS.Timeout[];
  readonly #listening: Promise<Listening | undefined>;
  #looking: Promise<void> | undefined;
  #hasNews = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly context: WorkerContext) {
    const { host, options, open } = context;
    const { concurrency, concurrencyUnanswered } = host.limits;
    this.#attempts = new Attempts(host);
    this.#most = concurrency + Math.ceil(concurrencyUnanswered * 1.75) + ROOM.total;
    this.#intervals = [
      setInterval(() => void this.#keepAlive(), options.lease / 3),
      setInterval(() => void this.#supervise(), options.lease / 3),
    ];
    const wake = (): void => {
      this.wake();
    };
    this.#listening =
      open.db.listen?.(context.settings.channel, wake, wake).catch((error: unknown) => {
        this.context.warner.warn('postgres-listen', 'New deliveries are only found by polling', error);
        return undefined;
      }) ?? Promise.resolve(undefined);
    this.wake();
  }

  wake(): void {
    this.#hasNews = true;
    this.#looking ??= this.#look();
  }

  async stop(options?: StopOptions): Promise<void> {
    this.#attempts.stop();
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#active.stop(options);
    for (const interval of this.#intervals) clearInterval(interval);
    await (await this.#listening)?.close();
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      while (this.#hasNews && !this.#attempts.isStopped) {
        this.#hasNews = false;
        if ((await this.context.settings.get('paused')) !== undefined) break;
        for (const name of queueNames(this.context.open.queues)) await this.#fetch(name);
      }
    } catch (error) {
      this.#hasNews = false;
      this.context.warner.warn('postgres-fetch', 'Nothing could be fetched from the database', error);
    }
    this.#looking = undefined;
    if (this.#attempts.isStopped) return;
    this.#timer = setTimeout(() => {
      this.wake();
    }, this.context.options.pollInterval);
  }

  async #fetch(name: string): Promise<void> {
    const { open, options } = this.context;
    const batchSize = Math.min(BATCH, this.#most - this.#held.size);
    if (batchSize <= 0 || this.#attempts.isFull) return;
    const now = performance.now();
    for (const [group, until] of this.#full) if (until <= now) this.#full.delete(group);
    const filter = { batchSize, ignoreGroups: [...this.#full.keys()] };
    const { concurrencyPerOrigin: groupConcurrency } = options;
    const rows =
      groupConcurrency === undefined
        ? await open.boss.fetch<JobData>(name, filter)
        : // pg-boss counts before it fetches: of two workers at once both would have the last place.
          await open.transact(async (db) => {
            await db.executeSql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
            return open.boss.fetch<JobData>(name, { ...filter, groupConcurrency, db });
          });
    if (rows.length > 0) this.#hasNews = true;
    const back = rows.filter((row) => !this.#accept(row));
    // Due again at once, and still first of its key.
    if (back.length > 0) await open.boss.fail(name, back);
  }

  #accept(row: Row): boolean {
    const origin = row.groupId ?? '';
    const run = this.#attempts.enter(origin, ROOM);
    if (!run) this.#full.set(origin, performance.now() + FULL);
    else if (this.#attempts.waiting(origin) > 0) this.#full.set(origin, Infinity);
    if (!run) return false;
    this.#held.set(row.id, row);
    this.#active.begin();
    void this.#work(row, run).finally(() => {
      this.#held.delete(row.id);
      this.#release(origin);
      this.#active.end();
      this.wake();
    });
    return true;
  }

  async #work(row: Row, run: Run): Promise<void> {
    const step = await run(() => this.#handle(row));
    if (step) this.#release(row.groupId ?? '');
    await this.#store(row, () =>
      step ? this.context.jobs.settle(row, row.data, step) : this.context.open.boss.fail(row.name, row),
    );
    if (step?.kind === 'retry') this.#wakeAt(step.at);
  }

  /** Repeats until the result is stored. Otherwise a delivery that arrived would be sent again. */
  async #store({ data }: Row, store: () => Promise<unknown>): Promise<void> {
    const { lease } = this.context.options;
    for (let pause = AGAIN; ; pause = Math.min(2 * pause, lease / 3)) {
      try {
        await store();
        return;
      } catch (error) {
        const { id } = data.about;
        this.context.warner.warn(
          'postgres-settle',
          `The result of ${id} could not be stored; storing it is repeated`,
          error,
        );
        if (this.#attempts.isStopped) return;
        await wait(pause);
      }
    }
  }

  #release(origin: string): void {
    if (this.#attempts.isUnresponsive(origin)) this.#attempts.letGo(origin);
    if (this.#attempts.waiting(origin) <= BATCH / 4) this.#full.delete(origin);
  }

  async #handle({ data }: Row): Promise<Step> {
    try {
      return await this.context.host.handle(unpackJob(data.job), data.attempt, this.#active.signal);
    } catch (error) {
      // An unreadable row must not hold up the others.
      this.context.warner.warn('postgres-job', `The delivery ${data.about.id} cannot be attempted`, error);
      return { kind: 'dead', outcome: 'dead', error: error as Error };
    }
  }

  #wakeAt(at: number): void {
    const delay = at - Date.now();
    if (delay >= this.context.options.pollInterval || this.#attempts.isStopped) return;
    setTimeout(
      () => {
        this.wake();
      },
      Math.max(0, delay),
    ).unref();
  }

  async #keepAlive(): Promise<void> {
    const { boss, queues } = this.context.open;
    try {
      for (const name of queueNames(queues)) {
        const rows = [...this.#held.values()].filter((row) => row.name === name);
        if (rows.length > 0) await boss.touch(name, rows);
      }
    } catch (error) {
      this.context.warner.warn(
        'postgres-lease',
        'Leases could not be extended; deliveries may be made twice',
        error,
      );
    }
  }

  /** Makes pg-boss take jobs back from dead workers, and delete old jobs. */
  async #supervise(): Promise<void> {
    try {
      for (const name of Object.values(this.context.open.queues))
        await this.context.open.boss.supervise(name as string);
    } catch (error) {
      this.context.warner.warn(
        'postgres-supervise',
        'Deliveries of workers that died could not be taken over',
        error,
      );
    }
  }
}
