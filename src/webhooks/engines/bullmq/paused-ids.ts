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

  async count(): Promise<number> {
    const client = await this.backend.client;
    const ends = Object.entries(await client.hgetall(this.#hash));
    const oldest = Date.now() - this.retention;
    const expired = ends.filter(([, end]) => Number(end) < oldest).map(([id]) => id);
    await this.delete(...expired);
    return ends.length - expired.length;
  }
}
