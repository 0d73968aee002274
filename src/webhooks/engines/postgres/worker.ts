import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from 'pg-boss';
import type { EngineHost, StopOptions } from '../../notifier/engine.js';
import { BYTES_AHEAD, openLimiter, Prefetch, type Run } from '../shared/attempts.js';
import type { Cancellations, StoredStep } from '../shared/cancellations.js';
import type { Limiter } from '../../notifier/attempts/limiter.js';
import { type JobData, sizeOf } from '../shared/job-data.js';
import { PollingWorker } from '../shared/polling-worker.js';
import { type Warner, warnOfTrim } from '../shared/store-errors.js';
import { queueNames, type OpenBoss } from './boss.js';
import type { Jobs } from './jobs.js';
import type { ResolvedPostgresOptions } from './postgres-options.js';
import type { HeldRow } from './settlements.js';
import type { SettingsTable } from './tables.js';

export interface WorkerContext {
  readonly host: EngineHost;
  readonly warner: Warner;
  readonly open: OpenBoss;
  readonly jobs: Jobs;
  readonly settings: SettingsTable;
  readonly cancellations: Cancellations;
  readonly options: ResolvedPostgresOptions;
}

type Listening = Awaited<ReturnType<NonNullable<Db['listen']>>>;

interface Row extends HeldRow {
  readonly data: JobData;
  /** Origin of the delivery. */
  readonly groupId?: string | null;
}

/** Number of rows to fetch at once. The first rows may be large. */
const FIRST_BATCH = 16;
const BATCH_SIZE = 100;

/** An origin has rows fetched again as soon as so few of them wait. */
const REFILL_LEVEL = BATCH_SIZE / 4;

const MAX_AHEAD = { perOrigin: BATCH_SIZE + REFILL_LEVEL, total: 256 } as const;

/** Milliseconds before the first new try to store a result. */
const FIRST_PAUSE = 500;

/** Minimum milliseconds for which rows of an origin without a place are not fetched. */
const FULL = 1_000;

/** For an origin that is fetched again when all others have had their turn. */
const NEXT_ROUND = 0;

/** Maximum number of origins that a statement ignores. With more of them, a new round begins. */
const MAX_IGNORED = 1_000;

/** Milliseconds that a notification to this process may take. */
const MAX_NOTIFICATION = 5_000;

/** Maximum milliseconds between two deletions of paused deliveries. */
const TIDY_INTERVAL = 60_000;

export class Worker extends PollingWorker {
  readonly #limiter: Limiter;
  readonly #prefetch: Prefetch;
  readonly #held = new Map<string, Row>();
  /** By queue: the origins whose rows are not fetched, and until when. */
  readonly #full = new Map<string, Map<string, number>>();
  /** Queues that may have rows to fetch. */
  readonly #stale = new Set<string>();
  /** Queues whose round is not over: an origin may still wait for its turn. */
  readonly #inRound = new Set<string>();
  /** Size in bytes of the largest of the last rows. The next ones are probably as large. */
  #largest = BYTES_AHEAD / FIRST_BATCH;
  readonly #most: number;
  readonly #listening: Promise<Listening | undefined>;
  #hasHeard = false;

  constructor(readonly context: WorkerContext) {
    const { host, options, open } = context;
    super(host, context.warner, 'postgres', context.cancellations);
    const { concurrency, concurrencyUnanswered } = host.limits;
    this.#limiter = openLimiter(host);
    this.#prefetch = new Prefetch(this.#limiter, MAX_AHEAD);
    this.#most = concurrency + Math.ceil(concurrencyUnanswered * 3.25) + MAX_AHEAD.total;
    this.every(options.lease / 3, () => this.#keepAlive());
    this.every(options.lease / 3, () => this.#supervise());
    if (options.keepPaused !== Infinity)
      this.every(Math.min(options.lease, TIDY_INTERVAL), () => this.#trimPaused());
    const wake = (): void => {
      this.wake();
    };
    const hear = (): void => {
      this.#hasHeard = true;
      wake();
    };
    this.#listening =
      open.db.listen?.(context.settings.channel, hear, wake).catch((error: unknown) => {
        this.warn('listen', 'New deliveries are only found by polling', error);
        return undefined;
      }) ?? Promise.resolve(undefined);
    void this.#checkListening();
    this.wake();
  }

  /** Looks into all queues. */
  override wake(): void {
    for (const name of queueNames(this.context.open.queues)) this.#stale.add(name);
    super.wake();
  }

  protected override async look(): Promise<void> {
    const { settings } = this.context;
    try {
      if (!this.#hasRoom || (await settings.isPaused())) return;
      for (const name of [...this.#stale]) await this.#fetch(name);
    } catch (error) {
      this.warn('fetch', 'Nothing could be fetched from the database', error);
    }
  }

  protected override pause(): number {
    return this.context.options.pollInterval;
  }

  override async stop(options?: StopOptions): Promise<void> {
    this.#limiter.stop();
    await super.stop(options);
  }

  /** Ends listening. It is called when no other connection is needed any more: see `OpenTables.close`. */
  async stopListening(): Promise<void> {
    const listening = await this.#listening;
    const closing = listening?.close();
    // pg-boss has removed its listeners, and an error that the server reports until it has closed the
    // connection would end the process.
    this.context.open.breakOff();
    await closing;
  }

  /**
   * Sends itself a notification: PgBouncer accepts LISTEN in transaction mode, and drops each notification.
   */
  async #checkListening(): Promise<void> {
    const { host, options, settings } = this.context;
    if ((await this.#listening) === undefined || this.isStopped) return;
    const isSent = await settings.notify().then(
      () => true,
      // The next look reports a database that does not respond.
      () => false,
    );
    if (!isSent) return;
    await wait(MAX_NOTIFICATION, undefined, { ref: false });
    if (!this.#isDeaf) return;
    const message = `PostgreSQL's notifications do not arrive, as behind PgBouncer in transaction mode, so a delivery of another process starts after up to ${options.pollInterval} ms (pollInterval). Connect the engine to PostgreSQL directly, or lower pollInterval.`;
    host.warn({ code: 'postgres-listen', message });
  }

  get #isDeaf(): boolean {
    return !this.#hasHeard && !this.isStopped;
  }

  get #hasRoom(): boolean {
    return this.#held.size < this.#most && !this.#limiter.isFull;
  }

  async #fetch(name: string): Promise<void> {
    const { open, options } = this.context;
    if (!this.#hasRoom) return;
    this.#stale.delete(name);
    this.#inRound.add(name);
    const fitting = Math.max(1, Math.floor(BYTES_AHEAD / this.#largest));
    const room = Math.max(FIRST_BATCH, MAX_AHEAD.total - this.#limiter.waiting);
    const batchSize = Math.min(BATCH_SIZE, this.#most - this.#held.size, fitting, room);
    const full = this.#fullOf(name);
    const filter = { batchSize, ignoreGroups: [...full.keys()] };
    const { concurrencyPerOrigin: groupConcurrency } = options;
    const rows =
      groupConcurrency === undefined
        ? await open.boss.fetch<JobData>(name, filter)
        : // pg-boss counts before it fetches, so two concurrent workers would both take the last place.
          await open.transact(async (db) => {
            await db.executeSql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
            return open.boss.fetch<JobData>(name, { ...filter, groupConcurrency, db });
          });
    // Not before all others have had their turn: the rows of
    // these origins may be older, and would be fetched instead.
    const now = performance.now();
    const isRoundOver = rows.length < batchSize || full.size > MAX_IGNORED;
    if (isRoundOver) this.#inRound.delete(name);
    const again = isRoundOver ? [...full].filter(([, until]) => until <= now) : [];
    for (const [origin] of again) full.delete(origin);
    this.#largest = Math.max(this.#largest / 2, ...rows.map(({ data }) => sizeOf(data)));
    const held = rows.map((row) => ({ ...row, data: dataOf(row) }));
    const back = held.filter((row) => !this.#accept(row));
    // The job is due again at once, and still the first of its key.
    await Promise.all(back.map((row) => this.context.jobs.settle(row, row.data, undefined)));
    if (rows.length + again.length > 0) this.#lookInto(name);
  }

  #fullOf(queue: string): Map<string, number> {
    const full = this.#full.get(queue) ?? new Map<string, number>();
    this.#full.set(queue, full);
    return full;
  }

  #lookInto(name: string): void {
    this.#stale.add(name);
    super.wake();
  }

  #accept(row: Row): boolean {
    const origin = row.groupId ?? '';
    const run = this.#prefetch.acquirePlace(origin, sizeOf(row.data));
    const full = this.#fullOf(row.name);
    if (!run) full.set(origin, performance.now() + FULL);
    else full.set(origin, this.#limiter.waitingFor(origin) > 0 ? Infinity : NEXT_ROUND);
    if (!run) return false;
    this.#held.set(row.id, row);
    this.active.begin();
    void this.#work(row, run).finally(() => {
      this.#held.delete(row.id);
      this.#release(row);
      this.active.end();
      // The next row of its key or of its origin may be due, or there is room for another.
      if (
        row.name === this.context.open.queues.ordered ||
        this.context.options.concurrencyPerOrigin !== undefined
      )
        this.#stale.add(row.name);
      if (this.#stale.size > 0) super.wake();
    });
    return true;
  }

  async #work(row: Row, run: Run): Promise<void> {
    const { about, job, attempt } = row.data;
    const step = await run(() => this.attempt(about.id, job, attempt));
    if (step) this.#release(row);
    await this.#store(row, step);
    if (step?.kind === 'retry') this.#wakeAfter(step.delay);
  }

  /** Repeats until the result is stored. Otherwise a delivery that arrived would be sent again. */
  async #store(row: Row, step: StoredStep | undefined): Promise<void> {
    const { jobs, options } = this.context;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, options.lease / 3)) {
      try {
        await jobs.settle(row, row.data, step);
        return;
      } catch (error) {
        const { id } = row.data.about;
        this.warn('settle', `The result of ${id} could not be stored; storing it is repeated`, error);
        if (this.isStopped) return;
        await wait(pause);
      }
    }
  }

  #release({ name, groupId }: Row): void {
    const origin = groupId ?? '';
    const full = this.#fullOf(name);
    const until = full.get(origin);
    if (until === undefined || until === NEXT_ROUND) return;
    if (this.#limiter.waitingFor(origin) > REFILL_LEVEL) return;
    if (this.#prefetch.hasRoom(origin)) {
      if (this.#inRound.has(name)) full.set(origin, NEXT_ROUND);
      else full.delete(origin);
      this.#lookInto(name);
    } else full.set(origin, Math.min(until, performance.now() + FULL));
  }

  #wakeAfter(delay: number): void {
    if (delay >= this.context.options.pollInterval || this.isStopped) return;
    setTimeout(() => {
      this.wake();
    }, delay).unref();
  }

  async #keepAlive(): Promise<void> {
    const { jobs, open } = this.context;
    try {
      for (const name of queueNames(open.queues)) {
        const rows = [...this.#held.values()].filter((row) => row.name === name);
        await jobs.extendLeases(name, rows);
      }
    } catch (error) {
      this.warn('lease', 'Leases could not be extended; deliveries may be made twice', error);
    }
  }

  async #trimPaused(): Promise<void> {
    const { host, jobs, options } = this.context;
    try {
      const count = await jobs.trimPaused(options.keepPaused);
      if (count > 0) warnOfTrim(host, count);
    } catch (error) {
      this.warn('tidy', 'Old deliveries could not be deleted', error);
    }
  }

  async #supervise(): Promise<void> {
    try {
      for (const name of Object.values(this.context.open.queues))
        await this.context.open.boss.supervise(name as string);
      await this.context.jobs.deleteMarks();
      await this.context.settings.forgetTurns();
    } catch (error) {
      this.warn('supervise', 'Deliveries of workers that died could not be taken over', error);
    }
  }
}

/**
 * Returns the data of a row. A job of another program gets data that cannot be read, so that it ends as dead.
 */
function dataOf({ id, data }: { readonly id: string; readonly data: Partial<JobData> | null }): JobData {
  if (typeof data?.about?.id === 'string') return data as JobData;
  const about = { id, messageId: '', channel: '', origin: '' };
  return { about, job: '', attempt: 1, made: 0, history: [], createdAt: Date.now(), nextAt: Date.now() };
}
