import type { DeliveryFilter, DurableEngine, EngineStatus } from '../webhooks/notifier/engine.js';
import type { StoredDelivery, StoredState } from '../webhooks/notifier/delivery.js';
import type { EndpointHealth } from '../webhooks/notifier/endpoint-health.js';
import { button, stateMark, table, time, type View } from './layout.js';
import { html, type Markup } from './markup.js';

export const STATES = [
  'waiting',
  'sent',
  'dead',
  'paused',
  'gone',
  'failed',
  'unreadable',
] as const satisfies readonly StoredState[];

export type ListFilter = Pick<DeliveryFilter, 'state' | 'endpoint' | 'event'>;

/** Number of deliveries on a page, and of those from which endpoints are counted. */
const LISTED = 100;
const COUNTED = 2_000;

export async function listPage(engine: DurableEngine, view: View, filter: ListFilter): Promise<Markup> {
  const [status, deliveries, latest] = await Promise.all([
    engine.status(),
    engine.deliveries({ ...filter, limit: LISTED }),
    engine.deliveries({ limit: COUNTED }),
  ]);
  const endpoints = await countEndpoints(engine, latest);
  return html`${head(view, status)}
    <h2>Deliveries</h2>
    ${filterForm(view, filter)} ${redeliverAll(view, filter)}
    ${deliveries.length === 0 ? html`<p>No deliveries match.</p>` : deliveryTable(view, deliveries)}
    <h2>Endpoints</h2>
    <p>Of the latest ${COUNTED} deliveries at most.</p>
    ${endpointTable(view, endpoints)}`;
}

const COUNTS = ['waiting', 'due', 'dead', 'paused'] as const;

function head({ base, title }: View, status: EngineStatus): Markup {
  return html`<header>
      <h1>${title}</h1>
      ${status.isPaused ? button('Resume all attempts', `${base}/resume`) : button('Pause all attempts', `${base}/pause`)}
    </header>
    ${status.isPaused ? html`<p class="notice">No attempts are started until you resume. Messages are still stored.</p>` : undefined}
    <dl class="counts">
      ${COUNTS.map(
        (name) =>
          html`<div>
            <dt>${name}</dt>
            <dd data-count="${name}">${status[name]}</dd>
          </div>`,
      )}
    </dl>`;
}

function filterForm({ base }: View, { state, endpoint, event }: ListFilter): Markup {
  const options = STATES.map((one) =>
    one === state ? html`<option selected>${one}</option>` : html`<option>${one}</option>`,
  );
  return html`<form method="get" action="${base}/">
    <label
      >State<select name="state">
        <option value="">all</option>
        ${options}
      </select></label
    >
    <label>Endpoint<input name="endpoint" value="${endpoint ?? ''}" /></label>
    <label>Event<input name="event" value="${event ?? ''}" /></label>
    <button>Show</button>
  </form>`;
}

function redeliverAll({ base }: View, { state, endpoint, event }: ListFilter): Markup | undefined {
  if (state !== 'dead' && state !== 'paused') return undefined;
  return button(`Redeliver all ${state} deliveries that match`, `${base}/redeliver-all`, {
    state,
    endpoint,
    event,
  });
}

function deliveryTable({ base }: View, deliveries: readonly StoredDelivery[]): Markup {
  const columns = ['Delivery', 'State', 'Event', 'Endpoint', 'Attempts', 'Time', 'Last error'];
  return table(
    columns,
    deliveries.map(({ id, state, event, endpoint, origin, attempts, endedAt, createdAt, history }) => [
      html`<a href="${base}/delivery?${new URLSearchParams({ id }).toString()}">${id}</a>`,
      stateMark(state),
      event ?? '–',
      endpoint ?? origin,
      String(attempts),
      time(endedAt ?? createdAt),
      history.at(-1)?.error?.message ?? '–',
    ]),
  );
}

interface EndpointCounts {
  readonly endpoint: string;
  readonly counts: ReadonlyMap<StoredState, number>;
  readonly health: EndpointHealth | undefined;
}

async function countEndpoints(
  engine: DurableEngine,
  deliveries: readonly StoredDelivery[],
): Promise<EndpointCounts[]> {
  const keys = new Map<string, { endpoint: string; counts: Map<StoredState, number> }>();
  for (const { channel, endpoint, state } of deliveries) {
    if (endpoint === undefined) continue;
    const key = `${channel} ${endpoint}`;
    const known = keys.get(key) ?? { endpoint, counts: new Map<StoredState, number>() };
    known.counts.set(state, (known.counts.get(state) ?? 0) + 1);
    keys.set(key, known);
  }
  return Promise.all(
    [...keys].map(async ([key, counted]) => ({ ...counted, health: await engine.health?.get(key) })),
  );
}

function endpointTable({ base }: View, endpoints: readonly EndpointCounts[]): Markup {
  if (endpoints.length === 0) return html`<p>No endpoints.</p>`;
  return table(
    ['Endpoint', 'Deliveries', 'Health'],
    endpoints.map(({ endpoint, counts, health }) => [
      html`<a href="${base}/?${new URLSearchParams({ endpoint }).toString()}">${endpoint}</a>`,
      [...counts].map(([state, count]) => `${count} ${state}`).join(', '),
      health
        ? html`<span class="error"
            >failing since ${time(health.failingSince)}, ${health.failures} failures</span
          >`
        : html`no failures`,
    ]),
  );
}
