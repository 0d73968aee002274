import type { RedisQueueBackend } from 'bullmq';

type Backend = Pick<RedisQueueBackend, 'client' | 'toKey'>;

/** The paused deliveries and the times of their ends. BullMQ cannot count completed jobs by their results. */
export class PausedIds {
  readonly #hash: string;

  /** @param retention milliseconds for which BullMQ keeps completed jobs */
  constructor(
    readonly backend: Backend,
    readonly retention: number,
  ) {
    this.#hash = backend.toKey('paused');
  }

  async add(id: string): Promise<void> {
    const client = await this.backend.client;
    await client.hset(this.#hash, { [id]: Date.now() });
  }

  async delete(...ids: string[]): Promise<void> {
    const client = await this.backend.client;
    if (ids.length > 0) await client.hdel(this.#hash, ...ids);
  }

  /** Returns the ids, those of the earliest ends first. */
  async list(): Promise<string[]> {
    const client = await this.backend.client;
    const ends = Object.entries(await client.hgetall(this.#hash));
    const oldest = Date.now() - this.retention;
    const isExpired = ([, end]: [string, string]): boolean => Number(end) < oldest;
    await this.delete(...ends.filter(isExpired).map(([id]) => id));
    const kept = ends.filter((one) => !isExpired(one)).sort(([, a], [, b]) => Number(a) - Number(b));
    return kept.map(([id]) => id);
  }
}
