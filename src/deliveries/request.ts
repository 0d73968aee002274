import { isRecord } from '../shared/values.js';
import type { StoredDelivery } from '../webhooks/notifier/delivery.js';
import type { DurableEngine, Job } from '../webhooks/notifier/engine.js';
import { isStorableHeader } from '../webhooks/messages/http/headers.js';
import { html, type Markup } from './markup.js';

/** Maximum number of characters of a body that the page shows. */
const SHOWN = 20_000;

interface WebhookRequest {
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly contentType?: string;
  readonly body: Uint8Array;
}

/**
 * Shows what each attempt sends: the stored part of the
 * request, without secrets, signatures and the URL's path.
 */
export async function requestPart(
  engine: DurableEngine,
  { id, messageId, origin }: StoredDelivery,
  showBodies: boolean,
): Promise<Markup> {
  const job = await readJob(engine, id);
  if (!job) return html`<p>There is no message to show: it was erased, or it cannot be read.</p>`;
  const { payload } = job;
  if (!isWebhookRequest(payload))
    return showBodies ? bodyText(new TextEncoder().encode(JSON.stringify(payload))) : notShown();
  const { method, headers, contentType, body } = payload;
  const lines: readonly (readonly [string, string])[] = [
    ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
    ['webhook-id', messageId],
    ...headers.map(([name, value]) => [name, isStorableHeader(name) ? value : '(not shown)'] as const),
  ];
  return html`<p><code>${method} ${origin}</code></p>
    <dl class="facts headers">
      ${lines.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    ${showBodies ? bodyText(body) : notShown()}
    <p class="soft">
      Each attempt adds its timestamp, its signatures, and the current headers of the channel and the
      endpoint.
    </p>`;
}

async function readJob(engine: DurableEngine, id: string): Promise<Job | undefined> {
  try {
    return await engine.job(id);
  } catch {
    return undefined; // a damaged row, or the format of a later version
  }
}

function isWebhookRequest(payload: unknown): payload is WebhookRequest {
  return (
    isRecord(payload) &&
    typeof payload.method === 'string' &&
    Array.isArray(payload.headers) &&
    payload.body instanceof Uint8Array
  );
}

function notShown(): Markup {
  return html`<p>Bodies are not shown.</p>`;
}

function bodyText(bytes: Uint8Array): Markup {
  if (bytes.length === 0) return html`<p>No body.</p>`;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return html`<p>A body of ${bytes.length} bytes that is not text.</p>`;
  }
  const more = text.length - SHOWN;
  return html`<pre>${text.slice(0, SHOWN)}</pre>
    ${more > 0 ? html`<p class="soft">… and ${more} characters more</p>` : undefined}`;
}
