import type { DeliveryFilter } from '../webhooks/notifier/delivery-filter.js';
import type { DurableEngine, EngineStatus } from '../webhooks/notifier/engine.js';
import type { StoredDelivery, StoredState } from '../webhooks/notifier/delivery.js';
import type { EndpointHealth } from '../webhooks/notifier/endpoint-health.js';
import { endpointLink } from './delivery.js';
import { age, button, stateMark, table, time, type View } from './layout.js';
import { html, type Markup } from './markup.js';

export const STATES = [
  'waiting',
  'sent',
  'dead',
  'paused',
  'cancelled',
  'gone',
  'failed',
  'unreadable',
] as const satisfies readonly StoredState[];

/** The criteria of the filter form. */
export type ListFilter = Pick<DeliveryFilter, 'state' | 'endpoint' | 'event' | 'messageId'> & {
  readonly since?: Date;
  readonly until?: Date;
};

/** Number of deliveries on a page, and of those from which endpoints are counted. */
const LISTED = 100;
const COUNTED = 2_000;

export async function listPage(engine: DurableEngine, view: View, filter: ListFilter): Promise<Markup> {
  const [status, deliveries, latest] = await Promise.all([
    engine.status({ byEndpoint: true }),
    engine.deliveries({ ...filter, limit: LISTED }),
    engine.deliveries({ limit: COUNTED }),
  ]);
  const endpoints = await listEndpoints(engine, status, latest);
  return html`${head(view, status)}
    <p><a href="#endpoints">Endpoints</a>${pausedNote(status)}</p>
    <h2>Deliveries</h2>
    ${filterForm(view, filter)} ${changeAll(view, filter)}
    ${deliveries.length === 0 ? html`<p>No deliveries match.</p>` : deliveryTable(view, deliveries)}
    <h2 id="endpoints">Endpoints</h2>
    <p class="soft">Of the latest ${COUNTED} deliveries at most, and all that are paused.</p>
    ${endpointTable(view, endpoints)}`;
}

function pausedNote({ pausedEndpoints: { length } }: EngineStatus): string {
  return length === 0 ? '' : ` (${length} paused)`;
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
      <div>
        <dt>oldest due</dt>
        <dd data-count="age">${age(status.oldestDue)}</dd>
      </div>
    </dl>`;
}

function filterForm({ base }: View, filter: ListFilter): Markup {
  const { state, endpoint, event, messageId, since, until } = filter;
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
    <label>Message<input name="message" value="${messageId ?? ''}" /></label>
    <label>Since (UTC)<input type="datetime-local" name="since" value="${minuteOf(since)}" /></label>
    <label>Until (UTC)<input type="datetime-local" name="until" value="${minuteOf(until)}" /></label>
    <button>Show</button>
  </form>`;
}

/** Buttons that change all deliveries that match, by the state in the filter. */
function changeAll({ base }: View, filter: ListFilter): Markup | undefined {
  const { state, endpoint, event, messageId, since, until } = filter;
  const fields = {
    state,
    endpoint,
    event,
    message: messageId,
    since: since && minuteOf(since),
    until: until && minuteOf(until),
  };
  if (state === 'waiting')
    return button('Cancel all waiting deliveries that match', `${base}/cancel-all`, fields);
  if (state !== 'dead' && state !== 'paused') return undefined;
  return button(`Redeliver all ${state} deliveries that match`, `${base}/redeliver-all`, fields);
}

/** Returns a time as a field of a form has it, in UTC. */
function minuteOf(date: Date | undefined): string {
  return date?.toISOString().slice(0, 19) ?? '';
}

function deliveryTable(view: View, deliveries: readonly StoredDelivery[]): Markup {
  const { base } = view;
  const columns = ['Select', 'Delivery', 'State', 'Event', 'Endpoint', 'Attempts', 'Time', 'Last error'];
  const rows = deliveries.map(
    ({ id, state, event, endpoint, origin, attempts, endedAt, createdAt, history }) => [
      state === 'waiting'
        ? '–'
        : html`<input type="checkbox" name="id" value="${id}" aria-label="Select ${id}" />`,
      html`<a href="${base}/delivery?${new URLSearchParams({ id }).toString()}">${id}</a>`,
      stateMark(state),
      event ?? '–',
      endpoint === undefined ? origin : endpointLink(view, endpoint),
      String(attempts),
      time(endedAt ?? createdAt),
      history.at(-1)?.error?.message ?? '–',
    ],
  );
  return html`<form method="post" action="${base}/redeliver" class="block">
    ${table(columns, rows)}<button>Redeliver selected</button>
  </form>`;
}

interface EndpointRow {
  readonly endpoint: string;
  readonly counts: Map<StoredState, number>;
  readonly health: EndpointHealth | undefined;
  readonly isPaused: boolean;
  /** Age of its oldest due delivery in milliseconds. */
  readonly oldestDue: number;
}

async function listEndpoints(
  engine: DurableEngine,
  { pausedEndpoints, endpoints = [] }: EngineStatus,
  deliveries: readonly StoredDelivery[],
): Promise<EndpointRow[]> {
  const health = await engine.health?.list();
  const ages = new Map(endpoints.map(({ endpoint, oldestDue }) => [endpoint, oldestDue]));
  const rows = new Map<string, EndpointRow>();
  const add = (endpoint: string, channel: string): EndpointRow => {
    const row = rows.get(endpoint) ?? {
      endpoint,
      counts: new Map<StoredState, number>(),
      health: health?.get(`${channel} ${endpoint}`),
      isPaused: pausedEndpoints.includes(endpoint),
      oldestDue: ages.get(endpoint) ?? 0,
    };
    rows.set(endpoint, row);
    return row;
  };
  for (const { channel, endpoint, state } of deliveries) {
    if (endpoint === undefined) continue;
    const { counts } = add(endpoint, channel);
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  for (const endpoint of [...pausedEndpoints, ...ages.keys()]) add(endpoint, '');
  return [...rows.values()].sort((a, b) => Number(b.isPaused) - Number(a.isPaused));
}

function endpointTable(view: View, endpoints: readonly EndpointRow[]): Markup {
  if (endpoints.length === 0) return html`<p>No endpoints.</p>`;
  return table(
    ['Endpoint', 'Deliveries', 'Oldest due', 'Health', 'Attempts'],
    endpoints.map(({ endpoint, counts, health, isPaused, oldestDue }) => [
      endpointLink(view, endpoint),
      [...counts].map(([state, count]) => `${count} ${state}`).join(', ') || 'none',
      age(oldestDue),
      health
        ? html`<span class="error"
            >failing since ${time(health.failingSince)}, ${health.failures} failures</span
          >`
        : html`no failures`,
      isPaused || (counts.get('paused') ?? 0) > 0
        ? resumeButtons(view, endpoint, isPaused)
        : button('Pause', `${view.base}/pause-endpoint`, { endpoint }),
    ]),
  );
}

function resumeButtons({ base }: View, endpoint: string, isPaused: boolean): Markup {
  const action = `${base}/resume-endpoint`;
  return html`<div class="actions">
    ${isPaused ? html`<span class="state paused">paused</span>` : button('Pause', `${base}/pause-endpoint`, { endpoint })}
    ${button(isPaused ? 'Resume and send' : 'Send what was kept', action, { endpoint })}
    ${button(isPaused ? 'Resume and delete' : 'Delete what was kept', action, { endpoint, skip: '1' })}
  </div>`;
}
