import type { RedisQueueBackend } from 'bullmq';
import type { EndpointHealth, HealthStore } from '../../notifier/endpoint-health.js';

export function createHealthStore(backend: Pick<RedisQueueBackend, 'client' | 'toKey'>): HealthStore {
  const hash = backend.toKey('health');
  return {
    get: async (key) => {
      const text = await (await backend.client).hget(hash, key);
      return text ? (JSON.parse(text) as EndpointHealth) : undefined;
    },
    set: async (key, health) => {
      const client = await backend.client;
      await (health ? client.hset(hash, { [key]: JSON.stringify(health) }) : client.hdel(hash, key));
    },
  };
}
