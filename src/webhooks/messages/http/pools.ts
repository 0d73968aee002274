import type { Socket } from 'node:net';
import type { Pool } from 'undici';
import { RequestError } from './response.js';

/** An undici pool for one origin, and what it does at the moment. */
interface Entry {
  readonly key: string;
  readonly pool: Pool;
  /** Sockets that are not connected yet. */
  readonly connecting: ReadonlySet<Socket>;
  /** Number of open connections. */
  connected: number;
  /** Number of requests that have not ended. */
  active: number;
  /** Number of requests that have no connection yet. */
  starting: number;
}

/** A request in a pool. */
export class Lease {
  #isStarting = true;
  #hasEnded = false;

  constructor(
    private readonly entry: Entry,
    private readonly onEnd: (entry: Entry) => void,
  ) {
    entry.starting += 1;
  }

  get pool(): Pool {
    return this.entry.pool;
  }

  /** Notes that the request has a connection. */
  start(): void {
    if (this.#isStarting) this.entry.starting -= 1;
    this.#isStarting = false;
  }

  /** Notes the end of the request. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.start();
    this.onEnd(this.entry);
  }
}

/**
 * Pools by key, least recently used first. If too many connections are idle, the pools that have been idle
 * longest are closed.
 */
export class Pools {
  readonly #entries = new Map<string, Entry>();
  #connected = 0;
  #active = 0;

  /** @param limit maximum number of idle connections in all pools */
  constructor(readonly limit: number) {}

  /** @param open opens a pool, which adds its sockets to `connecting` until they are connected */
  use(key: string, open: (connecting: Set<Socket>) => Pool): Lease {
    const entry = this.#entries.get(key) ?? this.#open(key, open);
    this.#entries.delete(key); // moves the key to the end
    this.#entries.set(key, entry);
    this.#count(entry, 1);
    return new Lease(entry, this.#end);
  }

  readonly #end = (entry: Entry): void => {
    // undici would wait for connections that no request needs any more.
    if (entry.starting === 0)
      for (const socket of entry.connecting) socket.destroy(new RequestError('ECANCELED'));
    this.#count(entry, -1);
    // undici counts the request until its handler has returned.
    if (isUnused(entry) || this.#idle > this.limit)
      setImmediate(() => {
        this.#tidy(entry);
      });
  };

  /** Closes all idle connections. */
  close(): void {
    for (const entry of this.#entries.values()) if (entry.active === 0) this.#close(entry);
  }

  get #idle(): number {
    return this.#connected - this.#active;
  }

  #count(entry: Entry, change: 1 | -1): void {
    entry.active += change;
    this.#active += change;
  }

  #open(key: string, open: (connecting: Set<Socket>) => Pool): Entry {
    const connecting = new Set<Socket>();
    const pool = open(connecting);
    const entry: Entry = { key, pool, connecting, connected: 0, active: 0, starting: 0 };
    const count = (change: 1 | -1): void => {
      entry.connected += change;
      if (this.#entries.get(key) === entry) this.#connected += change;
    };
    pool.on('connect', () => {
      count(1);
    });
    pool.on('disconnect', () => {
      count(-1);
      this.#tidy(entry);
    });
    return entry;
  }

  #tidy(entry: Entry): void {
    if (isUnused(entry) && this.#entries.get(entry.key) === entry) this.#close(entry);
    for (const oldest of this.#entries.values()) {
      if (this.#idle <= this.limit) return;
      if (oldest.active === 0) this.#close(oldest);
    }
  }

  #close(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#connected -= entry.connected;
    void entry.pool.destroy();
  }
}

function isUnused({ connected, active }: Entry): boolean {
  return connected === 0 && active === 0;
}
