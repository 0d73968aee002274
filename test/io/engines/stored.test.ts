import { Webhook as Reference } from 'standardwebhooks';
import {
  Message,
  Notifier,
  WebhookChannel,
  type Endpoint,
  type NotifierOptions,
  type WebhookChannelOptions,
} from '../../../src/webhooks/messages/index.js';
import { notificationOf } from '../../support/webhooks/deliver.js';
import { query } from '../../support/webhooks/query.js';
import { startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';
import { TextEngine } from '../../support/engines/in-memory-engine.js';

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`;

let receiver: HostileReceiver;
let engine: TextEngine;
let endpoint: Endpoint | undefined;
let notifier: Notifier;
beforeEach(async () => {
  receiver = await startReceiver();
  engine = new TextEngine();
  endpoint = { id: 'ann', url: receiver.url, secrets: [secretOf('old')], headers: { 'X-Api-Key': 'k-1234' } };
  notifier = await open();
});
afterEach(() => receiver.close());

async function open(
  options: WebhookChannelOptions<string> = {},
  runtime: NotifierOptions['runtime'] = {},
): Promise<Notifier> {
  const channel = new WebhookChannel<string>({
    endpoints: () => endpoint ?? [],
    findEndpoint: (id) => (endpoint?.id === id ? endpoint : undefined),
    defaultHeaders: { Authorization: 'Bearer t-1234' },
    credentialsToEndpoints: true,
    blockPrivateNetworks: false,
    ...options,
  });
  const opened = new Notifier({ engine, runtime }).register(channel);
  await opened.start();
  return opened;
}

const hello = notificationOf(() => new Message().setJSON({ hello: 'world' }).setEvent('greeted'));
const send = async (notification = hello, through = notifier) =>
  (await through.send('Ann', notification)).deliveries[0]!;

const verifies = (secret: string, index = 0): boolean => {
  const { body, headers } = receiver.requests[index]!;
  try {
    new Reference(secret).verify(body.toString(), { ...headers });
    return true;
  } catch {
    return false;
  }
};

test('send resolves when the delivery is stored, and nothing is sent until an attempt is made', async () => {
  const delivery = await send();
  expect(delivery).toMatchObject({
    outcome: 'queued',
    attempts: 0,
    endpoint: 'ann',
    origin: new URL(receiver.url).origin,
  });
  expect(receiver.requests).toHaveLength(0);
  const ends: unknown[] = [];
  notifier.on('sent', ({ id, attempt }) => ends.push([id, attempt]));
  expect(await engine.next()).toMatchObject({ kind: 'done', outcome: 'sent' });
  expect(ends).toEqual([[delivery.id, 1]]);
  expect(receiver.requests[0]?.headers['webhook-id']).toBe(delivery.messageId);
});

test('stores the bytes, but no URL, header or secret of endpoint or channel', async () => {
  endpoint = { ...endpoint!, url: `${receiver.url}/services/T-1234` };
  await send();
  const stored = engine.texts.join();
  const bytes = Buffer.from('{"hello":"world"}').toString('base64');
  expect(stored).toContain(bytes);
  expect(stored).toContain('"event":"greeted"');
  for (const secret of ['whsec', secretOf('old').slice(6), '1234', 'Bearer', 'Api-Key', 'services'])
    expect(stored).not.toContain(secret);
  await engine.next();
  const { headers, path } = receiver.requests[0]!;
  expect([headers.authorization, headers['x-api-key'], path]).toEqual([
    'Bearer t-1234',
    'k-1234',
    '/hook/services/T-1234',
  ]);
});

test('stores the transformed message: a later transform changes no attempt', async () => {
  const make = (text: string) => () => new Message().setJSON({ text });
  endpoint = { ...endpoint!, transform: make('first') };
  await send();
  endpoint = { ...endpoint!, transform: make('second') };
  await engine.next();
  expect(receiver.requests[0]?.body.toString()).toBe('{"text":"first"}');
  const secret = () => new Message().addHeader('Authorization', 'Bearer t-1234');
  endpoint = { ...endpoint!, transform: secret };
  expect(await send()).toMatchObject({ outcome: 'failed', error: { name: 'InvalidMessageError' } });
});

test('signs each attempt anew, with the secrets of its time', async () => {
  await send();
  const { messageId } = await send();
  endpoint = { ...endpoint!, secrets: [secretOf('new')] };
  await engine.next();
  await engine.next();
  expect([verifies(secretOf('old')), verifies(secretOf('new')), verifies(secretOf('new'), 1)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(receiver.requests[1]?.headers['webhook-id']).toBe(messageId);
});

test('retries for ten minutes while the endpoint is unknown, since a replica may lag', async () => {
  let now = Date.now();
  const opened = { findEndpoint: () => endpoint };
  notifier = await open(opened, { now: () => now });
  await send();
  const known = endpoint;
  endpoint = undefined;
  expect(await engine.next()).toMatchObject({
    kind: 'retry',
    record: { error: { message: 'The endpoint "ann" is unknown: findEndpoint() found none.' } },
  });
  endpoint = known;
  expect(await engine.next(2)).toMatchObject({ kind: 'done', outcome: 'sent' });
  now -= 11 * 60_000;
  await send();
  endpoint = undefined;
  expect(await engine.next()).toMatchObject({ kind: 'dead' });
});

test('a process without findEndpoint leaves the delivery to another one', async () => {
  await send();
  const without = new WebhookChannel({ endpoints: () => endpoint!, blockPrivateNetworks: false });
  await new Notifier({ engine }).register(without).start();
  expect(await engine.next()).toMatchObject({ kind: 'retry', record: { attempt: 1 } });
});

test.each([
  ['is found under another id', () => ({ ...endpoint!, id: 'bob' }), 'returned another'],
  ['has no secrets any more', () => ({ ...endpoint!, secrets: [] }), 'has no secrets'],
])('an endpoint that %s is not sent to: dead, to be redelivered', async (_, change, message) => {
  notifier = await open({ findEndpoint: () => endpoint });
  await send();
  endpoint = change();
  const step = await engine.next();
  expect(step).toMatchObject({
    kind: 'dead',
    error: { message: expect.stringContaining(message) as string },
  });
  expect(receiver.requests).toHaveLength(0);
});

test('retries while the look-up of an endpoint fails', async () => {
  notifier = await open({ findEndpoint: () => Promise.reject(new Error('the database is away')) });
  await send();
  expect(await engine.next()).toMatchObject({ kind: 'retry', record: { attempt: 1 } });
  expect(await engine.next(10)).toMatchObject({ kind: 'dead', record: { attempt: 10 } });
});

test('findEndpoint() may return the query of a library', async () => {
  notifier = await open({ findEndpoint: () => query(endpoint) });
  await send();
  expect(await engine.next()).toMatchObject({ kind: 'done', outcome: 'sent' });
  notifier = await open({ findEndpoint: () => query(undefined) });
  await send();
  expect(await engine.next()).toMatchObject({
    record: { error: { message: expect.stringContaining('is unknown') as string } },
  });
});

test('start() loads what a channel needs before the engine takes the first job', async () => {
  const order: string[] = [];
  jest.spyOn(engine, 'start').mockImplementation(() => void order.push('engine'));
  const channel = new WebhookChannel({ endpoints: () => [], findEndpoint: () => undefined });
  const other = new WebhookChannel({ name: 'other' });
  jest.spyOn(channel, 'open').mockImplementation(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push('channel');
  });
  jest.spyOn(other, 'open').mockRejectedValue(new Error('a package is missing'));
  await new Notifier({ engine }).register(channel).register(other).start();
  expect(order).toEqual(['channel', 'engine']);
});

test('a disabled endpoint pauses its deliveries, without an attempt', async () => {
  const told: unknown[] = [];
  for (const name of ['paused', 'sent', 'dead'] as const)
    notifier.on(name, ({ id, attempt }) => told.push([name, id, attempt]));
  const { id } = await send();
  endpoint = { ...endpoint!, disabled: true };
  const step = await engine.next(2);
  expect(step).toEqual({ kind: 'done', outcome: 'paused' });
  expect(told).toEqual([['paused', id, 2]]);
  expect(receiver.requests).toHaveLength(0);
});

test('ends an endless look-up with its attempt, and with stop', async () => {
  const never = () => new Promise<Endpoint>(() => undefined);
  notifier = await open({ findEndpoint: never, timeout: 20 });
  await send();
  const late = 'findEndpoint() threw: it did not answer within 20 ms';
  expect(await engine.next()).toMatchObject({ kind: 'retry', record: { error: { message: late } } });
  notifier = await open({ findEndpoint: never });
  expect(await engine.next(2, AbortSignal.timeout(20))).toMatchObject({ kind: 'retry', delay: 0 });
});

test('leaves a job whose channel is not registered in this process, at no cost of an attempt', async () => {
  await send();
  await new Notifier({ engine }).start();
  const step = await engine.next();
  expect(step).toMatchObject({ kind: 'retry' });
  expect(step).not.toHaveProperty('record');
});

test('repeats an aborted attempt under the same number', async () => {
  await send();
  const stopped = AbortSignal.abort();
  const step = await engine.next(3, stopped);
  expect(step).toMatchObject({ kind: 'retry', delay: 0 });
  expect(step).not.toHaveProperty('record');
});

describe('send rejects messages that a durable engine cannot store', () => {
  test('rejects an endpoint without findEndpoint', async () => {
    const options = { endpoints: () => endpoint!, blockPrivateNetworks: false };
    const without = new Notifier({ engine }).register(new WebhookChannel<string>(options));
    await expect(send(hello, without)).rejects.toThrow('has endpoints but no findEndpoint');
    expect(engine.texts).toEqual([]);
  });

  test.each([
    ['Authorization', () => new Message().addHeader('Authorization', 'Bearer t-1234')],
    ['X-Auth-Token', () => new Message().addHeader('X-Auth-Token', 't-1234')],
    ['a user name or a password', () => new Message().setURL('https://ann:t-1234@a.example/')],
  ])('%s on a message', async (what, build) => {
    const { outcome, error } = await send(notificationOf(build));
    expect(outcome).toBe('failed');
    expect(error?.message).toContain(what);
    expect(error?.message).not.toContain('1234');
    expect(engine.texts).toEqual([]);
  });

  test('rejects a payload that is not plain data', async () => {
    const through = new Notifier({ engine }).register({
      name: 'webhook',
      prepare: () => Promise.resolve({ payload: { when: [new Date()] }, group: 'a' }),
      attempt: () => Promise.resolve({ kind: 'sent' }),
    });
    await expect(send(hello, through)).rejects.toThrow(
      'an object in payload.when[0], which a durable engine',
    );
  });
});

test('an Idempotency-Key is not a credential, and a message id is the dedupe key', async () => {
  const message = () => new Message().setId('order-1').addHeader('Idempotency-Key', 'order-1').setJSON({});
  await send(notificationOf(message));
  await send(notificationOf(message));
  await send(notificationOf(() => message().setId('order-2')));
  await send();
  const keys = engine.texts.map((text) => (JSON.parse(text) as { dedupeKey?: string }).dedupeKey);
  expect(keys[0]).toMatch(/^webhook \S{43}$/);
  expect([keys[1], keys[3]]).toEqual([keys[0], undefined]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('an engine that cannot store a delivery fails it with an EnqueueError', async () => {
  engine.enqueue = () => Promise.reject(new Error('no space left'));
  const failed: string[] = [];
  notifier.on('failed', ({ error }) => failed.push(error.message));
  const { outcome, error } = await send();
  expect([outcome, error?.name, failed]).toEqual([
    'failed',
    'EnqueueError',
    ['The delivery could not be stored: no space left'],
  ]);
});
