import type { StoredAttempt, StoredDelivery } from '../webhooks/notifier/delivery.js';
import { button, stateMark, table, time, type View } from './layout.js';
import { html, type Markup } from './markup.js';

export function deliveryPage(view: View, delivery: StoredDelivery): Markup {
  const { id, messageId, channel, endpoint, event, origin, state, createdAt, nextAt, endedAt, history } =
    delivery;
  const facts: readonly [string, Markup | string][] = [
    ['State', stateMark(state)],
    ['Message', messageId],
    ['Event', event ?? '–'],
    ['Channel', channel],
    ['Endpoint', endpoint ?? '–'],
    ['Origin', origin],
    ['Stored', time(createdAt)],
    endedAt === undefined ? ['Next attempt', time(nextAt)] : ['Ended', time(endedAt)],
  ];
  return html`<header>
      <h1>${id}</h1>
      <a href="${view.base}/">All deliveries</a>
    </header>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    ${
      state === 'waiting'
        ? undefined
        : html`<p></p>
            ${button('Redeliver', `${view.base}/redeliver`, { id, state })}`
    }
    <h2>Attempts</h2>
    ${history.length === 0 ? html`<p>No attempt yet.</p>` : attemptTable(history)}`;
}

function attemptTable(history: readonly StoredAttempt[]): Markup {
  return table(
    ['Attempt', 'Start', 'Duration', 'Status', 'Error', 'Response', 'Next'],
    history.map(({ attempt, startedAt, duration, status, error, responseBody, next }) => [
      String(attempt),
      time(startedAt),
      `${Math.round(duration)} ms`,
      status === undefined ? '–' : String(status),
      error ? html`<span class="error">${error.message}</span>` : '–',
      responseBody === undefined ? '–' : html`<pre>${responseBody}</pre>`,
      next === 'end' ? 'end' : `in ${Math.round(next.retryIn / 1_000)} s`,
    ]),
  );
}
