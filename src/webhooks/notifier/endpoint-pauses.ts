import type { DeliveryEngine, DurableEngine, Job } from './engine.js';
import type { EndpointPause, EndpointStore, ResumeEndpointOptions } from './endpoint-store.js';
import { type Runtime, wait } from './runtime.js';

type PausableEngine = Pick<DurableEngine, 'redeliverAll' | 'discardAll'> & {
  readonly pauses: EndpointStore<EndpointPause>;
};

/** Milliseconds for which a process uses the pauses that it has read. */
const FRESH = 1_000;

/**
 * Milliseconds in which a delivery that was fetched before a
 * change has asked for the pauses, or its end is stored.
 */
const UNDER_WAY = 500;

/** Maximum milliseconds that attempts wait, if the process that resumes the endpoint ends meanwhile. */
const MAX_RESUME = 60_000;

/**
 * Pauses an endpoint. Resolves when no process starts another attempt at it.
 *
 * @experimental
 */
export async function pauseEndpoint({ pauses }: PausableEngine, id: string): Promise<void> {
  const known = await pauses.get(id);
  await pauses.set(id, { since: known?.since ?? Date.now() });
  await wait(FRESH);
}

/**
 * Resumes an endpoint: first it restarts what was kept, the oldest first, while newer deliveries wait. So
 * none overtakes an earlier one of its sequence.
 *
 * @experimental
 * @returns how many deliveries were restarted, or deleted with `skip`
 */
export async function resumeEndpoint(
  engine: PausableEngine,
  id: string,
  { skip = false }: ResumeEndpointOptions = {},
): Promise<number> {
  const { pauses } = engine;
  const pause = await pauses.get(id);
  if (pause) {
    await pauses.set(id, { ...pause, isResuming: true });
    await wait(FRESH + UNDER_WAY);
  }
  const filter = { endpoint: id, state: 'paused' } as const;
  const count = await (skip ? engine.discardAll(filter) : engine.redeliverAll(filter));
  // A newer delivery that was fetched before the older ones
  // were restarted must still find the pause, and wait.
  if (pause && count > 0 && !skip) await wait(UNDER_WAY);
  await pauses.set(id, undefined);
  return count;
}

/** A pause, and when this process read it for the first time, by its monotonic clock. */
interface ReadPause extends EndpointPause {
  readonly readAt: number;
}

/** Reads from the engine what is paused: single endpoints, or all attempts. */
export class PauseWatch {
  #pauses: ReadonlyMap<string, ReadPause> = new Map();
  #isAllPaused = false;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(
    private readonly engine: Pick<DeliveryEngine, 'pauses' | 'isPaused'>,
    private readonly runtime: Pick<Runtime, 'monotonic'>,
  ) {}

  /** Returns a promise only if the pauses must be read, since an attempt asks for them. */
  stateOf({ endpoint }: Pick<Job, 'endpoint'>): PauseState | Promise<PauseState> {
    if (!this.engine.pauses && !this.engine.isPaused) return undefined;
    if (this.runtime.monotonic() - this.#readAt < FRESH) return this.#stateOf(endpoint);
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading.then(() => this.#stateOf(endpoint));
  }

  #stateOf(endpoint: string | undefined): PauseState {
    // The engine has taken the delivery before, and takes no other.
    if (this.#isAllPaused) return { waitFor: FRESH };
    const pause = endpoint === undefined ? undefined : this.#pauses.get(endpoint);
    if (!pause) return undefined;
    const elapsed = this.runtime.monotonic() - pause.readAt;
    if (pause.isResuming)
      return elapsed < MAX_RESUME ? { waitFor: Math.min(MAX_RESUME - elapsed, FRESH) } : undefined;
    // Until then another process may not have read it, and would attempt the next delivery of the sequence.
    return elapsed < FRESH ? { waitFor: FRESH - elapsed } : 'paused';
  }

  async #read(): Promise<void> {
    const began = this.runtime.monotonic();
    const { engine } = this;
    try {
      const [pauses, isAllPaused] = await Promise.all([engine.pauses?.list(), engine.isPaused?.()]);
      this.#isAllPaused = isAllPaused === true;
      this.#pauses = new Map(
        [...(pauses ?? [])].map(([id, pause]) => [
          id,
          { ...pause, readAt: this.#firstRead(id, pause) ?? began },
        ]),
      );
    } catch {
      // The last known pauses apply. The engine reports that its store fails.
    }
    this.#readAt = began;
  }

  #firstRead(id: string, { since, isResuming }: EndpointPause): number | undefined {
    const known = this.#pauses.get(id);
    return known?.since === since && known.isResuming === isResuming ? known.readAt : undefined;
  }
}

/** `waitFor`: milliseconds until the next look at what is being paused or resumed. */
export type PauseState = 'paused' | { readonly waitFor: number } | undefined;
