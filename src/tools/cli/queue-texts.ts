import { printable, type StoredDelivery, type StoredState } from 'dtospec/internal';

export function describe({
  id,
  channel,
  endpoint,
  event,
  origin,
  attempts,
  endedAt,
  history,
}: StoredDelivery): string {
  const when = endedAt === undefined ? '' : new Date(endedAt).toISOString();
  const error = history.at(-1)?.error?.message ?? '';
  return [
    id,
    when,
    channel,
    endpoint,
    event,
    origin,
    `${attempts} attempt${attempts === 1 ? '' : 's'}`,
    error,
  ]
    .filter((part) => part !== undefined)
    .map(printable)
    .join('  ');
}

export function describeAll(delivery: StoredDelivery): string {
  const { state, messageId, createdAt, nextAt, history } = delivery;
  const next = nextAt === undefined ? '' : `, next attempt ${new Date(nextAt).toISOString()}`;
  const attempts = history.map(({ attempt, startedAt, duration, status, error }) =>
    [`#${attempt}`, new Date(startedAt).toISOString(), `${Math.round(duration)} ms`, status, error?.message]
      .filter((part) => part !== undefined)
      .map((part) => printable(String(part)))
      .join('  '),
  );
  const facts = `${state}${next}, message ${printable(messageId)}, stored ${new Date(createdAt).toISOString()}`;
  return `${[describe(delivery), facts, ...attempts].join('\n')}\n`;
}

interface EndpointCounts {
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
  return [endpoint, ...states, lastError].map(printable).join('  ').trimEnd();
}
