import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Docs } from '../../../src/index.js';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import {
  ConfigError,
  FakeNotifier,
  Notifier,
  receiveWebhooks,
  WebhookChannel,
  WebhookPing,
  type Endpoint,
} from '../../../src/webhooks/messages/index.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let receiver: HostileReceiver;
let status = '204 No Content';
beforeEach(async () => {
  status = '204 No Content';
  receiver = await startReceiver((socket, request, index) => {
    answer(status)(socket, request, index);
  });
});
afterEach(() => receiver.close());

const endpointAt = (url: string): Endpoint => ({ id: 'ann', url, secrets: [SECRET] });
const channel = (blockPrivateNetworks = false) =>
  new WebhookChannel<string>({
    endpoints: () => endpointAt(receiver.url),
    findEndpoint: () => undefined,
    blockPrivateNetworks,
  });

test('sends one signed test event that the receiver reads by its class', async () => {
  const notifier = new Notifier().register(channel());
  const told: string[] = [];
  for (const name of ['sending', 'sent'] as const)
    notifier.on(name, ({ endpoint }) => told.push(`${name} ${endpoint}`));
  const delivery = await notifier.ping(endpointAt(receiver.url));
  expect(delivery).toMatchObject({
    outcome: 'sent',
    endpoint: 'ann',
    attempts: 1,
    history: [{ status: 204, next: 'end' }],
    response: { status: 204 },
  });
  expect(told).toEqual(['sending ann', 'sent ann']);
  const [{ body, headers }] = receiver.requests as [HostileReceiver['requests'][number]];
  const receive = receiveWebhooks({ secrets: SECRET, events: [WebhookPing] });
  const { event, name, id } = await receive(body, headers, () => undefined);
  expect([name, event?.type, id]).toEqual(['webhook.ping', 'webhook.ping', delivery.messageId]);
  expect(event).toBeInstanceOf(WebhookPing);
  expect(Math.abs(Date.parse(event?.sentAt ?? '') - Date.now())).toBeLessThan(60_000);
});

test('reaches an endpoint that wants other events, is disabled, or has getters, and applies its transform', async () => {
  class Row {
    constructor(
      readonly key: string,
      readonly url: string,
    ) {}
    get id() {
      return this.key;
    }
    get secrets() {
      return [SECRET];
    }
    get disabled() {
      return this.key === 'row';
    }
    get events() {
      return ['order.shipped'];
    }
  }
  const notifier = new Notifier().register(channel());
  expect(await notifier.ping(new Row('row', receiver.url))).toMatchObject({
    outcome: 'sent',
    endpoint: 'row',
  });
  const { Message } = await import('../../../src/webhooks/messages/index.js');
  const chat: Endpoint = {
    ...endpointAt(receiver.url),
    transform: (_, event) => new Message().setJSON({ text: event }),
  };
  await notifier.ping(chat);
  expect(receiver.requests[1]?.body.toString()).toBe('{"text":"webhook.ping"}');
});

test('reports a refusal, a blocked address and an invalid endpoint, without another attempt', async () => {
  status = '503 Service Unavailable';
  const notifier = new Notifier({ retry: () => 1 }).register(channel());
  expect(await notifier.ping(endpointAt(receiver.url))).toMatchObject({
    outcome: 'failed',
    attempts: 1,
    response: { status: 503 },
    error: { code: 'ERR_WEBHOOK_STATUS' },
  });
  expect(receiver.requests).toHaveLength(1);
  const guarded = new Notifier().register(channel(true));
  expect(await guarded.ping(endpointAt(receiver.url))).toMatchObject({
    outcome: 'failed',
    error: { code: 'ERR_WEBHOOK_BLOCKED_ADDRESS' },
  });
  expect(await notifier.ping({ id: 'ann', url: receiver.url })).toMatchObject({
    outcome: 'failed',
    attempts: 0,
    error: { message: expect.stringContaining('has no secrets') as string },
  });
  expect(receiver.requests).toHaveLength(1);
  await expect(notifier.ping(endpointAt(receiver.url), { channel: 'other' })).rejects.toThrow(ConfigError);
  const bare = {
    name: 'bare',
    prepare: () => Promise.resolve([]),
    attempt: () => Promise.reject(new Error()),
  };
  const unable = new Notifier().register(bare).ping({ id: 'ann' }, { channel: 'bare' });
  await expect(unable).rejects.toThrow('The channel "bare" cannot ping');
});

test('is not stored by a durable engine, and needs no running worker', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ping-'));
  const engine = new SqliteEngine({ file: join(folder, 'queue.sqlite') });
  const notifier = new Notifier({ engine }).register(channel());
  expect(await notifier.ping(endpointAt(receiver.url))).toMatchObject({ outcome: 'sent' });
  expect(await engine.deliveries()).toEqual([]);
  await notifier.stop();
  rmSync(folder, { recursive: true });
});

test('ends with the signal, and drain waits for it', async () => {
  const silent = await startReceiver(() => undefined);
  const notifier = new Notifier().register(channel());
  const abort = new AbortController();
  const pinging = notifier.ping(endpointAt(silent.url), { signal: abort.signal });
  while (silent.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  abort.abort();
  expect(await pinging).toMatchObject({ outcome: 'failed', error: { code: 'ERR_DELIVERY_ABORTED' } });
  let isOver = false;
  void notifier.ping(endpointAt(silent.url)).then(() => (isOver = true));
  await notifier.drain({ timeout: 50 });
  expect(isOver).toBe(true);
  await silent.close();
});

test('is documented under webhooks, and recorded by a fake', async () => {
  const docs = new Docs({ info: { title: 'Shop', version: '1' } });
  docs.addWebhook(WebhookPing, { channel: channel() });
  const document = docs.buildSpec();
  await expectValidDocument(document);
  expect(document).toMatchObject({
    webhooks: { 'webhook.ping': { post: { requestBody: expect.anything() as unknown } } },
    components: {
      schemas: {
        WebhookPing: {
          type: 'object',
          required: ['type', 'sentAt'],
          properties: { type: { enum: ['webhook.ping'] }, sentAt: { type: 'string', format: 'date-time' } },
        },
      },
    },
  });
  const fake = new FakeNotifier().register(channel());
  expect(await fake.ping(endpointAt('https://ann.example/'))).toMatchObject({ outcome: 'sent' });
  expect(fake.sent).toMatchObject([{ channel: 'webhook', endpoint: 'ann' }]);
  expect(await new FakeNotifier().ping({ id: 'bob' })).toMatchObject({ outcome: 'sent', endpoint: 'bob' });
});
