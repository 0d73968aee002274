import type { Socket } from 'node:net';
import type { Pool } from 'undici';
import { RequestError } from './response.js';

/** The pools of one client, by origin and TLS settings. */
export type PoolMap = Map<string, Entry>;

interface OpenedPool {
  readonly pool: Pool;
  /** Time from which it takes no further request, in milliseconds of a monotonic clock. */
  readonly expiresAt: number;
}

/** An undici pool for one origin, and what it does at the moment. */
export interface Entry extends OpenedPool {
  /** The pools that it is among, and its key there. */
  readonly among: PoolMap;
  readonly key: string;
  /** Sockets that are not connected yet. */
  readonly connecting: ReadonlySet<Socket>;
  /** False if it takes no further request. */
  isOpen: boolean;
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

/** If too many connections are idle, the pools that have been idle longest are closed. */
export class Pools {
  /** Pools without requests, the one that has been idle longest first. */
  readonly #unused = new Set<Entry>();
  /** Number of connections without a request, in open pools. */
  #idle = 0;

  /** @param limit maximum number of idle connections in all pools */
  constructor(readonly limit: number) {}

  /** @param open opens a pool, which adds its sockets to `connecting` until they are connected */
  use(among: PoolMap, key: string, open: (connecting: Set<Socket>) => OpenedPool): Lease {
    let entry = among.get(key);
    if (entry && entry.expiresAt <= performance.now()) {
      this.#close(entry);
      entry = undefined;
    }
    entry ??= this.#open(among, key, open);
    if (entry.active === 0) this.#unused.delete(entry);
    this.#countRequests(entry, 1);
    return new Lease(entry, this.#end);
  }

  readonly #end = (entry: Entry): void => {
    // undici would wait for connections that no request needs any more.
    if (entry.starting === 0)
      for (const socket of entry.connecting) socket.destroy(new RequestError('ECANCELED'));
    this.#countRequests(entry, -1);
    if (!entry.isOpen) return;
    if (entry.active === 0) this.#unused.add(entry);
    // undici counts the request until its handler has returned.
    if (isUnused(entry) || this.#idle > this.limit)
      setImmediate(() => {
        this.#tidy(entry);
      });
  };

  /** Closes all idle connections. */
  close(): void {
    for (const entry of this.#unused) this.#close(entry);
  }

  #countRequests(entry: Entry, change: 1 | -1): void {
    entry.active += change;
    if (entry.isOpen) this.#idle -= change;
  }

  #countConnections(entry: Entry, change: 1 | -1): void {
    entry.connected += change;
    if (entry.isOpen) this.#idle += change;
  }

  #open(among: PoolMap, key: string, open: (connecting: Set<Socket>) => OpenedPool): Entry {
    const connecting = new Set<Socket>();
    const { pool, expiresAt } = open(connecting);
    const counts = { connected: 0, active: 0, starting: 0 };
    const entry: Entry = { among, key, pool, expiresAt, connecting, isOpen: true, ...counts };
    pool.on('connect', () => {
      this.#countConnections(entry, 1);
    });
    pool.on('disconnect', () => {
      this.#countConnections(entry, -1);
      this.#tidy(entry);
    });
    among.set(key, entry);
    return entry;
  }

  #tidy(entry: Entry): void {
    if (isUnused(entry) && entry.isOpen) this.#close(entry);
    for (const oldest of this.#unused) {
      if (this.#idle <= this.limit) return;
      this.#close(oldest);
    }
  }

  /** Closes a pool. The requests that it has end before. */
  #close(entry: Entry): void {
    entry.isOpen = false;
    entry.among.delete(entry.key);
    this.#unused.delete(entry);
    this.#idle -= entry.connected - entry.active;
    void (entry.active > 0 ? entry.pool.close() : entry.pool.destroy());
  }
}

function isUnused({ connected, active }: Entry): boolean {
  return connected === 0 && active === 0;
}
