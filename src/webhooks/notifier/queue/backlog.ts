import { onAbort } from '../abort-signals.js';

/** How many built messages may wait, those for targets that do not answer apart. */
export const MESSAGES_WAITING = 1_000;

/** How many bytes of messages may be held, from being built to their end, before no more are built ahead. */
export const BYTES_HELD = 64 * 1024 * 1024;

/** Bounds what is built before its time: a sender of many asks here before it builds the next message. */
export class Backlog {
  #bytes = 0;
  /** In order of arrival. */
  readonly #senders = new Set<() => void>();

  constructor(
    /** How many messages wait for a place. */
    readonly waiting: () => number,
  ) {}

  /** Resolves when there is room for another message, or the signal fires; `undefined` if there is now. */
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

  /** A message was built, or came to its end, with so many bytes. */
  hold(bytes: number): void {
    this.#bytes += bytes;
    if (bytes < 0) this.look();
  }

  /** Lets the next sender build one, if there is room. */
  look(): void {
    const [next] = this.#senders;
    if (next && this.#hasRoom) next();
  }

  get #hasRoom(): boolean {
    return this.waiting() < MESSAGES_WAITING && this.#bytes < BYTES_HELD;
  }
}
