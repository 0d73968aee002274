import { inspect } from 'node:util';
import { IsInt, IsString } from 'class-validator';
import { Webhook as Reference } from 'standardwebhooks';
import { Webhook as Older } from 'standardwebhooks-1.0';
import { Webhook } from '../../../src/index.js';
import {
  FakeNotifier,
  Message,
  Notifier,
  verifyStandardWebhook,
  WebhookChannel,
  type Endpoint,
  type WebhookChannelOptions,
  type WebhookNotification,
} from '../../../src/webhooks/messages/index.js';
import { hurry } from '../../support/webhooks/deliver.js';
import { query } from '../../support/webhooks/query.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`;

interface Customer {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
}

@Webhook('order.shipped')
class OrderShipped {
  @IsString()
  type = 'order.shipped';
  @IsInt()
  orderId: unknown = 42;
}

class Shipped implements WebhookNotification<Customer> {
  constructor(readonly message: () => Message = () => new Message().setJSON(new OrderShipped())) {}
  via() {
    return ['webhook'];
  }
  toWebhook() {
    return this.message();
  }
}

let receivers: HostileReceiver[];
let at: (path: number) => string;
beforeEach(async () => {
  receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  at = (index) => receivers[index]!.url;
});
afterEach(() => Promise.all(receivers.map((one) => one.close())));

const open = (options: WebhookChannelOptions<Customer> = {}, notifier: Notifier = new Notifier(hurry)) =>
  notifier.register(
    new WebhookChannel<Customer>({
      endpoints: ({ endpoints }) => endpoints,
      blockPrivateNetworks: false,
      ...options,
    }),
  );

async function send(
  endpoints: readonly Endpoint[],
  options: WebhookChannelOptions<Customer> = {},
  message?: () => Message,
) {
  const notifier = open(options);
  const { deliveries } = await notifier.send({ name: 'Ann', endpoints }, new Shipped(message));
  await notifier.drain();
  return deliveries;
}

/** Whether the package that defines the scheme, and the one it came from, accept what was received. */
const accepts = (secret: string, { body, headers }: HostileReceiver['requests'][number]) => {
  const all = [Reference, Older].map((library) => {
    try {
      new library(secret).verify(body.toString(), { ...headers });
      return true;
    } catch {
      return false;
    }
  });
  expect(new Set(all).size).toBe(1);
  expect(verifyStandardWebhook(body, headers, secret)).toBe(all[0]);
  return all[0];
};

describe('a secret for each endpoint', () => {
  test('the reference package of today and of 1.0 (which svix uses) verify each with its own, old and new, and with no other', async () => {
    const secrets = [
      [secretOf('ann new'), secretOf('ann old')],
      [secretOf('bob')],
      [secretOf('eve new'), secretOf('eve old'), secretOf('eve oldest')],
    ];
    await send(
      secrets.map((own, index) => ({ id: `e${index}`, url: at(index), secrets: own })),
      { standardWebhooks: { secrets: [secretOf('channel')] }, signingSecret: 'channel' },
    );
    for (const [index, { requests }] of receivers.entries()) {
      expect(requests).toHaveLength(1);
      for (const [owner, own] of secrets.entries())
        for (const secret of own) expect(accepts(secret, requests[0]!)).toBe(owner === index);
      expect(accepts(secretOf('channel'), requests[0]!)).toBe(false);
      expect(requests[0]!.headers['x-signature']).toBeUndefined();
    }
  });

  test('an endpoint object that changes between two sends is read again', async () => {
    const endpoint = { id: 'e1', url: at(0), secrets: [secretOf('first')] };
    const notifier = open();
    const sendAgain = async (change: Partial<Endpoint>) => {
      Object.assign(endpoint, change);
      await notifier.send({ name: 'Ann', endpoints: [endpoint] }, new Shipped());
    };
    await sendAgain({});
    endpoint.secrets[0] = secretOf('second');
    await sendAgain({});
    await sendAgain({ secrets: [secretOf('third')] });
    await sendAgain({ headers: { 'X-Tenant': 'ann' } });
    await sendAgain({ url: at(1) });
    const [toFirst, toSecond] = receivers.map(({ requests }) => requests);
    const secrets = ['first', 'second', 'third', 'third'].map(secretOf);
    expect(toFirst!.map((request, index) => accepts(secrets[index]!, request))).toEqual(
      secrets.map(() => true),
    );
    expect(toFirst!.map(({ headers }) => headers['x-tenant'])).toEqual([
      undefined,
      undefined,
      undefined,
      'ann',
    ]);
    expect(toSecond).toHaveLength(1);
    await notifier.drain();
  });

  test('fails only the delivery to a URL of its own without a secret of its own', async () => {
    const deliveries = await send(
      [
        { id: 'none', url: at(0) },
        { id: 'empty', url: at(0), secrets: [] },
        { id: 'short', url: at(0), secrets: ['whsec_AAAA'] },
        { id: 'fine', url: at(1), secrets: [secretOf('fine')] },
      ],
      { standardWebhooks: { secrets: [secretOf('channel')] } },
    );
    expect(deliveries.map(({ endpoint, outcome, error }) => [endpoint, outcome, error?.message])).toEqual([
      [
        'none',
        'failed',
        expect.stringMatching(/^The endpoint "none" has no secrets, and the channel has none/),
      ],
      ['empty', 'failed', expect.stringContaining('has no secrets')],
      ['short', 'failed', expect.stringContaining('at least 24 bytes, this one has 3')],
      ['fine', 'sent', undefined],
    ]);
    expect(receivers[0]!.requests).toEqual([]);
  });

  test("an endpoint at the channel's own address uses the channel's secrets unless it has its own", async () => {
    await send([{ id: 'theirs' }, { id: 'own', secrets: [secretOf('own')] }], {
      defaultURL: at(0),
      standardWebhooks: { secrets: [secretOf('channel')] },
      signingSecret: 'channel',
    });
    const [theirs, own] = receivers[0]!.requests;
    expect(accepts(secretOf('channel'), theirs!)).toBe(true);
    expect(accepts(secretOf('own'), own!)).toBe(true);
    expect(accepts(secretOf('channel'), own!)).toBe(false);
    expect(theirs!.headers['x-signature']).toMatch(/^sha256=/);
  });

  test('uses a secret that changes between two sends for the second', async () => {
    const rotating = { id: 'e', url: at(0), secrets: [secretOf('old')] };
    const notifier = open();
    await notifier.send({ name: 'Ann', endpoints: [rotating] }, new Shipped());
    rotating.secrets = [secretOf('new'), secretOf('old')];
    await notifier.send({ name: 'Ann', endpoints: [rotating] }, new Shipped());
    const [first, second] = receivers[0]!.requests;
    expect([accepts(secretOf('new'), first!), accepts(secretOf('old'), first!)]).toEqual([false, true]);
    expect([accepts(secretOf('new'), second!), accepts(secretOf('old'), second!)]).toEqual([true, true]);
    await notifier.drain();
  });

  test('shows no secret and no header of an endpoint in a result, an event, an error or a payload', async () => {
    const secret = secretOf('confidential');
    const endpoint = { id: 'e', url: at(0), secrets: [secret], headers: { 'X-Own': 'own-header-7261' } };
    const seen: unknown[] = [];
    const notifier = open({}, new Notifier({ retry: () => null }));
    for (const name of ['sending', 'sent', 'failed'] as const) notifier.on(name, (event) => seen.push(event));
    await receivers[0]!.close();
    seen.push(await notifier.send({ name: 'Ann', endpoints: [endpoint] }, new Shipped()));
    const fake = new FakeNotifier();
    open({}, fake);
    await fake.send({ name: 'Ann', endpoints: [endpoint] }, new Shipped());
    seen.push(fake.sent.map(({ payload, endpoint: id }) => ({ payload, id })));
    const text = inspect(seen, { depth: 12 }) + JSON.stringify(seen);
    for (const hidden of [secret, secret.slice(6), 'confidential', 'own-header-7261'])
      expect(text).not.toContain(hidden);
    fake.assertSentTimes(Shipped, 1, { endpoint: 'e' });
    receivers.shift();
  });
});

describe('fan-out', () => {
  test('sends one id to every endpoint, and retries each delivery on its own', async () => {
    await receivers[1]!.close();
    receivers[1] = await startReceiver((socket, request, index) => {
      answer(index < 2 ? '503 Busy' : '204 No Content')(socket, request, index);
    });
    const deliveries = await send(
      [0, 1, 2].map((index) => ({ id: `e${index}`, url: at(index), secrets: [secretOf(`${index}`)] })),
    );
    expect(deliveries.map(({ endpoint, origin, attempts }) => [endpoint, origin, attempts])).toEqual(
      [1, 3, 1].map((attempts, index) => [`e${index}`, new URL(at(index)).origin, attempts]),
    );
    const ids = receivers.flatMap(({ requests }) => requests.map(({ headers }) => headers['webhook-id']));
    expect(ids).toEqual(Array(5).fill(deliveries[0]!.messageId));
    const retried = receivers[1].requests;
    expect(retried.map((request) => accepts(secretOf('1'), request))).toEqual([true, true, true]);
  });

  test('builds the bytes once, when the send begins', async () => {
    const order = new OrderShipped();
    let markChanged = (): void => undefined;
    const changed = new Promise<void>((resolve) => (markChanged = resolve));
    const notifier = open({
      endpoints: async ({ endpoints }) => {
        await changed;
        return endpoints;
      },
    });
    const endpoints = [0, 1].map((index) => ({ id: `e${index}`, url: at(index), secrets: [secretOf('x')] }));
    const sending = notifier.send(
      { name: 'Ann', endpoints },
      new Shipped(() => new Message().setJSON(order)),
    );
    order.orderId = 'changed';
    markChanged();
    expect((await sending).deliveries.map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
    expect(receivers.slice(0, 2).map(({ requests }) => requests[0]!.body.toString())).toEqual(
      Array(2).fill('{"type":"order.shipped","orderId":42}'),
    );
    await notifier.drain();
  });

  const named = (event: string) => () => new Message().setJSON({}).setEvent(event);

  test.each<[string, Partial<Endpoint>, (() => Message) | undefined, boolean]>([
    ['the event of the class', { events: ['order.placed', 'order.shipped'] }, undefined, true],
    ['another event', { events: ['order.placed'] }, undefined, false],
    ['no event', { events: [] }, undefined, false],
    ['every event', { events: ['*'] }, undefined, true],
    ['every event, of a message without a name', { events: ['*'] }, () => new Message().setJSON({}), true],
    ['the beginning of the name', { events: ['user.created', 'order.*'] }, undefined, true],
    ['the beginning of a longer name', { events: ['order.*'] }, named('order.line.added'), true],
    ['the beginning of another name', { events: ['orders.*'] }, undefined, false],
    ['the beginning without more', { events: ['order.*'] }, named('order.'), false],
    ['the beginning without a point', { events: ['order.*'] }, named('order'), false],
    ['the beginning in upper case', { events: ['Order.*'] }, undefined, false],
    [
      'an object in an envelope',
      { events: ['order.shipped'] },
      () => new Message().setJSON({ data: new OrderShipped() }),
      true,
    ],
    [
      'an event that the message names',
      { events: ['order.placed'] },
      () => new Message().setJSON({}).setEvent('order.placed'),
      true,
    ],
    [
      'the name on the message is stronger',
      { events: ['a'] },
      () => new Message().setJSON(new OrderShipped()).setEvent('a'),
      true,
    ],
  ])('%s', async (_, endpoint, message, isSent) => {
    const deliveries = await send(
      [{ id: 'e', url: at(0), secrets: [secretOf('x')], ...endpoint }],
      {},
      message,
    );
    expect(deliveries.map(({ outcome }) => outcome)).toEqual(isSent ? ['sent'] : []);
    expect(receivers[0]!.requests).toHaveLength(isSent ? 1 : 0);
  });

  test('a disabled endpoint is paused, not forgotten, and says so', async () => {
    const disabled = { id: 'e', url: at(0), secrets: [secretOf('x')], disabled: true };
    const deliveries = await send([disabled, { ...disabled, id: 'f', disabled: false }]);
    expect(deliveries).toMatchObject([
      { endpoint: 'e', outcome: 'paused', attempts: 0, history: [] },
      { endpoint: 'f', outcome: 'sent' },
    ]);
    expect(receivers[0]!.requests).toHaveLength(1);
    // One that is not complete yet, and one that does not want the event.
    expect(await send([{ id: 'e', disabled: true }])).toEqual([]);
    expect(await send([{ ...disabled, events: ['order.lost'] }])).toEqual([]);
  });

  test('does not check an endpoint that does not want the event', async () => {
    const invalid = () => new Message().setJSON(Object.assign(new OrderShipped(), { orderId: 'x' }));
    expect(await send([{ id: 'e', events: ['order.lost'] }], {}, invalid)).toEqual([]);
    expect(await send([{ id: 'e', url: at(0), secrets: [secretOf('x')] }], {}, invalid)).toMatchObject([
      { outcome: 'failed', error: { name: 'InvalidPayloadError' } },
    ]);
  });

  test.each<[string, unknown, string]>([
    ['no URL', { id: 'e', secrets: [secretOf('x')] }, 'ERR_MISSING_URL'],
    ['a URL that is none', { id: 'e', url: 'x', secrets: [secretOf('x')] }, 'ERR_WEBHOOK_INVALID_URL'],
    ['an empty URL', { id: 'e', url: '', secrets: [secretOf('x')] }, 'ERR_MISSING_URL'],
    [
      'a header that cannot be sent',
      { id: 'e', url: 'http://a.example', secrets: [secretOf('x')], headers: { 'X-A': 'a\nb' } },
      'ERR_WEBHOOK_INVALID_HEADER',
    ],
    ['no id', { url: 'http://a.example', secrets: [secretOf('x')] }, 'ERR_WEBHOOK_INVALID_ENDPOINT'],
    [
      'an id that another has',
      { id: 'fine', url: 'http://a.example', secrets: [secretOf('x')] },
      'ERR_WEBHOOK_INVALID_ENDPOINT',
    ],
    ...[
      'or*der',
      'order*',
      '*.shipped',
      '.*',
      'order.**',
      '**',
      '',
      7,
      'order.',
      'order.*.done',
      ' order.*',
      'a ',
    ].map((pattern): [string, unknown, string] => [
      `the event ${JSON.stringify(pattern)}`,
      {
        id: 'e',
        url: 'http://a.example',
        secrets: [secretOf('x')],
        events: ['order.shipped', pattern],
      },
      'ERR_WEBHOOK_INVALID_ENDPOINT',
    ]),
    ...[{ evnets: ['order.lost'] }, { disabeld: true }, { secret: 'x', secrets: undefined }].map(
      (slip): [string, unknown, string] => [
        `a misspelt field, ${Object.keys(slip)[0]!}`,
        {
          id: 'e',
          url: 'http://a.example',
          ...('secret' in slip ? {} : { secrets: [secretOf('x')] }),
          ...slip,
        },
        'ERR_WEBHOOK_INVALID_ENDPOINT',
      ],
    ),
    ...['true', 1].map((disabled): [string, unknown, string] => [
      `disabled as ${JSON.stringify(disabled)}`,
      { id: 'e', url: 'http://a.example', secrets: [secretOf('x')], disabled },
      'ERR_WEBHOOK_INVALID_ENDPOINT',
    ]),
    [
      'events that are no list',
      { id: 'e', url: 'http://a.example', secrets: [secretOf('x')], events: 'all' },
      'ERR_WEBHOOK_INVALID_ENDPOINT',
    ],
  ])('fails only the endpoint with %s', async (_, endpoint, error) => {
    const fine = { id: 'fine', url: at(0), secrets: [secretOf('fine')] };
    expect(await send([fine, endpoint as Endpoint])).toMatchObject([
      { endpoint: 'fine', outcome: 'sent' },
      { outcome: 'failed', attempts: 0, error: { code: error } },
    ]);
  });

  test('takes rows with further columns', async () => {
    const columns = {
      secret: 'x',
      disabledAt: null,
      event: 'x',
      enabled: true,
      createdAt: new Date(),
      disabled: 0,
    };
    const row = { id: 'e', url: at(0), secrets: [secretOf('x')], events: ['order.shipped'], ...columns };
    expect(await send([row as unknown as Endpoint])).toMatchObject([{ outcome: 'sent' }]);
  });

  test('reports a message without an event for an endpoint with an event filter', async () => {
    const endpoint = { id: 'e', url: at(0), secrets: [secretOf('x')], events: ['order.shipped'] };
    const [delivery] = await send([endpoint], {}, () => new Message().setJSON({ plain: true }));
    expect(delivery!.error!.message).toMatch(/"e" wants certain events.*@Webhook.*setEvent/);
    const [failed] = await send([{ ...endpoint, events: ['order*'] }]);
    expect(failed!.error!.message).toBe(
      `The endpoint "e" has the event "order*", which no event can match. Write a name, as in 'order.shipped', the beginning of names, as in 'order.*', or '*' for all events.`,
    );
  });

  test.each<[string, () => never]>([
    [
      'throws',
      () => {
        throw new Error('database down');
      },
    ],
    ['rejects', () => Promise.reject(new Error('database down')) as never],
    ['gives nothing', () => undefined as never],
    ['gives a URL', () => 'http://a.example' as never],
  ])('fails only the notifiable whose endpoints() %s', async (_, fail) => {
    const fine = { id: 'fine', url: at(0), secrets: [secretOf('fine')] };
    const notifier = open({ endpoints: ({ name, endpoints }) => (name === 'bad' ? fail() : endpoints) });
    const { deliveries } = await notifier.send(
      [
        { name: 'bad', endpoints: [] },
        { name: 'good', endpoints: [fine] },
      ],
      new Shipped(),
    );
    expect(deliveries).toMatchObject([
      {
        outcome: 'failed',
        error: { code: 'ERR_NOTIFICATION', message: expect.stringMatching(/^endpoints\(\) threw: /) },
      },
      { outcome: 'sent', endpoint: 'fine' },
    ]);
    await notifier.drain();
  });
});

describe('headers', () => {
  const own = (index = 0): Endpoint => ({ id: 'e', url: at(index), secrets: [secretOf('x')] });
  const CREDENTIALS = {
    Authorization: 'Bearer internal',
    'Proxy-Authorization': 'Basic internal',
    Cookie: 'session=internal',
    'X-Api-Key': 'internal',
    apikey: 'internal',
    'X-Auth': 'internal',
    'X-Access-Token': 'internal',
    'X-Shared-Secret': 'internal',
    'X-Session-Id': 'internal',
  };

  test('does not send default headers with credentials to an address that is not the channel’s', async () => {
    const defaultHeaders = { ...CREDENTIALS, 'X-Tenant': 'a', 'X-Region': 'eu' };
    await send([own(0), { id: 'default', secrets: [secretOf('x')] }], { defaultURL: at(1), defaultHeaders });
    const [foreign, default_] = [receivers[0]!.requests[0]!, receivers[1]!.requests[0]!];
    expect(foreign.headers).toMatchObject({ 'x-tenant': 'a', 'x-region': 'eu' });
    expect(JSON.stringify(foreign.lines)).not.toContain('internal');
    for (const name of Object.keys(CREDENTIALS))
      expect(default_.headers[name.toLowerCase()]).toContain('internal');
  });

  test('sends them if the channel allows it', async () => {
    await send([own()], { defaultHeaders: CREDENTIALS, credentialsToEndpoints: true });
    expect(receivers[0]!.requests[0]!.headers).toMatchObject({ authorization: 'Bearer internal' });
  });

  test('prefers headers of the endpoint to those of the message, and sends them nowhere else', async () => {
    const message = () => new Message().setJSON({}).addHeader('X-A', 'message').addHeader('X-B', 'message');
    const headers = { 'X-A': 'endpoint', Authorization: 'Bearer theirs', 'webhook-id': 'by hand' };
    const [delivery] = await send(
      [
        { ...own(0), headers },
        { ...own(1), id: 'other' },
      ],
      { defaultHeaders: { 'x-a': 'default', 'x-c': 'default' } },
      message,
    );
    expect(receivers[0]!.requests[0]!.headers).toMatchObject({
      'x-a': 'endpoint',
      'x-b': 'message',
      'x-c': 'default',
      authorization: 'Bearer theirs',
      'webhook-id': delivery!.messageId,
    });
    expect(receivers[1]!.requests[0]!.headers).toMatchObject({ 'x-a': 'message', 'x-b': 'message' });
    expect(receivers[1]!.requests[0]!.headers).not.toHaveProperty('authorization');
  });

  test('does not send the credentials in the default URL to the endpoint', async () => {
    await send([own()], { defaultURL: at(1).replace('http://', 'http://user:internal@') });
    expect(receivers[0]!.requests[0]!.headers).not.toHaveProperty('authorization');
  });
});

test('blocks private addresses of endpoints as those of messages', async () => {
  const [delivery] = await send([{ id: 'e', url: at(0), secrets: [secretOf('x')] }], {
    blockPrivateNetworks: 'messages',
    defaultURL: at(1),
  });
  expect(delivery).toMatchObject({ outcome: 'failed', error: { name: 'BlockedAddressError' } });
  expect(receivers[0]!.requests).toEqual([]);
});

test('rejects endpoints that are not a function at construction', () => {
  expect(() => new WebhookChannel({ endpoints: [] as never })).toThrow(/needs a function/);
});

describe('transform of an endpoint', () => {
  const chat = (transform: Endpoint['transform']): Endpoint => ({
    id: 'chat',
    url: at(0),
    secrets: [secretOf('chat')],
    ...(transform && { transform }),
  });
  const plain = (): Endpoint => ({ id: 'plain', url: at(1), secrets: [secretOf('plain')] });
  const toText: Endpoint['transform'] = (body, event) =>
    new Message().setJSON({ text: `${event}: ${(body as { orderId: number }).orderId}` });

  test('rewrites the body for its endpoint only, and is signed', async () => {
    await send([chat(toText), plain()], {}, () =>
      new Message().setId('m-1').addHeader('X-A', 'a').setJSON(new OrderShipped()),
    );
    const { body, headers } = receivers[0]!.requests[0]!;
    expect(new Reference(secretOf('chat')).verify(body.toString(), { ...headers })).toEqual({
      text: 'order.shipped: 42',
    });
    expect(headers).toMatchObject({ 'webhook-id': 'm-1' });
    expect(headers).not.toHaveProperty('x-a');
    expect(JSON.parse(receivers[1]!.requests[0]!.body.toString())).toMatchObject({ orderId: 42 });
  });

  test('is called once for all attempts, with the bytes of a body that is not JSON', async () => {
    const bodies: unknown[] = [];
    const flaky = await startReceiver((socket, request, index) => {
      answer(index === 0 ? '503 Service Unavailable' : '204 No Content')(socket, request, index);
    });
    receivers.push(flaky);
    const count: Endpoint['transform'] = (body) => {
      bodies.push(body);
      return Promise.resolve(new Message().setMethod('put').setRaw(`${bodies.length}`));
    };
    const [delivery] = await send([{ ...chat(count), url: flaky.url }], {}, () =>
      new Message().setRaw('raw'),
    );
    expect(delivery).toMatchObject({ outcome: 'sent', attempts: 2 });
    expect(bodies).toEqual([Buffer.from('raw')]);
    expect(flaky.requests.map(({ method, body }) => `${method} ${body.toString()}`)).toEqual([
      'PUT 1',
      'PUT 1',
    ]);
  });

  test.each<[string, () => unknown, string]>([
    ['throws', () => JSON.parse('{'), 'transform() of the endpoint "chat" threw: '],
    [
      'returns no message',
      () => ({ text: 'hi' }),
      'chat" has a transform() that returned an object. Return a Message',
    ],
    ['is too large', () => new Message().setRaw('x'.repeat(101)), '101 bytes'],
    [
      'is invalid',
      () => new Message().setJSON(Object.assign(new OrderShipped(), { orderId: 'x' })),
      'orderId',
    ],
  ])('fails only its endpoint if it %s', async (_, transform, message) => {
    const deliveries = await send([chat(transform as Endpoint['transform']), plain()], { maxBodyBytes: 100 });
    expect(deliveries).toMatchObject([
      { endpoint: 'chat', outcome: 'failed', error: { message: expect.stringContaining(message) as string } },
      { endpoint: 'plain', outcome: 'sent' },
    ]);
  });
});

test('toWebhook() and transform() may return the query of a library', async () => {
  const message = () => query(new Message().setJSON(new OrderShipped()));
  const notifier = open({
    endpoints: () => ({
      id: 'a',
      url: at(0),
      secrets: [secretOf('a')],
      transform: (body) => query(new Message().setJSON({ text: body })),
    }),
  });
  const toWebhook = message as unknown as () => Message;
  const { deliveries } = await notifier.send({ name: 'ann', endpoints: [] }, new Shipped(toWebhook));
  expect(deliveries).toMatchObject([{ outcome: 'sent' }]);
  expect(JSON.parse(receivers[0]!.requests[0]!.body.toString())).toEqual({
    text: { type: 'order.shipped', orderId: 42 },
  });
});

test('functions of the application may return the query of a library', async () => {
  const deliveries = await send([], {
    endpoints: () => query([{ id: 'a', url: at(0), secrets: [secretOf('a')] }]),
    attemptHeaders: () => query({ traceparent: 'of-a-query' }),
  });
  expect(deliveries.map(({ outcome }) => outcome)).toEqual(['sent']);
  expect(receivers[0]!.requests[0]!.headers.traceparent).toBe('of-a-query');
});
