import { setTimeout as wait } from 'node:timers/promises';
import type { IQueueBackend, QueueBase } from 'bullmq';
import { LONGEST_TIMER } from '../../notifier/longest-timer.js';
import { isPostgres } from './order.js';

/** What is used of a client of `ioredis`. */
interface RedisClient {
  readonly status: string;
  connect(): Promise<unknown>;
  disconnect(): void;
}

/** What is used of BullMQ's connection to Redis. */
interface RedisConnection {
  readonly client: Promise<RedisClient>;
  readonly extraOptions?: { readonly shared?: boolean };
}

/** What is used of a client of `pg`. */
interface PgSocket {
  on(event: 'error', listener: () => void): unknown;
  readonly connection?: { readonly stream?: { destroy(): void } };
}

/** What is used of BullMQ's connection to PostgreSQL. */
interface PgConnection {
  readonly ownsPool?: boolean;
  readonly pool: { readonly _clients?: readonly PgSocket[] };
  readonly listenClient?: PgSocket;
}

/** What BullMQ connects to PostgreSQL with. */
interface Readiness {
  readyPromise?: Promise<void> | undefined;
  waitUntilReady(): Promise<void>;
}

/** BullMQ remembers that PostgreSQL could not be reached, and never tries again. */
export function keepTrying(backend: IQueueBackend): void {
  if (!isPostgres(backend)) return;
  for (const one of [backend, backend.connection] as unknown as Readiness[]) {
    const connect = one.waitUntilReady.bind(one);
    one.waitUntilReady = async () => {
      const connecting = connect();
      const tried = one.readyPromise;
      try {
        await connecting;
      } catch (error) {
        if (one.readyPromise === tried) one.readyPromise = undefined;
        throw error;
      }
    };
  }
}

/** How long it is tried to end connections, in milliseconds, and how often. */
const BREAKING = 3_000;
const AGAIN = 100;

/**
 * Waits so many milliseconds for the end of what is closing. Then its connections are broken off, as BullMQ waits for ever
 * for a store that does not answer.
 * @returns whether it ended by itself
 */
export async function endWithin(
  closing: Promise<unknown>,
  milliseconds: number,
  parts: () => readonly QueueBase[],
): Promise<boolean> {
  const ended = closing.then(() => true);
  const timer = new AbortController();
  const late = async (pause: number): Promise<false> => {
    await wait(Math.min(pause, LONGEST_TIMER), undefined, { signal: timer.signal });
    return false;
  };
  try {
    if (await Promise.race([ended, late(milliseconds)])) return true;
    const broken = new Set<object>();
    for (let tries = 0; tries < BREAKING / AGAIN; tries += 1) {
      for (const part of parts()) breakOff(part.getBackend(), broken);
      if (await Promise.race([ended, late(AGAIN)])) return false;
    }
    for (const part of parts()) clearTimers(part);
    return false;
  } finally {
    timer.abort();
  }
}

/** What of BullMQ's worker has timers. */
interface Timers {
  readonly lockManager?: { close(): unknown };
  readonly stalledCheckStopper?: () => void;
}

/** What ioredis was amid when the connection broke never ends, and BullMQ's worker waits for it with its timers running. */
function clearTimers(part: QueueBase): void {
  const { lockManager, stalledCheckStopper } = part as unknown as Timers;
  void lockManager?.close();
  stalledCheckStopper?.();
}

/** Ends the connections of BullMQ's own; those that it was given stay the application's. */
function breakOff(backend: IQueueBackend, broken: Set<object>): void {
  if (isPostgres(backend)) {
    const { ownsPool, pool, listenClient } = backend.connection as unknown as PgConnection;
    const clients = ownsPool === true ? [...(pool._clients ?? []), listenClient] : [listenClient];
    for (const client of clients) if (client) breakOffPostgres(client, broken);
    return;
  }
  const { connection, blockingConnection } = backend as unknown as Record<
    string,
    RedisConnection | undefined
  >;
  for (const one of [connection, blockingConnection]) if (one) breakOffRedis(one, broken);
}

function breakOffPostgres(client: PgSocket, broken: Set<object>): void {
  if (broken.has(client)) return;
  broken.add(client);
  client.on('error', () => undefined); // BullMQ has taken its own listener off
  client.connection?.stream?.destroy();
}

function breakOffRedis({ client, extraOptions }: RedisConnection, broken: Set<object>): void {
  if (extraOptions?.shared === true) return;
  const end = (connected: RedisClient): void => {
    // Between two tries ioredis would stay as it is, and tell nobody.
    if (connected.status === 'reconnecting') connected.connect().catch(() => undefined);
    else if (connected.status === 'end' || broken.has(connected)) return;
    broken.add(connected);
    connected.disconnect();
  };
  client.then(end, () => undefined);
}
