import type { StoredDelivery, StoredState } from '../webhooks/notifier/queue/stored-delivery.js';

interface EndpointCounts {
  /** Id of the endpoint, or the origin if there are no endpoints. */
  readonly endpoint: string;
  readonly counts: Readonly<Partial<Record<StoredState, number>>>;
  readonly lastError?: string;
}

export function countByEndpoint(deliveries: readonly StoredDelivery[]): EndpointCounts[] {
  const byEndpoint = new Map<string, EndpointCounts>();
  for (const { endpoint: id, origin, state, history } of deliveries) {
    const endpoint = id ?? origin;
    const { counts, lastError = history.at(-1)?.error?.message } = byEndpoint.get(endpoint) ?? {};
    byEndpoint.set(endpoint, {
      endpoint,
      counts: { ...counts, [state]: (counts?.[state] ?? 0) + 1 },
      ...(lastError !== undefined && { lastError }),
    });
  }
  return [...byEndpoint.values()].sort((a, b) => a.endpoint.localeCompare(b.endpoint));
}

export function describeEndpoint({ endpoint, counts, lastError = '' }: EndpointCounts): string {
  const states = Object.entries(counts)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([state, count]) => `${count} ${state}`);
  return [endpoint, ...states, lastError].join('  ').trimEnd();
}
