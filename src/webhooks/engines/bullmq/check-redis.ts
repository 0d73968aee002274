import type { EngineWarning } from '../../notifier/engine.js';

/** The part of BullMQ's backend that is used. */
interface Redis {
  readonly client: Promise<{ info(): Promise<string> }>;
}

/** What the server's `INFO` must say, or deliveries may be lost. */
const WANTED: readonly (EngineWarning & { readonly field: string; readonly value: string })[] = [
  {
    field: 'maxmemory_policy',
    value: 'noeviction',
    code: 'redis-eviction',
    message:
      'Redis may throw deliveries away when its memory is full: set maxmemory-policy to noeviction in its configuration.',
  },
  {
    field: 'aof_enabled',
    value: '1',
    code: 'redis-persistence',
    message:
      'Redis runs without its append-only file, so what was queued since its last snapshot is lost when it ends: set appendonly to yes in its configuration.',
  },
];

/** Tells of settings of a Redis server under which deliveries can be lost. */
export async function checkRedis({ client }: Redis, warn: (warning: EngineWarning) => void): Promise<void> {
  const info = await (await client).info();
  const fields = new Map(
    info.split(/\r?\n/).map((line) => line.split(':', 2) as [string, string | undefined]),
  );
  for (const { field, value, code, message } of WANTED) {
    const given = fields.get(field);
    if (given !== undefined && given !== value) warn({ code, message });
  }
}
