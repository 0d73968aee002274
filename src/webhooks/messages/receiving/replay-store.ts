import { BoundedMap } from '../../../shared/bounded-map.js';

/** How far a message of some id has come: nobody had it before, somebody is at work on it, or it is done. */
export type ReplayState = 'new' | 'pending' | 'done';

/**
 * Remembers the ids of messages, so that each is handled once. Several processes that receive share one, e.g. in Redis
 * (`SET id pending NX EX seconds`).
 */
export interface ReplayStore {
  /** Takes an id, for so many seconds, unless it is known; says what it was. In one step, for two may ask at once. */
  begin(id: string, seconds: number): ReplayState | Promise<ReplayState>;
  /** It was handled: remembers it for so many seconds. */
  finish(id: string, seconds: number): unknown;
  /** Handling it failed: forgets it, so that the sender's next attempt is handled. */
  forget(id: string): unknown;
}

interface Entry {
  readonly state: 'pending' | 'done';
  readonly until: number;
}

/** Remembers in this process, at most so many ids; the oldest are forgotten first. */
export class MemoryReplayStore implements ReplayStore {
  readonly #entries: Map<string, Entry>;

  constructor(
    /** How many ids are kept, the oldest forgotten first. @default 100000 */
    readonly max = 100_000,
    /** Milliseconds. */
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
