import { ConfigError } from '../shared/errors.js';
import { omitUndefined } from '../shared/values.js';
import { MessageWaitingError } from '../webhooks/notifier/errors.js';
import { utf8 } from '../shared/bytes.js';
import type { StoredDelivery } from '../webhooks/notifier/delivery.js';
import type { EndedState } from '../webhooks/notifier/delivery-filter.js';
import type { DurableEngine } from '../webhooks/notifier/engine.js';
import type { AskedRequest, DocsResponse } from '../page/docs-server.js';
import { BASE_HEADERS, textResponse } from '../page/responses.js';
import { comesFromElsewhere } from '../shared/cross-site.js';
import { POLICY } from './assets.js';
import { deliveryPage } from './delivery.js';
import { age, layout, type View } from './layout.js';
import { listPage, STATES, type ListFilter } from './list.js';
import type { Markup } from './markup.js';

/** Responds to a request of an authorized reader. */
export async function respond(
  engine: DurableEngine,
  view: View,
  request: AskedRequest,
): Promise<DocsResponse> {
  const { method, path, query } = request;
  const parameters = new URLSearchParams(query);
  if (method === 'POST') return act(engine, view, request);
  if (method !== 'GET' && method !== 'HEAD')
    return textResponse(405, 'Method not allowed.', { allow: 'GET, HEAD, POST' });
  if (path === '' || path === '/')
    return wrongFilter(parameters) ?? page(view, await listPage(engine, view, filterOf(parameters)));
  if (path === '/status.json') {
    const status = await engine.status();
    return json({ ...status, age: age(status.oldestDue) });
  }
  if (path === '/delivery') {
    const delivery = await findDelivery(engine, parameters.get('id'));
    return delivery
      ? page(view, await deliveryPage(engine, view, delivery))
      : textResponse(404, 'Delivery not found.');
  }
  return textResponse(404, 'Not found.');
}

type Action = (engine: DurableEngine, form: URLSearchParams) => Promise<string>;

/** The actions, each of which returns the page to show next. */
const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['/pause', async (engine) => engine.pause().then(() => '/')],
  ['/resume', async (engine) => engine.resume().then(() => '/')],
  ['/pause-endpoint', async (engine, form) => engine.pauseEndpoint(endpointOf(form)).then(() => '/')],
  [
    '/resume-endpoint',
    async (engine, form) => {
      await engine.resumeEndpoint(endpointOf(form), { skip: form.get('skip') !== null });
      return '/';
    },
  ],
  [
    '/redeliver',
    async (engine, form) => {
      const ids = form.getAll('id');
      for (const id of ids) await redeliver(engine, id);
      const [id, ...others] = ids;
      return id === undefined || others.length > 0
        ? '/'
        : `/delivery?${new URLSearchParams({ id }).toString()}`;
    },
  ],
  [
    '/redeliver-all',
    async (engine, form) => {
      await engine.redeliverAll({ ...filterOf(form), state: endedState(form) });
      return '/';
    },
  ],
  [
    '/cancel',
    async (engine, form) => {
      const id = idOf(form);
      await engine.cancel({ id });
      return `/delivery?${new URLSearchParams({ id }).toString()}`;
    },
  ],
  [
    '/cancel-all',
    async (engine, form) => {
      // The state is `waiting`, whatever the form has: the button is for deliveries that wait.
      await engine.cancel({ ...filterOf(form), state: 'waiting' });
      return '/';
    },
  ],
  [
    '/erase',
    async (engine, form) => {
      await engine.erase({ messageId: form.get('message')?.trim() ?? '' });
      return `/delivery?${new URLSearchParams({ id: idOf(form) }).toString()}`;
    },
  ],
]);

async function act(engine: DurableEngine, { base }: View, request: AskedRequest): Promise<DocsResponse> {
  if (comesFromElsewhere(request)) return textResponse(403, 'This form was sent by a page of another site.');
  const action = ACTIONS.get(request.path);
  if (!action) return textResponse(404, 'Not found.');
  const form = await request.readForm?.();
  if (!form) return textResponse(415, 'Send a form (application/x-www-form-urlencoded).');
  const wrong = wrongFilter(form);
  if (wrong) return wrong;
  try {
    const location = `${base}${await action(engine, form)}`;
    return textResponse(303, 'Done.', { location });
  } catch (error) {
    if (error instanceof MessageWaitingError) return textResponse(409, error.message);
    if (error instanceof ConfigError) return textResponse(400, error.message);
    throw error;
  }
}

/** Restarts a delivery, unless it is waiting already. */
async function redeliver(engine: DurableEngine, id: string): Promise<void> {
  const delivery = await findDelivery(engine, id);
  if (delivery && delivery.state !== 'waiting') await engine.redeliver(id, delivery.state);
}

async function findDelivery(engine: DurableEngine, id: string | null): Promise<StoredDelivery | undefined> {
  if (id === null || id.trim() === '') return undefined;
  const [delivery] = await engine.deliveries({ id });
  return delivery;
}

function idOf(form: URLSearchParams): string {
  return form.get('id')?.trim() ?? '';
}

function endpointOf(form: URLSearchParams): string {
  return form.get('endpoint') ?? '';
}

function endedState(form: URLSearchParams): EndedState {
  const state = stateOf(form);
  return state === undefined || state === 'waiting' ? 'dead' : state;
}

function stateOf(parameters: URLSearchParams): ListFilter['state'] {
  return STATES.find((state) => state === parameters.get('state'));
}

/** A criterion that cannot be read would select more than the reader expects. */
function wrongFilter(parameters: URLSearchParams): DocsResponse | undefined {
  if ((parameters.get('state') ?? '') !== '' && stateOf(parameters) === undefined)
    return textResponse(400, `Unknown state. States are ${STATES.join(', ')}.`);
  const name = ['since', 'until'].find((time) => Number.isNaN(timeOf(parameters, time)?.getTime()));
  return name === undefined
    ? undefined
    : textResponse(400, `The time "${name}" cannot be read. Write it as 2026-11-29T12:00, in UTC.`);
}

/** Returns a time of a form, in UTC, or an invalid date. */
function timeOf(parameters: URLSearchParams, name: string): Date | undefined {
  const text = parameters.get(name)?.trim() ?? '';
  if (text === '') return undefined;
  return new Date(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(text) ? `${text}Z` : Number.NaN);
}

function filterOf(parameters: URLSearchParams): ListFilter {
  const textOf = (name: string): string | undefined => {
    const text = parameters.get(name)?.trim();
    return text === '' ? undefined : text;
  };
  return omitUndefined<ListFilter>({
    endpoint: textOf('endpoint'),
    event: textOf('event'),
    messageId: textOf('message'),
    state: stateOf(parameters),
    since: timeOf(parameters, 'since'),
    until: timeOf(parameters, 'until'),
  });
}

function page(view: View, content: Markup): DocsResponse {
  return send('text/html; charset=utf-8', layout(view, content), { 'content-security-policy': POLICY });
}

function json(value: unknown): DocsResponse {
  return send('application/json', JSON.stringify(value));
}

function send(type: string, text: string, headers: Readonly<Record<string, string>> = {}): DocsResponse {
  const body = utf8(text);
  return {
    status: 200,
    headers: {
      ...BASE_HEADERS,
      'content-type': type,
      'content-length': String(body.length),
      'cache-control': 'no-store',
      ...headers,
    },
    body,
  };
}
