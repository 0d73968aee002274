import type { StoredAttempt, StoredDelivery } from '../webhooks/notifier/delivery.js';
import type { DurableEngine } from '../webhooks/notifier/engine.js';
import { button, stateMark, time, type View } from './layout.js';
import { html, type Markup } from './markup.js';
import { requestPart } from './request.js';

export async function deliveryPage(
  engine: DurableEngine,
  view: View,
  delivery: StoredDelivery,
): Promise<Markup> {
  const { id, messageId, channel, endpoint, event, state, createdAt, nextAt, endedAt, history } = delivery;
  const facts: readonly [string, Markup | string][] = [
    ['State', stateMark(state)],
    ['Message', messageLink(view, messageId)],
    ['Event', event ?? '–'],
    ['Channel', channel],
    ['Endpoint', endpoint === undefined ? '–' : endpointLink(view, endpoint)],
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
        ? html`<p></p>
            ${button('Cancel', `${view.base}/cancel`, { id })}`
        : html`<p></p>
            <div class="actions">
              ${button('Redeliver', `${view.base}/redeliver`, { id })}
              ${button('Erase the message at all endpoints', `${view.base}/erase`, { message: messageId, id })}
            </div>`
    }
    <div class="exchange">
      <section>
        <h2>Request</h2>
        ${await requestPart(engine, delivery, view.showBodies)}
      </section>
      <section>
        <h2>Answers</h2>
        ${history.length === 0 ? html`<p>No attempt yet.</p>` : [...history].reverse().map(attemptPart)}
      </section>
    </div>`;
}

export function endpointLink({ base }: View, endpoint: string): Markup {
  return html`<a href="${base}/?${new URLSearchParams({ endpoint }).toString()}">${endpoint}</a>`;
}

function messageLink({ base }: View, message: string): Markup {
  return html`<a href="${base}/?${new URLSearchParams({ message }).toString()}">${message}</a>`;
}

function attemptPart({
  attempt,
  startedAt,
  duration,
  status,
  error,
  responseBody,
  next,
}: StoredAttempt): Markup {
  const then = next === 'end' ? 'the end' : `next attempt in ${Math.round(next.retryIn / 1_000)} s`;
  return html`<article>
    <h3>Attempt ${attempt}: ${status ?? 'no answer'}</h3>
    <p class="soft">${time(startedAt)}, ${Math.round(duration)} ms, ${then}</p>
    ${error ? html`<p class="error">${error.message}</p>` : undefined}
    ${responseBody === undefined ? undefined : html`<pre>${responseBody}</pre>`}
  </article>`;
}
