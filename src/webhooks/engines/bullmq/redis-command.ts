import type { RedisQueueBackend } from 'bullmq';

type Client = Awaited<RedisQueueBackend['client']>;

/**
 * A Lua script with one key. It is defined once for each connection, since each definition hashes the script.
 */
export class RedisCommand {
  #client: Client | undefined;

  /** @param name name of the command in the client */
  constructor(
    private readonly backend: Pick<RedisQueueBackend, 'client'>,
    private readonly name: string,
    private readonly lua: string,
  ) {}

  async run(key: string, ...values: (string | number)[]): Promise<unknown> {
    const client = await this.backend.client;
    if (client !== this.#client) client.defineCommand(this.name, { numberOfKeys: 1, lua: this.lua });
    this.#client = client;
    return client.runCommand(this.name, [key, ...values]);
  }
}
