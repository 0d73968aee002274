import type { EngineHost, Step } from '../../notifier/engine.js';
import { hasAnswered } from '../../notifier/attempts/target-health.js';
import { Limiter } from '../../notifier/attempts/limiter.js';

/** Runs an attempt, perhaps after a wait. Resolves to undefined if the wait ended and the attempt could not run. */
export type Run = (attempt: () => Promise<Step>) => Promise<Step | undefined>;

export interface WaitingRoom {
  readonly perOrigin: number;
  readonly total: number;
}

/** Maximum number of waiting deliveries of an origin that has not responded yet. */
const UNKNOWN = 16;

export class Attempts {
  readonly #limiter: Limiter;
  readonly #waiting = new Map<string, Set<AbortController>>();
  #count = 0;
  #isStopped = false;

  /**
   * @param broken returns the signal that aborts attempts; an attempt that it aborts does not change the origin's
   *   health
   */
  constructor(
    { limits, runtime }: Pick<EngineHost, 'limits' | 'runtime'>,
    readonly broken: () => AbortSignal,
  ) {
    this.#limiter = new Limiter({
      total: limits.concurrency,
      perTarget: limits.concurrencyPerTarget,
      extra: limits.concurrencyUnanswered,
      now: () => runtime.monotonic(),
    });
  }

  get isFull(): boolean {
    return this.#limiter.isFull;
  }

  get extra(): number {
    return this.#limiter.extra;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  isUnresponsive(origin: string): boolean {
    return this.#limiter.healthOf(origin) === 'unresponsive';
  }

  isResponsive(origin: string): boolean {
    return this.#limiter.healthOf(origin) === 'responsive';
  }

  waiting(origin: string): number {
    return this.#waiting.get(origin)?.size ?? 0;
  }

  enter(origin: string, { perOrigin, total }: WaitingRoom): Run | undefined {
    if (this.#isStopped) return undefined;
    const place = this.#limiter.take(origin);
    if (place)
      return async (attempt) => {
        let step: Step | undefined;
        try {
          return (step = await attempt());
        } finally {
          place.end(step && this.#answered(step));
        }
      };
    const room = this.isResponsive(origin) ? perOrigin : Math.min(perOrigin, UNKNOWN);
    if (this.isUnresponsive(origin) || this.waiting(origin) >= room || this.#count >= total) return undefined;
    const leaving = new AbortController();
    const waiting = this.#waiting.get(origin) ?? new Set();
    this.#waiting.set(origin, waiting.add(leaving));
    this.#count += 1;
    return (attempt) => this.#inTurn(origin, leaving, attempt);
  }

  letGo(origin: string): void {
    for (const leaving of this.#waiting.get(origin) ?? []) leaving.abort();
  }

  /**
   * Lets the last delivery of an origin go for which more than `most` wait.
   *
   * @returns whether there was one
   */
  letLastGo(most: number): boolean {
    const crowd = [...this.#waiting.values()].find(({ size }) => size > most);
    [...(crowd ?? [])].at(-1)?.abort();
    return crowd !== undefined;
  }

  stop(): void {
    this.#isStopped = true;
    for (const origin of [...this.#waiting.keys()]) this.letGo(origin);
  }

  async #inTurn(
    origin: string,
    leaving: AbortController,
    attempt: () => Promise<Step>,
  ): Promise<Step | undefined> {
    const state = { began: false };
    const stopWaiting = (): void => {
      const waiting = this.#waiting.get(origin);
      this.#count -= 1;
      if (waiting?.delete(leaving) && waiting.size === 0) this.#waiting.delete(origin);
    };
    const begin = (): Promise<Step> => {
      state.began = true;
      stopWaiting();
      return attempt();
    };
    try {
      return await this.#limiter.run(origin, leaving.signal, begin, (step) => this.#answered(step));
    } catch (error) {
      if (state.began) throw error;
      stopWaiting();
      return undefined;
    }
  }

  #answered({ record }: Step): boolean | undefined {
    return record && !this.broken().aborted ? hasAnswered(record) : undefined;
  }
}
