import type { RedisQueueBackend } from 'bullmq';
import { RedisCommand } from './redis-command.js';

/** BullMQ's lowest priority. Deliveries beyond it share it: first come, first served. */
export const LAST_TURN = 2 ** 21;

/** Milliseconds between two writes of the virtual time. */
const WRITE_INTERVAL = 5;

/**
 * Takes the next turn of a target: `max(now, its previous turn) + 1`. When the latest turn is over, no
 * delivery waits for one, and the turns begin anew.
 */
const TAKE = `
local turns, target, last = KEYS[1], ARGV[1], tonumber(ARGV[2])
local stored = redis.call('HMGET', turns, 'now', 'latest', target)
local now, latest, previous = tonumber(stored[1] or 0), tonumber(stored[2] or 0), tonumber(stored[3] or 0)
if now >= latest and latest < last then
  redis.call('DEL', turns)
  now, latest, previous = 0, 0, 0
end
local turn = math.min(math.max(now, previous) + 1, last)
redis.call('HSET', turns, 'now', now, 'latest', math.max(latest, turn), target, turn)
return turn
`;

/**
 * Start-time fair queueing (Goyal, Vin and Cheng, 1996): a delivery's turn is its priority in BullMQ. A new
 * target is served next, and a backlog waits behind itself. Beside the queue, Redis keeps the latest turn of
 * each target and the virtual time, which is the turn of the latest attempt. All processes share them.
 */
export class Turns {
  readonly #key: string;
  readonly #take: RedisCommand;
  #now = 0;
  #writing: NodeJS.Timeout | undefined;

  constructor(private readonly backend: Pick<RedisQueueBackend, 'client' | 'toKey'>) {
    this.#key = backend.toKey('turns');
    this.#take = new RedisCommand(backend, 'dtospecTakeTurn', TAKE);
  }

  /**
   * @param isDelayed true for a delivery that is due later: it must not put off those of its target that are
   *   due now
   * @returns its priority in BullMQ, from 1 to 2,097,152
   */
  async take(target: string, isDelayed = false): Promise<number> {
    const field = `${isDelayed ? 'later' : 'now'} ${target}`;
    return (await this.#take.run(this.#key, field, LAST_TURN)) as number;
  }

  /**
   * Notes that the delivery with this turn begins. A lost write has no effect, since the next one follows.
   */
  begin(turn: number): void {
    if (turn === 0) return; // an earlier version stored it
    this.#now = turn;
    this.#writing ??= setTimeout(() => {
      void this.#write(this.#now);
    }, WRITE_INTERVAL);
  }

  /**
   * Begins anew when no delivery waits. It is only necessary after the last turn, which several may share.
   */
  async drained(): Promise<void> {
    if (this.#now < LAST_TURN) return;
    this.#now = 0;
    await (await this.backend.client).del(this.#key).catch(() => undefined);
  }

  stop(): void {
    clearTimeout(this.#writing);
  }

  async #write(now: number): Promise<void> {
    await (await this.backend.client).hset(this.#key, { now }).catch(() => undefined);
    this.#writing = undefined;
    if (this.#now !== now) this.begin(this.#now);
  }
}
