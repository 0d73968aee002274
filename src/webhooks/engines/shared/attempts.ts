import type { EngineHost, Step } from '../../notifier/engine.js';
import { hasAnswered } from '../../notifier/attempts/target-health.js';
import { Limiter } from '../../notifier/attempts/limiter.js';

/** Runs an attempt that has a place, or waits for one; resolves to undefined if the wait ended without it. */
export type Run = (attempt: () => Promise<Step>) => Promise<Step | undefined>;

/** How many deliveries may wait in a worker for places. */
export interface WaitingRoom {
  /** Of one origin that answers. */
  readonly perOrigin: number;
  readonly total: number;
}

/** How many of an origin may wait that has not been asked yet. */
const UNKNOWN = 16;

/** Attempts of one worker within the notifier's limits: at once, or after a wait in this process. */
export class Attempts {
  readonly #limiter: Limiter;
  /** By origin: what ends the wait of each delivery that waits for a place. */
  readonly #waiting = new Map<string, Set<AbortController>>();
  #count = 0;
  #isStopped = false;

  /** @param broken the signal that breaks attempts off: what it ends tells nothing of its origin */
  constructor(
    { limits, runtime }: Pick<EngineHost, 'limits' | 'runtime'>,
    readonly broken: () => AbortSignal,
  ) {
    this.#limiter = new Limiter({
      total: limits.concurrency,
      perGroup: limits.concurrencyPerTarget,
      aside: limits.concurrencyUnanswered,
      now: () => runtime.monotonic(),
    });
  }

  /** Whether no attempt at any origin could begin now. */
  get isFull(): boolean {
    return this.#limiter.isFull;
  }

  /** How many attempts run at origins that are not known to answer. */
  get aside(): number {
    return this.#limiter.aside;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Whether an origin did not answer when it was last asked. */
  isSilent(origin: string): boolean {
    return this.#limiter.standingOf(origin) === 'suspect';
  }

  /** Whether an origin answered lately, so that whoever waits for it soon has a place. */
  isPrompt(origin: string): boolean {
    return this.#limiter.standingOf(origin) === 'prompt';
  }

  /** How many deliveries of an origin wait. */
  waiting(origin: string): number {
    return this.#waiting.get(origin)?.size ?? 0;
  }

  /** Gives a place for one attempt, or a wait for one where there is room to wait; undefined where there is neither. */
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
    const room = this.isPrompt(origin) ? perOrigin : Math.min(perOrigin, UNKNOWN);
    if (this.isSilent(origin) || this.waiting(origin) >= room || this.#count >= total) return undefined;
    const leaving = new AbortController();
    const waiting = this.#waiting.get(origin) ?? new Set();
    this.#waiting.set(origin, waiting.add(leaving));
    this.#count += 1;
    return (attempt) => this.#inTurn(origin, leaving, attempt);
  }

  /** Ends the waits for an origin, whose deliveries would keep others from waiting. */
  letGo(origin: string): void {
    for (const leaving of this.#waiting.get(origin) ?? []) leaving.abort();
  }

  /** Begins no attempt any more: those that wait end without one. */
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
