import type { DurableEngine, RedeliverFilter } from '../../notifier/engine.js';

/** Number of deliveries that are restarted together, in one write if the store supports that. */
const TOGETHER = 100;

export async function redeliverAll(
  engine: Pick<DurableEngine, 'deliveries' | 'redeliver'>,
  filter: RedeliverFilter = {},
): Promise<number> {
  const { state = 'dead' } = filter;
  const listed = await engine.deliveries({ limit: Infinity, ...filter, state });
  const ids = listed.map(({ id }) => id).reverse();
  let count = 0;
  for (let from = 0; from < ids.length; from += TOGETHER) {
    const some = ids.slice(from, from + TOGETHER);
    const restarted = await Promise.all(some.map((id) => engine.redeliver(id, state)));
    count += restarted.filter(Boolean).length;
  }
  return count;
}
