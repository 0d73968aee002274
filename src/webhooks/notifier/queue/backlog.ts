import { onAbort } from '../abort-signals.js';

/** Built messages that may wait, apart from those for unresponsive targets. */
export const MESSAGES_WAITING = 1_000;

/** Bytes of messages that are built but not yet ended, before no more are built ahead. */
export const BYTES_HELD = 64 * 1024 * 1024;

export class Backlog {
  #bytes = 0;
  readonly #senders = new Set<() => void>();

  constructor(readonly waiting: () => number) {}

  /** Resolves when there is room or the signal fires; returns undefined if there is room now. */
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
