import 'reflect-metadata';
import { inspect } from 'node:util';
import { Exclude, Expose, Type } from 'class-transformer';
import { IsInt, IsNotEmpty, MinLength, ValidateNested } from 'class-validator';
import {
  Message,
  Notifier,
  WebhookChannel,
  type WebhookError,
  type WebhookNotification,
} from '../../../src/webhooks/messages/index.js';
import { startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';
import { deliver, hurry, notificationOf } from '../../support/webhooks/deliver.js';

let receiver: HostileReceiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const bodies = () => receiver.requests.map(({ body }) => body.toString());

describe('header names and values, methods and URLs are checked', () => {
  test.each([
    ['X-A\r\nX-B', 'v'],
    ['X A', 'v'],
    ['', 'v'],
    ['X-A:', 'v'],
    ['Ü', 'v'],
    ['X-A', 'a\r\nX-B: 1'],
    ['X-A', 'a\nb'],
    ['X-A', 'a\rb'],
    ['X-A', 'a\0b'],
    ['X-A', 'a\x7fb'],
    ['X-A', 'snow ☃'],
    ['X-A', 5 as never],
    ['X-A', undefined as never],
    ['Content-Length', '1'],
    ['transfer-encoding', 'chunked'],
    ['Connection', 'close'],
    ['Expect', '100-continue'],
    ['TE', 'x'],
  ])('checks the header %j: %j', (name, value) => {
    const add = () => new Message().addHeader(name, value);
    expect(add).toThrow(expect.objectContaining({ code: 'ERR_WEBHOOK_INVALID_HEADER' }));
    expect(() => new WebhookChannel({ defaultHeaders: { [name]: value } })).toThrow(
      expect.objectContaining({ code: 'ERR_WEBHOOK_INVALID_HEADER' }),
    );
  });

  test('the error does not show the value, which may be a secret', () => {
    expect(() => new Message().addHeader('X-A', 'secret-value\n')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret-value') }),
    );
  });

  test.each([['tab\tand blank'], ['latin é'], ['!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~'], ['']])(
    'sends the value %j unchanged',
    async (value) => {
      await deliver({ defaultURL: receiver.url }, new Message().setJSON(1).addHeader('X-A', value));
      expect(receiver.requests[0]!.headers['x-a']).toBe(value);
    },
  );

  test.each(['', 'GE T', 'POST\r\n', 'CONNECT', 'Ü'])('rejects the method %j', (method) => {
    expect(() => new Message().setMethod(method)).toThrow(
      expect.objectContaining({ code: 'ERR_WEBHOOK_INVALID_METHOD' }),
    );
  });

  test.each([
    'hook',
    '/hook',
    'ftp://a.example/',
    'file:///etc/passwd',
    'data:,x',
    'http://',
    'http://[::1',
    'javascript:1',
  ])('rejects the URL %j', (url) => {
    expect(() => new Message().setURL(url)).toThrow(
      expect.objectContaining({ code: 'ERR_WEBHOOK_INVALID_URL' }),
    );
    expect(() => new WebhookChannel({ defaultURL: url })).toThrow(
      expect.objectContaining({ code: 'ERR_WEBHOOK_INVALID_URL' }),
    );
  });

  test('a mistake in toWebhook fails only its delivery, before any request', async () => {
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    const build: Record<string, () => Message> = {
      header: () => new Message().addHeader('X', '\n'),
      throws: () => {
        throw new Error('no such order');
      },
      nothing: () => undefined as never,
      circular: () => {
        const a: unknown[] = [];
        a.push(a);
        return new Message().setJSON(a);
      },
      'no date': () => new Message().setJSON({ at: new Date(NaN) }),
      nojson: () => new Message().setJSON(undefined),
      large: () => new Message().setRaw(new Uint8Array(1024 * 1024 + 1)),
      fine: () => new Message().setRaw(new Uint8Array(1024 * 1024)),
    };
    const { deliveries } = await notifier.send(
      Object.keys(build),
      notificationOf((name) => build[name as string]!()),
    );
    expect(
      deliveries.map(({ notifiable, outcome, attempts, error }) => [
        notifiable,
        outcome,
        attempts,
        (error as WebhookError | undefined)?.code,
      ]),
    ).toEqual([
      ['header', 'failed', 0, 'ERR_WEBHOOK_INVALID_HEADER'],
      ['throws', 'failed', 0, 'ERR_NOTIFICATION'],
      ['nothing', 'failed', 0, 'ERR_NOTIFICATION'],
      ['circular', 'failed', 0, 'ERR_WEBHOOK_INVALID_BODY'],
      ['no date', 'failed', 0, 'ERR_WEBHOOK_INVALID_BODY'],
      ['nojson', 'failed', 0, 'ERR_WEBHOOK_INVALID_BODY'],
      ['large', 'failed', 0, 'ERR_WEBHOOK_BODY_TOO_LARGE'],
      ['fine', 'sent', 1, undefined],
    ]);
    expect(deliveries[1]!.error!.cause).toEqual(new Error('no such order'));
    expect(receiver.requests).toHaveLength(1);
    await notifier.drain();
  });

  test('rejects before anything is sent without a URL or without toWebhook', async () => {
    const notifier = new Notifier(hurry)
      .register(new WebhookChannel({ defaultURL: receiver.url }))
      .register(new WebhookChannel({ name: 'bare' }));
    const both = notificationOf(() => new Message().setJSON(1), ['webhook', 'bare']);
    await expect(notifier.send('me', both)).rejects.toThrow(/"bare" has no URL.*defaultURL/);
    await expect(notifier.send('me', { via: () => ['webhook'] })).rejects.toThrow(/has no toWebhook/);
    expect(receiver.connections).toBe(0);
  });

  test.each([{ signingSecret: '' }, { name: '' }, { timeout: 0 }, { maxBodyBytes: -1 }, { timeout: NaN }])(
    'rejects the channel option %j',
    (options) => {
      expect(() => new WebhookChannel(options)).toThrow(/empty|above 0/);
    },
  );
});

describe('bytes and headers are frozen when the send begins', () => {
  test.each([
    ['at once', 0],
    ['on a machine that is busy', 10],
  ])('ignores later changes of a message that is built %s', async (_name, milliseconds) => {
    const busy = (): void => {
      for (const end = performance.now() + milliseconds; performance.now() < end;);
    };
    const value = { n: 1 };
    const bytes = Buffer.from('one');
    const json: Message = new Message().setJSON(value);
    const raw = new Message().setRaw(bytes).addHeader('X-N', '1');
    const messages = [json, raw];
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    const sending = notifier.send(
      [0, 1],
      notificationOf((n) => {
        busy();
        return messages[n as number]!;
      }),
    );
    value.n = 2;
    bytes.write('two');
    json.setJSON('other').setMethod('PUT');
    raw.addHeader('X-N', '2').setURL('http://other.example/');
    await sending;
    expect(bodies().sort()).toEqual(['one', '{"n":1}']);
    expect(receiver.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(receiver.requests.find(({ headers }) => headers['x-n'])!.headers['x-n']).toBe('1');
    await notifier.drain();
  });

  test('waits for an asynchronous toWebhook', async () => {
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    const notification: WebhookNotification = {
      via: () => ['webhook'],
      toWebhook: () => Promise.resolve(new Message().setJSON('later')),
    };
    await notifier.send('me', notification);
    expect(bodies()).toEqual(['"later"']);
    await notifier.drain();
  });

  test('sends only the window of a view, for every kind of view', async () => {
    const memory = Buffer.from('..abcdefgh..');
    const { buffer, byteOffset } = memory;
    const views = [
      memory.subarray(2, 10),
      new Uint8Array(buffer, byteOffset + 2, 8),
      new DataView(buffer, byteOffset + 2, 8),
    ];
    for (const view of views) await deliver({ defaultURL: receiver.url }, new Message().setRaw(view));
    await deliver(
      { defaultURL: receiver.url },
      new Message().setRaw(Uint8Array.from(Buffer.from('abcdefgh')).buffer),
    );
    expect(bodies()).toEqual(Array(4).fill('abcdefgh'));
    expect(() => new Message().setRaw(7 as never).snapshot()).toThrow(/takes bytes/);
  });
});

class Account {
  @Expose()
  name = 'n';
  @Exclude()
  password = 'excluded-secret';
}

describe('an envelope contains no member that a class excludes', () => {
  const account = new Account();
  test.each([
    ['itself', account],
    ['in an object', { account }],
    ['in lists', [[account]]],
    ['in a Map', { map: new Map([['k', account]]) }],
    ['in a Set', new Set([account])],
    ['from toJSON', { toJSON: () => ({ account }) }],
    ['without a prototype', Object.assign(Object.create(null) as object, { account })],
  ])('%s', async (_, value) => {
    await deliver({ defaultURL: receiver.url }, new Message().setJSON(value));
    expect(bodies()[0]).toContain('"name":"n"');
    expect(bodies()[0]).not.toContain('excluded-secret');
  });

  test.each([
    [{ b: 1, a: [null, undefined], c: undefined, d: NaN, f: () => 1 }],
    [{ at: new Date(0), url: new URL('http://a.example/') }],
    ['text "quoted"'],
    [0],
    [false],
    [[]],
    [{}],
  ])('writes a plain value as JSON.stringify does: %j', async (value) => {
    await deliver({ defaultURL: receiver.url }, new Message().setJSON(value));
    expect(bodies()).toEqual([JSON.stringify(value)]);
  });

  test('accepts one object in two places, which is not a cycle', async () => {
    await deliver({ defaultURL: receiver.url }, new Message().setJSON({ a: account, b: account }));
    expect(bodies()).toEqual(['{"a":{"name":"n"},"b":{"name":"n"}}']);
  });
});

class Line {
  @IsInt()
  count: unknown = 1;
}
class Order {
  @MinLength(3)
  id = 'o-1';
  @IsNotEmpty()
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines = [new Line()];
}
const wrongLine = Object.assign(new Line(), { count: 'value-not-shown' });

describe('validation before sending', () => {
  test.each([
    ['the object itself', Object.assign(new Order(), { id: '' }), 'id (minLength)'],
    [
      'a nested one',
      Object.assign(new Order(), { lines: [new Line(), wrongLine] }),
      'lines[1].count (isInt)',
    ],
    ['one in an envelope', { data: { list: [new Order(), wrongLine] } }, 'data.list[1].count (isInt)'],
    ['one in a list', [wrongLine], '[0].count (isInt)'],
  ])('%s', async (_, value, violation) => {
    const delivery = await deliver({ defaultURL: receiver.url }, new Message().setJSON(value));
    expect(delivery).toMatchObject({
      outcome: 'failed',
      attempts: 0,
      error: { name: 'InvalidPayloadError' },
    });
    expect(delivery.error!.message).toContain(violation);
    expect(inspect(delivery.error)).not.toContain('value-not-shown');
    expect(receiver.connections).toBe(0);
  });

  test.each([
    ['a valid object', {}, new Message().setJSON(new Order())],
    ['a class without rules', {}, new Message().setJSON(new Account())],
    ['switched off for the channel', { validate: false }, new Message().setJSON(wrongLine)],
    ['switched off for the message', {}, new Message().setJSON(wrongLine, { validate: false })],
    [
      'a valid object, switched on for the message',
      { validate: false },
      new Message().setJSON(new Order(), { validate: true }),
    ],
  ])('sends %s', async (_, options, message) => {
    expect((await deliver({ defaultURL: receiver.url, ...options }, message)).outcome).toBe('sent');
  });

  test('validates if the message enables it', async () => {
    expect(
      (
        await deliver(
          { defaultURL: receiver.url, validate: false },
          new Message().setJSON(wrongLine, { validate: true }),
        )
      ).outcome,
    ).toBe('failed');
  });
});

describe('typed messages', () => {
  class OrderShipped {
    orderId = 'o';
  }
  class Refunded {
    amount = 1;
  }

  test('the compiler rejects a message with the wrong payload type', () => {
    const shipped: Message<OrderShipped> = new Message()
      .setJSON(new OrderShipped())
      .setURL('http://a.example/')
      .addHeader('X', '1');
    // @ts-expect-error a message about a refund is none about a shipment
    const wrong: Message<OrderShipped> = new Message().setJSON(new Refunded());
    class Shipping implements WebhookNotification<{ url: string }, OrderShipped> {
      via(_: { url: string }): string[] {
        return ['webhook'];
      }
      toWebhook(customer: { url: string }): Message<OrderShipped> {
        return new Message().setJSON(new OrderShipped()).setURL(customer.url);
      }
    }
    const send = (notifier: Notifier): void => {
      void notifier.send({ url: '' }, new Shipping());
      // @ts-expect-error the notifiable is not what the notification is for
      void notifier.send({ uri: '' }, new Shipping());
    };
    expect([shipped, wrong, send]).toHaveLength(3);
  });

  test('selects the view by groups and version', async () => {
    class Viewed {
      always = 1;
      internal = 2;
      later = 3;
    }
    Expose()(Viewed.prototype, 'always');
    Expose({ groups: ['admin'] })(Viewed.prototype, 'internal');
    Expose({ since: 2 })(Viewed.prototype, 'later');
    await deliver({ defaultURL: receiver.url }, new Message().setJSON(new Viewed(), { version: 1 }));
    await deliver(
      { defaultURL: receiver.url },
      new Message().setJSON({ in: new Viewed() }, { groups: ['admin'], version: 2 }),
    );
    expect(bodies().map((body) => JSON.parse(body))).toEqual([
      { always: 1 },
      { in: { always: 1, internal: 2, later: 3 } },
    ]);
  });
});

describe('several targets', () => {
  test('uses the name, the URL and the secret of each channel, and passes the name to toWebhook', async () => {
    const other = await startReceiver();
    const notifier = new Notifier(hurry)
      .register(new WebhookChannel({ name: 'crm', defaultURL: receiver.url, signingSecret: 'a' }))
      .register(new WebhookChannel({ name: 'erp', defaultURL: other.url }));
    const { deliveries } = await notifier.send(
      'me',
      notificationOf((_, name) => new Message().setJSON(name), ['crm', 'erp']),
    );
    expect(deliveries.map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ['crm', 'sent'],
      ['erp', 'sent'],
    ]);
    expect(
      [receiver.requests[0]!, other.requests[0]!].map(({ body, headers }) => [
        body.toString(),
        'x-signature' in headers,
      ]),
    ).toEqual([
      ['"crm"', true],
      ['"erp"', false],
    ]);
    expect(new WebhookChannel().name).toBe('webhook');
    await notifier.drain();
    await other.close();
  });
});
