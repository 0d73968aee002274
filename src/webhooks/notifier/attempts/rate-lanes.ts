import { messageOf } from '../../../shared/errors.js';
import { BoundedMap } from '../../../shared/bounded-map.js';
import type { DeliveryEngine, Job, Retry } from '../engine.js';
import { type EventHub, warnOf } from '../events.js';
import { after, leaveRunning, type Runtime } from '../runtime.js';
import { type EndpointRate, MemoryRates, type Pace, paceOf, type RateStore } from './rate.js';
import { Lane } from './rate-lane.js';

const MAX_LANES = 10_000;

/** Minimum milliseconds between two calls, each of which is a write to the store. */
const SHORTEST = 20;

/**
 * Milliseconds after its turn at which a stored delivery comes back by itself. Normally its process calls it
 * before that, but that process may have died.
 */
const GRACE = 2_000;

/** Maximum milliseconds until a stored delivery comes back by itself. */
const LONGEST = 300_000;

/** Milliseconds until another look if the store fails. */
const FAILED = 1_000;

/** Minimum milliseconds between two warnings. */
const QUIET = 60_000;

interface RateContext {
  readonly engine: Pick<DeliveryEngine, 'rates'>;
  readonly events: EventHub;
  readonly runtime: Pick<Runtime, 'now' | 'monotonic'>;
}

/**
 * Keeps the rates of endpoints. A delivery without a turn is put off, at no cost of an attempt and without a
 * place of the limits. On a store, the process calls the delivery that has waited longest when there is a
 * turn. In process, each delivery comes back at its turn.
 */
export class RateLanes {
  readonly #lanes = new BoundedMap<string, Lane>(MAX_LANES);
  readonly #store: RateStore;
  #warnedAt = -Infinity;

  constructor(private readonly context: RateContext) {
    const { engine, runtime } = context;
    this.#store = engine.rates ?? new MemoryRates(() => runtime.monotonic());
  }

  /**
   * Takes a turn. Resolves to undefined if there is one, otherwise to the step that puts the delivery off.
   */
  async putOff(job: Job, rate: EndpointRate): Promise<Retry | undefined> {
    const { runtime } = this.context;
    const key = keyOf(job);
    const lane = this.#laneOf(key, paceOf(rate));
    if (!this.#mustWait(lane, job.id)) {
      const wait = await this.#take(key, lane.pace);
      if (wait === 0) {
        lane.delete(job.id);
        this.#schedule(lane); // a rate that was raised has earlier turns
        return undefined;
      }
      lane.close(wait, runtime.monotonic());
    }
    return this.#retry(lane, job.id);
  }

  #retry(lane: Lane, id: string): Retry {
    const { runtime } = this.context;
    const now = runtime.monotonic();
    const turn = lane.turnOf(id, now);
    const mustCall = this.#store.hasten !== undefined && !lane.comesBackAt(turn, id, now);
    const delay = Math.ceil(mustCall ? Math.min(turn - now + GRACE, LONGEST) : turn - now);
    const at = Math.ceil(runtime.now() + delay);
    if (mustCall || !this.#store.hasten) lane.add(id, at, now);
    this.#schedule(lane);
    return { kind: 'retry', at, delay };
  }

  /** Forgets a delivery that ends without a turn. */
  leave(job: Job): void {
    if (this.#lanes.size > 0) this.#lanes.get(keyOf(job))?.delete(job.id);
  }

  #laneOf(key: string, pace: Pace): Lane {
    const known = this.#lanes.get(key);
    if (known) {
      known.pace = pace;
      return known;
    }
    const lane = new Lane(pace);
    this.#lanes.set(key, lane);
    return lane;
  }

  #mustWait(lane: Lane, id: string): boolean {
    if (this.context.runtime.monotonic() < lane.closedUntil) return true;
    // Without a store, all that wait are in this process, so a newer delivery does not overtake them.
    return !this.#store.hasten && lane.size > 0 && !lane.has(id);
  }

  async #take(key: string, pace: Pace): Promise<number> {
    try {
      return await this.#store.take(key, pace);
    } catch (cause) {
      this.#warn('The turns of endpoints with a rate could not be stored, so their deliveries wait', cause);
      return FAILED;
    }
  }

  #schedule(lane: Lane): void {
    const next = this.#store.hasten && lane.nextCall;
    if (next === undefined || lane.isCalling) return;
    const now = this.context.runtime.monotonic();
    const at = Math.max(next, now + SHORTEST);
    if (at >= lane.timerAt) return;
    clearTimeout(lane.timer);
    lane.timerAt = at;
    leaveRunning((lane.timer = after(at - now, () => void this.#call(lane))));
  }

  async #call(lane: Lane): Promise<void> {
    const called = lane.call(this.context.runtime.monotonic());
    lane.isCalling = true;
    lane.timerAt = Infinity;
    try {
      const due = called.length > 0 ? await this.#store.hasten?.(called) : 0;
      lane.giveBack(called.length, called.length - (due ?? 0));
    } catch (cause) {
      // They come back by themselves.
      this.#warn('Deliveries to endpoints with a rate could not be called, so they are late', cause);
    }
    lane.isCalling = false;
    this.#schedule(lane);
  }

  #warn(what: string, cause: unknown): void {
    const now = this.context.runtime.monotonic();
    if (now - this.#warnedAt < QUIET) return;
    this.#warnedAt = now;
    const message = `${what}: ${messageOf(cause).replace(/\.$/, '')}.`;
    warnOf({ code: 'endpoint-rate', message, cause }, this.context.events);
  }
}

function keyOf({ channel, endpoint, group }: Job): string {
  return `${channel} ${endpoint ?? group}`;
}
