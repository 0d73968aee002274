// A server as a bundle for browsers: Workers, Bun, Deno and Chromium run the same file, without a module of Node.js.
import 'reflect-metadata';
import { IsString } from 'class-validator';
import { Docs, jsonSchemaOf, Webhook } from 'dtospec';
import { fetchDocs, fetchOperations } from 'dtospec/fetch';
import {
  fetchRawBody,
  Message,
  Notifier,
  receiveWebhooks,
  verifySignature,
  WebhookChannel,
  type WebhookNotification,
} from 'dtospec/webhook';
import { greet, Greeting } from '../../../samples/frameworks/greetings.js';
import { OPERATIONS, received } from '../../io/operations/literal-table.js';
import { kinds } from './web-kinds.js';
import { SECRETS } from './web-secrets.js';
import { callNotes, readTicket } from './web-tickets.js';

@Webhook('greeting.sent')
class GreetingSent {
  @IsString() text!: string;
}

const docs = new Docs({
  info: { title: 'Greetings API', version: '1.0.0' },
  ui: { viewerSource: { script: 'globalThis.Scalar = {}' } },
});
const serveOperations = fetchOperations(docs, [greet, ...kinds, ...OPERATIONS]);
const serveDocs = fetchDocs(docs, '/docs');

const receive = receiveWebhooks({
  secrets: [SECRETS.symmetric, SECRETS.public],
  events: [GreetingSent],
  dataAt: 'data',
});

async function serveHook(request: Request): Promise<Response> {
  const body = await fetchRawBody(request);
  try {
    const { event } = await receive(body, request.headers, () => undefined);
    const isSimple = verifySignature(body, request.headers.get('x-signature'), 'simple');
    return Response.json({ event, isInstance: event instanceof GreetingSent, isSimple });
  } catch (error) {
    const { status = 500, message } = error as { status?: number; message: string };
    return Response.json({ message }, { status });
  }
}

/** Sends a webhook to a URL, signed with a symmetric and a private key. */
async function send(url: string, isGuarded: boolean): Promise<Response> {
  const channel = new WebhookChannel({
    defaultURL: url,
    blockPrivateNetworks: isGuarded,
    signingSecret: 'simple',
    standardWebhooks: { secrets: [SECRETS.symmetric, SECRETS.private] },
  });
  const notification: WebhookNotification<string> = {
    via: () => ['webhook'],
    toWebhook: () =>
      new Message().setJSON({
        type: 'greeting.sent',
        data: Object.assign(new GreetingSent(), { text: 'Hello' }),
      }),
  };
  const notifier = new Notifier({ retry: () => null }).register(channel);
  const { deliveries } = await notifier.send('ada', notification);
  return Response.json(deliveries.map(({ outcome, error }) => [outcome, error?.name, error?.message]));
}

const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

// oxlint-disable-next-line import/no-default-export -- Workers call it
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/hook') return serveHook(request);
    if (pathname === '/send')
      return send(searchParams.get('to') ?? '', searchParams.get('guarded') === 'true');
    if (pathname === '/validate') return Response.json(readTicket(await request.json()));
    if (pathname === '/call') return Response.json(await callNotes(searchParams.get('to') ?? ''));
    if (pathname === '/schema') return Response.json(jsonSchemaOf(Greeting));
    if (pathname === '/received') return new Response(JSON.stringify(received.at(-1), asText));
    return (
      (await serveDocs(request)) ??
      (await serveOperations(request)) ??
      new Response('Not found', { status: 404 })
    );
  },
};
