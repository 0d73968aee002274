import type { Step } from '../../notifier/engine.js';
import { systemRuntime } from '../../notifier/runtime.js';
import type { Settings } from './settings.js';

/** The end of a delivery that was cancelled after a worker had taken it. No attempt was made. */
interface Cancelled {
  readonly kind: 'done';
  readonly outcome: 'cancelled';
  readonly record?: undefined;
}

export const CANCELLED: Cancelled = { kind: 'done', outcome: 'cancelled' };

/** How a stored delivery continues: after an attempt, or because it was cancelled. */
export type StoredStep = Step | Cancelled;

/** Milliseconds for which a process uses the marks that it has read. */
export const FRESH = 1_000;

/**
 * Marks of the deliveries that were cancelled while a worker had them. A worker asks before each attempt, so
 * it reads all marks once a second, and confirms the one that it finds: `redeliver` may have removed it.
 */
export class Cancellations {
  #ids: ReadonlySet<string> = new Set();
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(private readonly settings: Pick<Settings, 'get' | 'list'>) {}

  /** Returns a promise only if the marks must be read or confirmed: most attempts find them read. */
  has(id: string): boolean | Promise<boolean> {
    if (systemRuntime.monotonic() - this.#readAt < FRESH) return this.#ids.has(id) && this.#confirm(id);
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading.then(() => this.#ids.has(id) && this.#confirm(id));
  }

  async #confirm(id: string): Promise<boolean> {
    return (await this.settings.get('cancel', id)) !== undefined;
  }

  async #read(): Promise<void> {
    const began = systemRuntime.monotonic();
    try {
      this.#ids = new Set((await this.settings.list('cancel')).map(([id]) => id));
    } catch {
      // The last known marks apply. The engine reports that its store fails.
    }
    this.#readAt = began;
  }
}
