import type { DeliveryEngine, DurableEngine, Job } from './engine.js';
import type { EndpointPause, EndpointStore, ResumeEndpointOptions } from './endpoint-store.js';
import { type Runtime, wait } from './runtime.js';

type PausableEngine = Pick<DurableEngine, 'redeliverAll' | 'discardAll'> & {
  readonly pauses: EndpointStore<EndpointPause>;
};

/** Milliseconds for which a process uses the pauses that it has read. */
const FRESH = 1_000;

/** Milliseconds in which a delivery that was fetched before a change has asked for the pauses, or its end is stored. */
const UNDER_WAY = 500;

/** Maximum milliseconds that attempts wait, if the process that resumes the endpoint ends meanwhile. */
const LONGEST_RESUME = 60_000;

/** Pauses an endpoint. Resolves when no process starts another attempt at it. */
export async function pauseEndpoint({ pauses }: PausableEngine, id: string): Promise<void> {
  const known = await pauses.get(id);
  await pauses.set(id, { since: known?.since ?? Date.now() });
  await wait(FRESH);
}

/**
 * Resumes an endpoint: first it restarts what was kept, the oldest first, while newer deliveries wait. So none overtakes
 * an earlier one of its sequence.
 *
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
    await pauses.set(id, { ...pause, resumesBy: Date.now() + LONGEST_RESUME });
    await wait(FRESH + UNDER_WAY);
  }
  const filter = { endpoint: id, state: 'paused' } as const;
  const count = await (skip ? engine.discardAll(filter) : engine.redeliverAll(filter));
  // A newer delivery that was fetched before the older ones were restarted must still find the pause, and wait.
  if (pause && count > 0 && !skip) await wait(UNDER_WAY);
  await pauses.set(id, undefined);
  return count;
}

/** Reads the pauses of the endpoints to which this process makes attempts. */
export class PauseWatch {
  #pauses: ReadonlyMap<string, EndpointPause> = new Map();
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(
    private readonly engine: Pick<DeliveryEngine, 'pauses'>,
    private readonly runtime: Pick<Runtime, 'now' | 'monotonic'>,
  ) {}

  /** Returns a promise only if the pauses must be read, since an attempt asks for them. */
  stateOf({ endpoint }: Pick<Job, 'endpoint'>): PauseState | Promise<PauseState> {
    if (endpoint === undefined || !this.engine.pauses) return undefined;
    if (this.runtime.monotonic() - this.#readAt < FRESH) return this.#stateOf(endpoint);
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading.then(() => this.#stateOf(endpoint));
  }

  #stateOf(endpoint: string): PauseState {
    const pause = this.#pauses.get(endpoint);
    if (!pause) return undefined;
    if (pause.resumesBy === undefined) return 'paused';
    const left = pause.resumesBy - this.runtime.now();
    return left > 0 ? { waitFor: Math.min(left, FRESH) } : undefined;
  }

  async #read(): Promise<void> {
    const began = this.runtime.monotonic();
    try {
      this.#pauses = (await this.engine.pauses?.list()) ?? this.#pauses;
    } catch {
      // The last known pauses apply. The engine reports that its store fails.
    }
    this.#readAt = began;
  }
}

/** `waitFor`: milliseconds until the next look at an endpoint that is resumed. */
export type PauseState = 'paused' | { readonly waitFor: number } | undefined;
