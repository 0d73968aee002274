import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from 'pg-boss';
import type { EngineHost, Step, StopOptions } from '../../notifier/engine.js';
import { hasAnswered } from '../../notifier/has-answered.js';
import { Limiter, type Place } from '../../notifier/limiter.js';
import { LONGEST_TIMER } from '../../notifier/longest-timer.js';
import { unpackJob } from '../../notifier/pack-job.js';
import { GRACE, HEED, UnderWay } from '../../notifier/under-way.js';
import type { JobData } from '../shared/job-data.js';
import { Warner } from '../shared/warner.js';
import type { OpenBoss } from './boss.js';
import { queueNames, type HeldRow, type Jobs } from './jobs.js';
import type { ResolvedPostgresOptions } from './options.js';
import type { Settings } from './settings.js';

export interface WorkerContext {
  readonly host: EngineHost;
  readonly open: OpenBoss;
  readonly jobs: Jobs;
  readonly settings: Settings;
  readonly options: ResolvedPostgresOptions;
}

type Listening = Awaited<ReturnType<NonNullable<Db['listen']>>>;

interface Row extends HeldRow {
  readonly data: JobData;
  readonly groupId?: string | null;
}

/** How many jobs are fetched at once. */
const BATCH = 16;

/** Milliseconds for which an origin is not asked for again, when all places for silent origins are taken. */
const FULL = 1_000;

/** Fetches jobs from pg-boss as places for them are free, makes their attempts and stores what follows. */
export class Worker {
  readonly #limiter: Limiter;
  readonly #warner: Warner;
  readonly #underWay = new UnderWay();
  readonly #leaving = new AbortController();
  /** By the id of the row: those whose heartbeat is sent. */
  readonly #held = new Map<string, Row>();
  /** How many jobs of an origin wait here for a place. */
  readonly #waiting = new Map<string, number>();
  /** Origins of which no more are fetched, and until when at the latest. */
  readonly #full = new Map<string, number>();
  readonly #most: number;
  readonly #intervals: NodeJS.Timeout[];
  readonly #listening: Promise<Listening | undefined>;
  #looking: Promise<void> | undefined;
  #hasNews = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly context: WorkerContext) {
    const { host, options, open } = context;
    const { concurrency, concurrencyPerTarget, concurrencyUnanswered } = host.limits;
    this.#limiter = new Limiter({
      total: concurrency,
      perGroup: concurrencyPerTarget,
      aside: concurrencyUnanswered,
      now: () => host.runtime.monotonic(),
    });
    this.#most = concurrency + Math.ceil(concurrencyUnanswered * 1.5) + 4 * BATCH;
    this.#warner = new Warner(host);
    this.#intervals = [
      setInterval(() => void this.#keepAlive(), options.lease / 3),
      setInterval(() => void this.#supervise(), options.lease / 3),
    ];
    const wake = (): void => {
      this.wake();
    };
    this.#listening =
      open.db.listen?.(context.settings.channel, wake, wake).catch((error: unknown) => {
        this.#warner.warn('postgres-listen', 'New deliveries are only found by polling', error);
        return undefined;
      }) ?? Promise.resolve(undefined);
    this.wake();
  }

  /** There may be something to do. */
  wake(): void {
    this.#hasNews = true;
    this.#looking ??= this.#look();
  }

  async stop({ grace = GRACE }: StopOptions = {}): Promise<void> {
    this.#leaving.abort();
    clearTimeout(this.#timer);
    await this.#looking;
    // An attempt that ignores the signal loses its lease, and is made again.
    const timer = new AbortController();
    await Promise.race([
      this.#underWay.stop({ grace }),
      wait(Math.min(grace + HEED, LONGEST_TIMER), undefined, { signal: timer.signal }),
    ]).finally(() => {
      timer.abort();
    });
    for (const interval of this.#intervals) clearInterval(interval);
    await (await this.#listening)?.close();
  }

  get #isStopped(): boolean {
    return this.#leaving.signal.aborted;
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      while (this.#hasNews && !this.#isStopped) {
        this.#hasNews = false;
        if (await this.context.settings.isPaused()) break;
        for (const name of queueNames(this.context.open.queues)) await this.#fetch(name);
      }
    } catch (error) {
      this.#hasNews = false;
      this.#warner.warn('postgres-fetch', 'Nothing could be fetched from the database', error);
    }
    this.#looking = undefined;
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.wake();
    }, this.context.options.pollInterval);
  }

  async #fetch(name: string): Promise<void> {
    const { open, options } = this.context;
    const batchSize = Math.min(BATCH, this.#most - this.#held.size);
    if (batchSize <= 0 || this.#limiter.isFull) return;
    const now = performance.now();
    for (const [group, until] of this.#full) if (until <= now) this.#full.delete(group);
    const { concurrencyPerOrigin } = options;
    const rows = await open.boss.fetch<JobData>(name, {
      batchSize,
      ignoreGroups: [...this.#full.keys()],
      ...(concurrencyPerOrigin !== undefined && { groupConcurrency: concurrencyPerOrigin }),
    });
    if (rows.length > 0) this.#hasNews = true;
    const back = rows.filter((row) => !this.#accept(row));
    // Due again at once, and still the head of its key.
    if (back.length > 0) await open.boss.fail(name, back);
  }

  /** @returns whether the job has a place, or will soon */
  #accept(row: Row): boolean {
    const group = row.groupId ?? '';
    const place = this.#limiter.take(group);
    if (!place) {
      const isPrompt = this.#limiter.isPrompt(group);
      this.#full.set(group, isPrompt ? Infinity : performance.now() + FULL);
      if (!isPrompt) return false;
    }
    this.#held.set(row.id, row);
    this.#underWay.begin();
    void this.#work(row, group, place).finally(() => {
      this.#held.delete(row.id);
      this.#underWay.end();
      this.wake();
    });
    return true;
  }

  /** Never rejects. */
  async #work(row: Row, group: string, place: Place | undefined): Promise<void> {
    if (place) {
      let step: Step | undefined;
      try {
        step = await this.#attempt(row);
      } finally {
        place.end(step && this.#hasAnswered(step));
        this.#release(group);
      }
      return;
    }
    this.#waiting.set(group, (this.#waiting.get(group) ?? 0) + 1);
    const stopWaiting = (): void => {
      const left = (this.#waiting.get(group) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(group);
      else this.#waiting.set(group, left);
    };
    const state = { began: false };
    const attempt = (): Promise<Step> => {
      state.began = true;
      stopWaiting();
      return this.#attempt(row);
    };
    try {
      await this.#limiter.run(group, this.#leaving.signal, attempt, (step) => this.#hasAnswered(step));
    } catch (error) {
      if (!state.began) stopWaiting();
      await this.#giveBack(row, error);
    }
    this.#release(group);
  }

  /** More of an origin are fetched when few wait. */
  #release(group: string): void {
    if ((this.#waiting.get(group) ?? 0) <= BATCH / 4) this.#full.delete(group);
  }

  async #giveBack(row: Row, reason: unknown): Promise<void> {
    try {
      await this.context.open.boss.fail(row.name, row);
    } catch {
      this.#warner.warn('postgres-settle', 'A delivery waits until its lease ends', reason);
    }
  }

  #hasAnswered({ record }: Step): boolean | undefined {
    return record && !this.#underWay.signal.aborted ? hasAnswered(record) : undefined;
  }

  /** Never rejects. */
  async #attempt(row: Row): Promise<Step> {
    const step = await this.#handle(row);
    try {
      await this.context.jobs.settle(row, row.data, step);
      if (step.kind === 'retry') this.#wakeAt(step.at);
    } catch (error) {
      const { id } = row.data.about;
      this.#warner.warn('postgres-settle', `The end of ${id} could not be stored; it is tried again`, error);
    }
    return step;
  }

  async #handle({ data }: Row): Promise<Step> {
    try {
      return await this.context.host.handle(unpackJob(data.job), data.attempt, this.#underWay.signal);
    } catch (error) {
      // A row that nobody can read must not hold up the others.
      this.#warner.warn('postgres-job', `The delivery ${data.about.id} cannot be attempted`, error);
      return { kind: 'dead', outcome: 'dead', error: error as Error };
    }
  }

  /** A retry that is due before the next poll is made in time. */
  #wakeAt(at: number): void {
    const delay = at - Date.now();
    if (delay >= this.context.options.pollInterval || this.#isStopped) return;
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
      this.#warner.warn(
        'postgres-lease',
        'Leases could not be extended; deliveries may be made twice',
        error,
      );
    }
  }

  /** Has pg-boss take back the jobs of workers that died, and delete what is old. */
  async #supervise(): Promise<void> {
    try {
      for (const name of Object.values(this.context.open.queues))
        await this.context.open.boss.supervise(name as string);
    } catch (error) {
      this.#warner.warn(
        'postgres-supervise',
        'Deliveries of workers that died could not be taken over',
        error,
      );
    }
  }
}
