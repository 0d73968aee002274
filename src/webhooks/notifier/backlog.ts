import { onAbort } from './abort-signals.js';

/** Maximum number of built messages that wait, without those for unresponsive targets. */
export const MESSAGES_WAITING = 1_000;

/** Maximum size in bytes of built messages that have not ended. */
export const BYTES_HELD = 64 * 1024 * 1024;

export class Backlog {
  #bytes = 0;
  readonly #senders = new Set<() => void>();

  constructor(readonly waiting: () => number) {}

  /** Resolves when there is room or the signal is aborted. Returns undefined if there is room now. */
  room(signal: AbortSignal): Promise<void> | undefined {
    if (signal.aborted || (this.#hasRoom && this.#senders.size === 0)) return undefined;
    return new Promise((resolve) => {
      const go = (): void => {
        stopListening();
        this.#senders.delete(go);
        resolve();
      };
      const stopListening = onAbort(signal, go);
      this.#senders.add(go);
      this.look();
    });
  }

  hold(bytes: number): void {
    this.#bytes += bytes;
    if (bytes < 0) this.look();
  }

  look(): void {
    const [next] = this.#senders;
    if (next && this.#hasRoom) next();
  }

  get #hasRoom(): boolean {
    return this.waiting() < MESSAGES_WAITING && this.#bytes < BYTES_HELD;
  }
}
