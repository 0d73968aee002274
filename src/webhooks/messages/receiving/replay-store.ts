import { BoundedMap } from '../../../shared/bounded-map.js';

/** State of a message id: unknown, being handled, or handled. */
export type ReplayState = 'new' | 'pending' | 'done';

/**
 * Stores the ids of messages, so that each is handled once. Several receiving processes can share one, e.g.
 * in Redis (`SET id pending NX EX seconds`).
 */
export interface ReplayStore {
  /**
   * Reserves an unknown id for a number of seconds and returns its previous state. It must be atomic, since
   * two processes may call it at the same time.
   */
  begin(id: string, seconds: number): ReplayState | Promise<ReplayState>;
  /** Stores a handled id for a number of seconds. */
  finish(id: string, seconds: number): unknown;
  /** Deletes an id whose handling failed, so that the sender's next attempt is handled. */
  forget(id: string): unknown;
}

interface Entry {
  readonly state: 'pending' | 'done';
  readonly until: number;
}

/** Stores ids in this process. It deletes the oldest ones first. */
export class MemoryReplayStore implements ReplayStore {
  readonly #entries: Map<string, Entry>;

  constructor(
    /** Maximum number of ids. @default 100000 */
    readonly max = 100_000,
    /** Returns the current time in milliseconds since the epoch. */
    readonly now: () => number = Date.now,
  ) {
    this.#entries = new BoundedMap(max);
  }

  begin(id: string, seconds: number): ReplayState {
    const known = this.#entries.get(id);
    if (known && known.until > this.now()) return known.state;
    this.#set(id, 'pending', seconds);
    return 'new';
  }

  finish(id: string, seconds: number): void {
    this.#set(id, 'done', seconds);
  }

  forget(id: string): void {
    this.#entries.delete(id);
  }

  #set(id: string, state: Entry['state'], seconds: number): void {
    this.#entries.set(id, { state, until: this.now() + seconds * 1_000 });
  }
}
