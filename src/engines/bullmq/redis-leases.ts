import { once } from '../../base/once.js';
import { TOLERANCE } from '../shared/origin-limits.js';
import type { Answer, LeaseSettings, LeaseStore } from './lease-store.js';
import { keyOf, type RedisBackend } from './order.js';

/** Redis' own clock: those of the workers differ. */
const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
`;

/**
 * KEYS: a sorted set of who attempts, by when their leases end; when the next attempt may begin.
 * ARGV: holder, lease, concurrency or -1, spacing, turn or -1, tolerance, grace.
 * Gives whether it is taken (1), full (0) or early (-1), and then the turn and the wait.
 */
const TAKE = `${NOW}
  local holder, lease, concurrency = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
  local spacing, turn = tonumber(ARGV[4]), tonumber(ARGV[5])
  local tolerance, grace = tonumber(ARGV[6]), tonumber(ARGV[7])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if concurrency > 0 and redis.call('ZCARD', KEYS[1]) >= concurrency then return { 0 } end
  local isOwn = turn > 0 and now >= turn - tolerance and now <= turn + grace
  if spacing > 0 and not isOwn then
    local next = tonumber(redis.call('GET', KEYS[2]) or '0')
    local after = math.max(next, now - tolerance) + spacing
    redis.call('SET', KEYS[2], after, 'PX', math.ceil(after - now + lease))
    if next > now + tolerance then return { -1, math.ceil(next), math.ceil(next - now) } end
  end
  redis.call('ZADD', KEYS[1], now + lease, holder)
  redis.call('PEXPIRE', KEYS[1], math.ceil(lease))
  return { 1 }
`;

const KEEP = `${NOW}
  for index = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[index]) end
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
`;

const COMMANDS = {
  dtospecTake: { numberOfKeys: 2, lua: TAKE },
  dtospecKeep: { numberOfKeys: 1, lua: KEEP },
  dtospecRelease: { numberOfKeys: 1, lua: "redis.call('ZREM', KEYS[1], ARGV[1])" },
} as const;

/** Leases as a sorted set for each origin. */
export class RedisLeases implements LeaseStore {
  readonly #define = once(async () => {
    const client = await this.backend.client;
    for (const [name, command] of Object.entries(COMMANDS)) client.defineCommand(name, command);
  });

  constructor(
    readonly backend: RedisBackend,
    readonly settings: LeaseSettings,
  ) {}

  async take(origin: string, holder: string, turn = -1): Promise<Answer> {
    const { lease, concurrency, spacing, grace } = this.settings;
    const most = concurrency === Infinity ? -1 : concurrency;
    const keys = [this.#key('leases', origin), this.#key('turn', origin)];
    const more = [holder, lease, most, spacing, turn, TOLERANCE, grace];
    const [code, given = 0, wait = 0] = (await this.#run('dtospecTake', [...keys, ...more])) as number[];
    if (code === 1) return { kind: 'taken' };
    return code === 0 ? { kind: 'full' } : { kind: 'early', turn: given, wait };
  }

  async keep(origin: string, holders: readonly string[]): Promise<void> {
    await this.#run('dtospecKeep', [this.#key('leases', origin), Math.ceil(this.settings.lease), ...holders]);
  }

  async release(origin: string, holder: string): Promise<void> {
    await this.#run('dtospecRelease', [this.#key('leases', origin), holder]);
  }

  #key(what: string, origin: string): string {
    return this.backend.toKey(`${what}:${keyOf(origin)}`);
  }

  async #run(name: keyof typeof COMMANDS, values: (string | number)[]): Promise<unknown> {
    await this.#define();
    return (await this.backend.client).runCommand(name, values);
  }
}
