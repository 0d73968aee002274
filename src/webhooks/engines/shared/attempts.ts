import type { EngineHost, Step } from '../../notifier/engine.js';
import { hasAnswered } from '../../notifier/attempts/target-health.js';
import { Limiter, type Place } from '../../notifier/attempts/limiter.js';

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
  #isStopped = false;

  constructor({ limits, runtime }: Pick<EngineHost, 'limits' | 'runtime'>) {
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
    const taken = this.#limiter.take(origin);
    const room = this.isResponsive(origin) ? perOrigin : Math.min(perOrigin, UNKNOWN);
    const isCrowded = this.waiting(origin) >= room || this.#limiter.waiting >= total;
    if (!taken && (this.isUnresponsive(origin) || isCrowded)) return undefined;
    const entering = taken ?? this.#wait(origin);
    return async (attempt) => {
      const place = await entering;
      if (!place) return undefined;
      let step: Step | undefined;
      try {
        return (step = await attempt());
      } finally {
        place.end(step?.record && hasAnswered(step.record));
      }
    };
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
    for (const origin of this.#waiting.keys()) this.letGo(origin);
  }

  async #wait(origin: string): Promise<Place | undefined> {
    const leaving = new AbortController();
    const waiting = this.#waiting.get(origin) ?? new Set();
    this.#waiting.set(origin, waiting.add(leaving));
    try {
      return await this.#limiter.wait(origin, leaving.signal);
    } catch {
      return undefined;
    } finally {
      waiting.delete(leaving);
      if (waiting.size === 0) this.#waiting.delete(origin);
    }
  }
}
