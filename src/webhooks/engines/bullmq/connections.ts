import type { IQueueBackend, Queue, QueueBase, RedisQueueBackend } from 'bullmq';
import { ConfigError, messageOf } from '../../../shared/errors.js';
import type { EngineWarning } from '../../notifier/engine.js';
import { endsWithin } from '../../notifier/runtime.js';
import { CLOCK_TOLERANCE } from '../shared/engine-options.js';
import type { JobData, JobResult } from '../shared/job-data.js';
import type { SettingKind, Settings } from '../shared/settings.js';
import { MARKS } from './cancelled-jobs.js';

interface RedisClient {
  readonly status: string;
  connect(): Promise<unknown>;
  disconnect(): void;
}

interface RedisConnection {
  readonly client: Promise<RedisClient>;
  readonly extraOptions?: { readonly shared?: boolean };
}

const MAX_BREAK_OFF = 3_000;
const TRY_INTERVAL = 100;

/**
 * Waits for `closing` up to a limit, then destroys the connections, since BullMQ waits forever for a server
 * that does not respond.
 *
 * @returns whether `closing` ended in time
 */
export async function endWithin(
  closing: Promise<unknown>,
  milliseconds: number,
  queues: () => readonly QueueBase[],
): Promise<boolean> {
  if (await endsWithin(closing, milliseconds)) return true;
  const broken = new Set<object>();
  for (let tries = 0; tries < MAX_BREAK_OFF / TRY_INTERVAL; tries += 1) {
    for (const part of queues()) breakOff(part.getBackend(), broken);
    if (await endsWithin(closing, TRY_INTERVAL)) return false;
  }
  for (const part of queues()) clearTimers(part);
  return false;
}

interface Timers {
  readonly lockManager?: { close(): unknown };
  readonly stalledCheckStopper?: () => void;
}

/**
 * Stops the timers of BullMQ's worker, which may wait forever: after a broken connection, the last command of
 * ioredis never ends.
 */
function clearTimers(part: QueueBase): void {
  const { lockManager, stalledCheckStopper } = part as unknown as Timers;
  void lockManager?.close();
  stalledCheckStopper?.();
}

function breakOff(backend: IQueueBackend, broken: Set<object>): void {
  const { connection, blockingConnection } = backend as unknown as Record<
    string,
    RedisConnection | undefined
  >;
  for (const one of [connection, blockingConnection]) if (one) breakOffRedis(one, broken);
}

function breakOffRedis({ client, extraOptions }: RedisConnection, broken: Set<object>): void {
  if (extraOptions?.shared === true) return;
  const end = (connected: RedisClient): void => {
    // Between two tries, `disconnect` alone has no effect in ioredis.
    if (connected.status === 'reconnecting') connected.connect().catch(() => undefined);
    else if (connected.status === 'end' || broken.has(connected)) return;
    broken.add(connected);
    connected.disconnect();
  };
  client.then(end, () => undefined);
}

interface Redis {
  readonly client: Promise<{ info(): Promise<string> }>;
}

type Wanted = EngineWarning & { readonly field: string; readonly value: string };

const NO_EVICTION: Wanted = {
  field: 'maxmemory_policy',
  value: 'noeviction',
  code: 'redis-eviction',
  message:
    'Redis may throw deliveries away when its memory is full: set maxmemory-policy to noeviction in its configuration.',
};

/** Redis settings that prevent the loss of deliveries. */
const WANTED: readonly Wanted[] = [
  NO_EVICTION,
  {
    field: 'aof_enabled',
    value: '1',
    code: 'redis-persistence',
    message:
      'Redis runs without its append-only file, so what was queued since its last snapshot is lost when it ends: set appendonly to yes in its configuration.',
  },
];

async function readInfo({ client }: Redis): Promise<ReadonlyMap<string, string | undefined>> {
  const info = await (await client).info();
  return new Map(info.split(/\r?\n/).map((line) => line.split(':', 2) as [string, string | undefined]));
}

/** Returns the time of Redis in milliseconds, or undefined before Redis 7. */
export async function timeOfRedis(redis: Redis): Promise<number | undefined> {
  return timeOf(await readInfo(redis));
}

function timeOf(fields: ReadonlyMap<string, string | undefined>): number | undefined {
  const time = Number(fields.get('server_time_usec'));
  return Number.isNaN(time) ? undefined : Math.round(time / 1_000);
}

/**
 * Checks the settings of Redis.
 *
 * @param keys the beginning of all keys of the queue
 * @throws ConfigError for a cluster that spreads the keys of a queue over its nodes
 */
export async function checkRedis(
  redis: Redis,
  keys: string,
  warn: (warning: EngineWarning) => void,
): Promise<void> {
  const fields = await readInfo(redis);
  // Valkey has its own name for the field.
  const mode = fields.get('redis_mode') ?? fields.get('server_mode');
  if (mode === 'cluster' && !HASH_TAG.test(keys)) throw new ConfigError(SEVERAL_SLOTS);
  for (const wanted of WANTED) requireSetting(wanted, fields, warn);
  // BullMQ's workers decide by their own clocks, so a clock that differs from Redis's matters.
  const ahead = Date.now() - (timeOf(fields) ?? Date.now());
  if (Math.abs(ahead) < CLOCK_TOLERANCE) return;
  const difference = `${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? 'ahead of' : 'behind'}`;
  const message = `The clock of this process is ${difference} that of Redis. If the clocks of processes differ, retries and delayed deliveries are early or late by the difference: synchronize the clocks of all machines.`;
  warn({ code: 'clock', message });
}

/** Checks the setting of Redis that loses deliveries of processes that only send. */
export async function checkEviction(redis: Redis, warn: (warning: EngineWarning) => void): Promise<void> {
  requireSetting(NO_EVICTION, await readInfo(redis), warn);
}

function requireSetting(
  { field, value, code, message }: Wanted,
  fields: ReadonlyMap<string, string | undefined>,
  warn: (warning: EngineWarning) => void,
): void {
  const given = fields.get(field);
  if (given !== undefined && given !== value) warn({ code, message });
}

/** A part of a key in braces, which alone decides its slot. */
const HASH_TAG = /\{[^}]+\}/;

const SEVERAL_SLOTS =
  "Redis Cluster spreads the keys of a queue over its nodes, where BullMQ's scripts need them together. Give the engine a prefix in braces, such as prefix: '{bull}'.";

/**
 * Matches the error of a full Redis. Before Redis 7, that of a script begins with the place in the script.
 */
const OUT_OF_MEMORY = /(?:^|: -)OOM /;

/**
 * Removes the command from an error of Redis, since it may contain the password, and adds the remedy if Redis
 * has reached its `maxmemory`.
 */
export function explainRedis(cause: unknown): unknown {
  if (typeof cause === 'object' && cause !== null) delete (cause as { command?: unknown }).command;
  if (messageOf(cause).startsWith('CROSSSLOT')) return new ConfigError(SEVERAL_SLOTS, { cause });
  if (!OUT_OF_MEMORY.test(messageOf(cause))) return cause;
  const message =
    'The memory of Redis is full. Raise its maxmemory or delete other keys; the engine continues by itself';
  return new Error(message, { cause });
}

/** Resolves as `work` does. Rejects with the reason for which Redis refused it, and what to do. */
export function orExplain<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw explainRedis(error);
  });
}

type Backend = Pick<RedisQueueBackend, 'client' | 'toKey'>;

const HASHES: Readonly<Record<SettingKind, string>> = {
  health: 'endpoints-health',
  pause: 'endpoints-pause',
  cancel: MARKS,
};

export function settingsOf(backend: Backend): Settings {
  const hashOf = (kind: SettingKind): string => backend.toKey(HASHES[kind]);
  return {
    get: async (kind, name) => (await (await backend.client).hget(hashOf(kind), name)) ?? undefined,
    set: async (kind, name, value) => {
      const client = await backend.client;
      const hash = hashOf(kind);
      await orExplain(value === undefined ? client.hdel(hash, name) : client.hset(hash, { [name]: value }));
    },
    list: async (kind) => Object.entries(await (await backend.client).hgetall(hashOf(kind))),
  };
}

/**
 * Corrects due times after the clock was set back. BullMQ stores them by the clock of the process.
 *
 * @returns the number of milliseconds by which the clock was set back, or 0
 */
export async function fixDelays(queue: Queue<JobData, JobResult>, backend: Backend): Promise<number> {
  const client = await backend.client;
  const hash = backend.toKey('clock');
  const now = Date.now();
  const late = Number((await client.hget(hash, 'now')) ?? 0) - now;
  await client.hset(hash, { now: String(now) });
  if (late < CLOCK_TOLERANCE) return 0;
  for (const job of await queue.getDelayed())
    if (Math.max(job.timestamp, job.processedOn ?? 0) > now + CLOCK_TOLERANCE)
      // Fails for a job that another process has changed.
      await job.changeDelay(job.delay).catch(() => undefined);
  return late;
}
