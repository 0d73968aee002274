import { ConfigError } from '../../../../src/shared/errors.js';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Exclude, Expose, Type } from 'class-transformer';
import {
  Equals,
  IsDate,
  IsEmail,
  IsEnum,
  IsInt,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import { Docs, ReadOnly, Webhook, WriteOnly } from '../../../../src/index.js';
import {
  MemoryReplayStore,
  Message,
  Notifier,
  receiveWebhooks,
  type ReceiveResult,
  signSignature,
  signStandardWebhook,
  verifySignature,
  WebhookChannel,
  type WebhookRefusedError,
} from '../../../../src/webhooks/messages/index.js';
import { notificationOf } from '../../../support/webhooks/deliver.js';
import { RAW_BODY_RECEIVERS } from '../../../support/webhooks/raw-body-receivers.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

@Webhook('order.shipped')
class OrderShipped {
  @Equals('order.shipped')
  type = 'order.shipped' as const;
  @IsInt()
  orderId!: number;
  @Type(() => Date)
  @IsDate()
  shippedAt!: Date;
}

@Webhook('order.refunded')
class OrderRefunded {
  @Equals('order.refunded')
  type = 'order.refunded' as const;
  @IsInt()
  cents!: number;
}

const events = [OrderShipped, OrderRefunded] as const;
const shippedAt = new Date('2026-01-02T03:04:05.000Z');
const shipped = Object.assign(new OrderShipped(), { orderId: 1, shippedAt });
const refunded = Object.assign(new OrderRefunded(), { cents: 5 });
const bodyOf = (value: unknown) => JSON.stringify(value);

describe.each(Object.keys(RAW_BODY_RECEIVERS))('receiveWebhooks: %s', (name) => {
  test('creates instances, ignores repeats, and rejects forgeries', async () => {
    const receive = receiveWebhooks({ secrets: [SECRET], events });
    const handled: unknown[] = [];
    const state = { fail: false };
    const server: Server = await RAW_BODY_RECEIVERS[name]!(10_000, async (raw, headers) => {
      try {
        const { repeated } = await receive(raw, headers, (received) => {
          if (state.fail) throw new Error('database down');
          handled.push(received.event ?? received.name);
        });
        return { repeated };
      } catch (error) {
        return { refused: (error as Partial<WebhookRefusedError>).code ?? (error as Error).message };
      }
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const post = async (body: string, headers = signStandardWebhook(body, SECRET)) => {
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
      return (await fetch(url, init)).json();
    };

    const notifier = new Notifier().register(
      new WebhookChannel({
        endpoints: () => ({ id: 'e', url, secrets: [SECRET] }),
        blockPrivateNetworks: false,
      }),
    );
    for (const value of [refunded, shipped])
      await notifier.send(
        'x',
        notificationOf(() => new Message().setJSON(value).setId(`sent-${value.type.replace('.', '-')}`)),
      );
    expect(handled).toEqual([refunded, shipped]);
    expect(handled[1]).toBeInstanceOf(OrderShipped);
    expect((handled[1] as OrderShipped).shippedAt).toEqual(shippedAt);

    // The job runs twice.
    await notifier.send(
      'x',
      notificationOf(() => new Message().setJSON(shipped).setId('sent-order-shipped')),
    );
    await notifier.drain();
    expect(handled).toHaveLength(2);

    // A captured request, sent once more.
    const captured = signStandardWebhook(bodyOf(refunded), SECRET, { id: 'captured' });
    expect(await post(bodyOf(refunded), captured)).toEqual({ repeated: false });
    expect(await post(bodyOf(refunded), captured)).toEqual({ repeated: true });

    expect(await post(bodyOf({ type: 'order.lost' }))).toEqual({ repeated: false });
    expect(handled.slice(2)).toEqual([refunded, 'order.lost']);

    const invalid = bodyOf({ type: 'order.refunded', cents: 'many' });
    expect(await post(invalid)).toEqual({ refused: 'ERR_WEBHOOK_INVALID_EVENT' });
    // Fastify's own parser refuses it before.
    if (name !== 'Fastify') expect(await post('{"type"')).toEqual({ refused: 'ERR_WEBHOOK_NOT_JSON' });
    expect(await post(bodyOf(shipped), signStandardWebhook(bodyOf(refunded), SECRET))).toEqual({
      refused: 'ERR_WEBHOOK_SIGNATURE',
    });
    expect(await post(bodyOf(shipped), {})).toEqual({ refused: 'ERR_WEBHOOK_SIGNATURE' });
    const old = signStandardWebhook(bodyOf(shipped), SECRET, { now: Date.now() - 600_000 });
    expect(await post(bodyOf(shipped), old)).toEqual({ refused: 'ERR_WEBHOOK_SIGNATURE' });
    expect(handled).toHaveLength(4);

    state.fail = true;
    const retried = signStandardWebhook(bodyOf(refunded), SECRET, { id: 'retried' });
    expect(await post(bodyOf(refunded), retried)).toEqual({ refused: 'database down' });
    state.fail = false;
    expect(await post(bodyOf(refunded), retried)).toEqual({ repeated: false });
    await new Promise((closed) => {
      server.closeAllConnections();
      server.close(closed);
    });
  });
});

describe('receiveWebhooks', () => {
  const take = async (options: object, value: unknown, id = 'a') => {
    const receive = receiveWebhooks({ secrets: SECRET, events, ...options });
    const body = bodyOf(value);
    return receive(Buffer.from(body), signStandardWebhook(body, SECRET, { id }), () => undefined);
  };

  test('finds the name and the object elsewhere in the body', async () => {
    expect(
      await take({ nameAt: 'event' }, Object.assign({}, shipped, { event: 'order.shipped' })),
    ).toMatchObject({
      name: 'order.shipped',
      event: { orderId: 1, shippedAt },
    });
    const enveloped = { type: 'order.shipped', timestamp: 'x', data: shipped };
    expect((await take({ dataAt: 'data' }, enveloped)).event).toEqual(shipped);
    await expect(take({ dataAt: 'data' }, { type: 'order.shipped' })).rejects.toMatchObject({ status: 422 });
  });

  test('ignores properties that the class does not document, and names of Object.prototype', async () => {
    expect((await take({}, Object.assign({}, refunded, { added: 1 }))).event).toBeInstanceOf(OrderRefunded);
    await expect(take({ nameAt: 'constructor' }, {})).rejects.toMatchObject({ status: 422 });
    expect(await take({}, 'a text')).toMatchObject({ event: undefined, body: 'a text' });
  });

  test.each<[string, object]>([
    ['more levels than the stack has', JSON.parse('{"a":'.repeat(3_000) + '1' + '}'.repeat(3_000)) as object],
    ['half a surrogate pair, on which @IsEmail fails', { to: 'a@b.\ud800' }],
  ])('refuses %s', async (_, members) => {
    @Webhook('order.lost')
    class OrderLost {
      @IsOptional() @IsEmail() to?: string;
    }
    const taken = take({ events: [OrderLost] }, { type: 'order.lost', ...members });
    await expect(taken).rejects.toMatchObject({ code: 'ERR_WEBHOOK_INVALID_EVENT', status: 422 });
  });

  describe('reads an event as an operation reads a body', () => {
    enum Speed {
      Slow = 1,
      Fast = 2,
    }
    class Line {
      @IsInt() cents!: number;
    }
    @Webhook('order.changed')
    class OrderChanged {
      @ReadOnly() @IsInt() id!: number;
      @IsOptional() @IsEnum(Speed) speed?: Speed;
      @IsOptional() @ValidateNested({ each: true }) @Type(() => Line) lines?: Line[];
      @IsOptional() @IsInt() weight?: number;
    }
    const changed = (members: object, options: object = {}): Promise<ReceiveResult<unknown>> =>
      take({ events: [OrderChanged], ...options }, { type: 'order.changed', id: 1, ...members });

    test.each<[string, object, string]>([
      ['the name of a numeric enum', { speed: 'Fast' }, 'speed (enum)'],
      ['an object for a list', { lines: { cents: 1 } }, 'lines (type)'],
      ['a list of lists', { lines: [[{ cents: 1 }]] }, 'lines[0] (type)'],
      ['null', { weight: null }, 'weight (type)'],
      ['a wrong member', { lines: [{ cents: 'x' }] }, 'lines[0].cents (isInt)'],
      [
        'too many items',
        { lines: Array.from({ length: 20_000 }, () => ({ cents: 1 })) },
        'more than 10000 items',
      ],
      [
        'too many members',
        Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`m${index}`, 1])),
        'more than 1000 members',
      ],
    ])('refuses %s', async (_, members, told) => {
      await expect(changed(members)).rejects.toMatchObject({
        code: 'ERR_WEBHOOK_INVALID_EVENT',
        status: 422,
        message: expect.stringContaining(told) as unknown,
      });
    });

    test('keeps read-only members and drops undocumented ones', async () => {
      const { event } = await changed({ isAdmin: true, constructor: 1, lines: [{ cents: 1, hash: 'x' }] });
      expect(event).toBeInstanceOf(OrderChanged);
      expect(event).toEqual({ id: 1, lines: [{ cents: 1 }] });
      expect((event as OrderChanged).lines![0]).toBeInstanceOf(Line);
    });

    test('accepts null with nullableOptional', async () => {
      expect((await changed({ weight: null }, { nullableOptional: true })).event).toMatchObject({
        weight: null,
      });
    });
  });

  describe('reads what the document of the webhook describes', () => {
    class Profile {
      @IsString() name!: string;
      @WriteOnly() @IsString() pin!: string;
    }
    @Webhook('user.added')
    class UserAdded {
      @Equals('user.added') type = 'user.added' as const;
      @IsString() key!: string;
      @ReadOnly() @IsInt() id!: number;
      @WriteOnly() @IsString() password!: string;
      @Exclude({ toPlainOnly: true }) @IsString() hash!: string;
      @Expose({ toClassOnly: true, groups: ['admin'] }) @IsOptional() @IsString() note?: string;
      @ValidateNested() @Type(() => Profile) profile!: Profile;
    }
    const receive = receiveWebhooks({ secrets: [SECRET], events: [UserAdded] });
    const documented = { type: 'user.added', key: 'k', id: 1, profile: { name: 'Ada' } };
    const read = async (body: Buffer | string): Promise<unknown> => {
      let handled: unknown;
      await receive(body, signStandardWebhook(body, SECRET), ({ event }) => void (handled = event));
      return handled;
    };

    test('and no member that it lacks', async () => {
      const sent = { ...documented, password: 'x', hash: 'y', profile: { name: 'Ada', pin: '1' } };
      const event = await read(bodyOf(sent));
      expect(event).toBeInstanceOf(UserAdded);
      expect(JSON.parse(bodyOf(event))).toEqual(documented);
      const docs = new Docs({ info: { title: 'T', version: '1' } }).addWebhook(UserAdded);
      const { UserAdded: schema } = docs.buildSpec().components!.schemas!;
      expect(Object.keys(schema!.properties!).sort()).toEqual(Object.keys(documented).sort());
    });

    test('and does not require them', async () => {
      expect(JSON.parse(bodyOf(await read(bodyOf(documented))))).toEqual(documented);
    });

    test.each([
      [
        'in a text',
        Buffer.concat([Buffer.from('{"type":"user.added","key":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      ],
      [
        'a lone continuation byte',
        Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0x80]), Buffer.from('"}')]),
      ],
      ['UTF-16', Buffer.from(bodyOf(documented), 'utf16le')],
    ])('and refuses bytes that are not UTF-8: %s', async (title, body) => {
      await expect(read(body)).rejects.toMatchObject({
        code: 'ERR_WEBHOOK_NOT_JSON',
        status: 400,
        ...(title !== 'UTF-16' && { message: 'The body is not valid UTF-8.' }),
      });
    });
  });

  describe("a class without a property for the event's name", () => {
    @Webhook('stock.low')
    class StockLow {
      @IsString() sku!: string;
    }
    const remedy = '@Equals("stock.low") type = "stock.low" as const';

    test('receiveWebhooks warns, and refuses a message without a name', async () => {
      const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      const options = { secrets: [SECRET], events: [StockLow] } as const;
      const receive = receiveWebhooks(options);
      expect(String(warn.mock.calls[0]?.[0])).toContain(remedy);
      receiveWebhooks({ ...options, nameAt: 'sku' });
      receiveWebhooks({ ...options, dataAt: 'data' });
      expect(warn).toHaveBeenCalledTimes(1);
      warn.mockRestore();
      const handled: unknown[] = [];
      const read = (body: string) =>
        receive(body, signStandardWebhook(body, SECRET), ({ event }) => void handled.push(event));
      await expect(read('{"sku":"x"}')).rejects.toMatchObject({ status: 422 });
      expect(handled).toEqual([]);
      // Another sender may add the name.
      await read('{"type":"stock.low","sku":"x"}');
      expect(handled).toEqual([Object.assign(new StockLow(), { sku: 'x' })]);
    });

    test('addWebhook has a warning', () => {
      const docs = new Docs({ info: { title: 'T', version: '1' }, diagnostics: 'silent' });
      docs.addWebhook(StockLow).addWebhook(OrderRefunded);
      expect(docs.diagnostics().map(({ code, severity }) => [code, severity])).toEqual([
        ['webhook-without-event-name', 'warning'],
      ]);
      expect(docs.diagnostics()[0]!.message).toContain(remedy);
    });

    test('the first message warns, once', async () => {
      const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      const channel = new WebhookChannel({ defaultURL: 'http://127.0.0.1:9/', blockPrivateNetworks: false });
      const notifier = new Notifier({ retry: () => null }).register(channel);
      for (const event of [new StockLow(), new StockLow(), refunded])
        await notifier.send(
          {},
          notificationOf(() => new Message().setJSON(Object.assign(event, { sku: 'x' }))),
        );
      const warnings = warn.mock.calls.map(([message]) => String(message));
      warn.mockRestore();
      expect(warnings.filter((message) => message.includes(remedy))).toHaveLength(1);
      expect(warnings.filter((message) => message.includes("event's name"))).toHaveLength(1);
    });
  });

  test.each([[undefined], [null], [7]])('names a secret that is %s', (secret) => {
    const secrets = [secret] as unknown as string[];
    expect(() => receiveWebhooks({ secrets, events })).toThrow(/secret is .*environment variable/);
    expect(() => signStandardWebhook('{}', secrets)).toThrow(/secret is .*environment variable/);
    expect(
      () => new WebhookChannel({ defaultURL: 'http://a.example', standardWebhooks: { secrets } }),
    ).toThrow(/secret is .*environment variable/);
  });

  test('throws both errors if the handler and then the store fail', async () => {
    const gone = new Error('store gone');
    const store = {
      begin: () => 'new' as const,
      finish: () => undefined,
      forget: () => Promise.reject(gone),
    };
    const receive = receiveWebhooks({ secrets: [SECRET], events, store });
    const failed = new Error('database down');
    const body = bodyOf(shipped);
    const signed = signStandardWebhook(body, SECRET, { id: 'msg_1' });
    const handled = receive(body, signed, () => Promise.reject(failed));
    await expect(handled).rejects.toMatchObject({ errors: [failed, gone], message: /msg_1/ });
  });

  test('passes its seconds to the store', async () => {
    const begin = jest.fn(() => 'new' as const);
    const finish = jest.fn();
    const store = { begin, finish, forget: () => undefined };
    const signed = signStandardWebhook(bodyOf(shipped), SECRET, { id: 'msg_1' });
    for (const seconds of [{}, { pendingSeconds: 5, rememberSeconds: 7 }])
      await receiveWebhooks({ secrets: [SECRET], events, store, ...seconds })(
        bodyOf(shipped),
        signed,
        () => undefined,
      );
    expect(begin.mock.calls).toEqual([
      ['msg_1', 60],
      ['msg_1', 5],
    ]);
    expect(finish.mock.calls).toEqual([
      ['msg_1', 86_400],
      ['msg_1', 7],
    ]);
  });

  test('rejects a repeat while the message is handled, so that the sender tries again', async () => {
    const receive = receiveWebhooks({ secrets: SECRET, events });
    const headers = signStandardWebhook(bodyOf(refunded), SECRET);
    let done = (): void => undefined;
    const handled = new Promise<void>((resolve) => (done = resolve));
    let first: ReturnType<typeof receive> | undefined;
    await new Promise<void>((isHandling) => {
      first = receive(bodyOf(refunded), headers, () => {
        isHandling();
        return handled;
      });
    });
    await expect(receive(bodyOf(refunded), headers, () => undefined)).rejects.toMatchObject({
      code: 'ERR_WEBHOOK_PENDING',
      status: 409,
    });
    done();
    expect((await first)?.repeated).toBe(false);
    expect((await receive(bodyOf(refunded), headers, () => undefined)).repeated).toBe(true);
  });

  test('one secret for all has one list of ids, so a message cannot be repeated under another tenant', async () => {
    const receive = receiveWebhooks({ secrets: SECRET, events });
    const body = JSON.stringify({ type: 'other' });
    const headers = signStandardWebhook(body, SECRET);
    const repeated = async (tenant: string): Promise<boolean> =>
      (await receive(body, headers, () => undefined, { tenant })).repeated;
    expect([await repeated('ada'), await repeated('eve')]).toEqual([false, true]);
  });

  describe('with a secret for each tenant', () => {
    const other = `whsec_${Buffer.alloc(24, 'o').toString('base64')}`;
    const ofTenant: Record<string, string> = { acme: SECRET, other };
    const receive = receiveWebhooks({ secrets: (tenant) => Promise.resolve(ofTenant[tenant]), events });
    const body = bodyOf(refunded);
    const take = (tenant: string, secret: string, id: string) =>
      receive(body, signStandardWebhook(body, secret, { id }), () => undefined, { tenant });

    test('verifies with the secret of the tenant, and keeps the ids of tenants apart', async () => {
      await expect(take('acme', other, 'a')).rejects.toMatchObject({ status: 401 });
      expect(await take('other', other, 'a')).toMatchObject({ id: 'a', repeated: false });
      expect(await take('acme', SECRET, 'a')).toMatchObject({ id: 'a', repeated: false });
      expect(await take('acme', SECRET, 'a')).toMatchObject({ id: 'a', repeated: true });
    });

    test('refuses an unknown tenant like a wrong signature, and a call without a tenant', async () => {
      await expect(take('nobody', SECRET, 'b')).rejects.toMatchObject({ code: 'ERR_WEBHOOK_SIGNATURE' });
      await expect(receive(body, {}, () => undefined)).rejects.toThrow(/needs the tenant/);
    });

    test('passes on the error of the look-up, so that the sender tries again', async () => {
      const broken = receiveWebhooks({ secrets: () => Promise.reject(new Error('database down')), events });
      const asked = broken(body, signStandardWebhook(body, SECRET), () => undefined, { tenant: 'acme' });
      await expect(asked).rejects.toThrow('database down');
    });
  });

  test('takes the headers of Svix, and lists of one value', async () => {
    const receive = receiveWebhooks({ secrets: SECRET, events });
    const body = bodyOf(refunded);
    const headers = Object.entries(signStandardWebhook(body, SECRET, { id: 'of-svix', now: 1_000 })).map(
      ([name, value]) => [name.replace('webhook-', 'svix-'), [value]] as const,
    );
    const options = { secrets: SECRET, events, now: () => 1_000 };
    const received = await receiveWebhooks(options)(body, Object.fromEntries(headers), () => undefined);
    expect(received).toMatchObject({ id: 'of-svix', timestamp: new Date(1_000) });
    await expect(receive(body, Object.fromEntries(headers), () => undefined)).rejects.toThrow(/signature/);
  });

  test('types the union of events, which excludes other classes', async () => {
    const { event } = await take({}, refunded);
    const amount: number | undefined = event?.type === 'order.refunded' ? event.cents : event?.orderId;
    // @ts-expect-error an event that was not asked for
    const other = event?.type === 'order.lost';
    expect([amount, other]).toEqual([5, false]);
    class Nameless {}
    expect(() => receiveWebhooks({ secrets: SECRET, events: [Nameless] })).toThrow(/@Webhook/);
    // @ts-expect-error a name is no class
    expect(() => receiveWebhooks({ secrets: SECRET, events: ['order.lost'] })).toThrow(ConfigError);
  });

  test('the store in memory deletes expired ids, and the oldest first', () => {
    let now = 0;
    const store = new MemoryReplayStore(2, () => now);
    expect([store.begin('a', 10), store.begin('a', 10)]).toEqual(['new', 'pending']);
    store.finish('a', 10);
    expect(store.begin('a', 10)).toBe('done');
    now = 10_001;
    expect(store.begin('a', 10)).toBe('new');
    store.begin('b', 10);
    store.begin('c', 10);
    expect(store.begin('b', 10)).toBe('pending');
    expect(store.begin('a', 10)).toBe('new');
  });

  test('verifySignature accepts signatures of signSignature', () => {
    expect(verifySignature('body', signSignature('body', 'secret'), 'secret')).toBe(true);
    expect(() => signSignature('body', '')).toThrow(ConfigError);
  });
});
