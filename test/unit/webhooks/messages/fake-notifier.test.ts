import {
  BlockedAddressError,
  FakeNotifier,
  Message,
  StatusError,
  WebhookChannel,
  type Notifier,
  type WebhookError,
} from '../../../../src/webhooks/messages/index.js';
import type { WebhookPayload } from '../../../../src/webhooks/messages/payload.js';

interface Customer {
  readonly name: string;
}
class Shipped {
  constructor(readonly order: string) {}
  via(_: Customer): string[] {
    return ['webhook', 'audit'];
  }
  toWebhook(customer: Customer): Message {
    return new Message().setJSON({ order: this.order, customer: customer.name });
  }
}
class Refunded extends Shipped {}

const ann = { name: 'Ann' };
const bob = { name: 'Bob' };

describe('FakeNotifier', () => {
  test('asserts deliveries; a failed assertion lists the sent ones', async () => {
    const fake = new FakeNotifier();
    fake.assertNothingSent();
    const { deliveries } = await fake.send([ann, bob], new Shipped('o-1'));
    expect(deliveries.map(({ outcome }) => outcome)).toEqual(['sent', 'sent', 'sent', 'sent']);
    const holds: (() => void)[] = [
      () => {
        fake.assertSent(Shipped);
      },
      () => {
        fake.assertSent(Shipped, { to: { name: 'Bob' }, via: 'audit' });
      },
      () => {
        fake.assertSent(Shipped, {
          where: ({ notification }) => 'order' in notification && notification.order === 'o-1',
        });
      },
      () => {
        fake.assertSentTimes(Shipped, 4);
      },
      () => {
        fake.assertSentTimes(Shipped, 2, { via: 'webhook' });
      },
      () => {
        fake.assertNotSent(Refunded);
      },
      () => {
        fake.assertNotSent(Shipped, { to: { name: 'Eve' } });
      },
    ];
    for (const hold of holds) expect(hold).not.toThrow();
    const fails: (() => void)[] = [
      () => {
        fake.assertNothingSent();
      },
      () => {
        fake.assertSent(Refunded);
      },
      () => {
        fake.assertSent(Shipped, { via: 'mail' });
      },
      () => {
        fake.assertSent(Shipped, { where: () => false });
      },
      () => {
        fake.assertSentTimes(Shipped, 3);
      },
      () => {
        fake.assertNotSent(Shipped, { to: ann });
      },
    ];
    for (const fail of fails) expect(fail).toThrow(/Sent: Shipped via webhook, Shipped via audit/);
    expect(() => {
      fake.assertSent(Refunded);
    }).toThrow(/^Refunded was not sent\./);
    fake.clear();
    expect(() => {
      fake.assertSent(Shipped);
    }).toThrow(/Sent: nothing/);
  });

  test('with its channels registered, the messages are built and checked', async () => {
    const fake = new FakeNotifier().register(new WebhookChannel({ defaultURL: 'https://hooks.example/' }));
    await expect(fake.send(ann, new Shipped('o-1'))).rejects.toThrow(/"audit", which is not registered/);
    fake.register(
      new WebhookChannel({ name: 'audit', defaultURL: 'https://audit.example/', maxBodyBytes: 10 }),
    );
    const { deliveries } = await fake.send(ann, new Shipped('o-1'));
    expect(
      deliveries.map(({ outcome, error }) => [outcome, (error as WebhookError | undefined)?.code]),
    ).toEqual([
      ['sent', undefined],
      ['failed', 'ERR_WEBHOOK_BODY_TOO_LARGE'],
    ]);
    const { body } = fake.sent[0]!.payload as WebhookPayload;
    expect(Buffer.from(body).toString()).toBe('{"order":"o-1","customer":"Ann"}');
  });

  test('it can replace a Notifier', async () => {
    const use = async (notifier: Notifier): Promise<string[]> => {
      const events: string[] = [];
      const stop = notifier.on('sent', ({ channel, attempt }) => events.push(`${channel} ${attempt}`));
      await notifier.send(ann, new Shipped('o-1'), { throwOnFailure: true });
      await notifier.drain({ timeout: 1_000 });
      stop();
      return events;
    };
    expect(await use(new FakeNotifier())).toEqual(['webhook 1', 'audit 1']);
  });

  test('does not open a registered channel, and does not load axios', async () => {
    const channel = Object.assign(new WebhookChannel({ name: 'audit', defaultURL: 'https://a.example/' }), {
      open: () => Promise.reject(new Error('loaded')),
    });
    const fake = new FakeNotifier().register(channel);
    const { deliveries } = await fake.send(ann, {
      via: () => ['audit'],
      toWebhook: () => new Message().setRaw('x'),
    } as never);
    expect(deliveries).toMatchObject([{ outcome: 'sent', origin: 'https://a.example' }]);
  });
});

test('FakeNotifier: a delay is skipped, shouldSend is asked', async () => {
  class Later extends Shipped {
    readonly delay = 3_600_000;
    shouldSend({ name }: Customer): boolean {
      return name !== 'Bob';
    }
  }
  const fake = new FakeNotifier();
  const { skipped } = await fake.send(new Set([ann, bob]), new Later('o-1'));
  expect(skipped.map(({ notifiable }) => notifiable)).toEqual([bob, bob]);
  fake.assertSentTimes(Later, 2, { to: ann });
  fake.assertNotSent(Later, { to: bob });
});

describe('FakeNotifier.fail', () => {
  const play = () => {
    const fake = new FakeNotifier();
    const events: string[] = [];
    for (const name of ['retrying', 'sent', 'gone', 'failed'] as const)
      fake.on(name, ({ channel, attempt }) => events.push(`${channel} ${name} ${attempt}`));
    return { fake, events };
  };

  test('a receiver that is down twice: retried, and sent in the end', async () => {
    const { fake, events } = play();
    fake.fail(503, { via: 'audit', times: 2 });
    const { deliveries } = await fake.send(ann, new Shipped('o-1'));
    expect(deliveries.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      ['sent', 1],
      ['sent', 3],
    ]);
    expect(deliveries[1]!.history.map(({ status }) => status)).toEqual([503, 503, undefined]);
    expect(events).toEqual(['webhook sent 1', 'audit retrying 1', 'audit retrying 2', 'audit sent 3']);
    fake.assertSentTimes(Shipped, 2);
  });

  test.each([
    ['for ever', 500, 'failed', 3, StatusError],
    ['gone', 410, 'gone', 1, StatusError],
    ['an error that passes', new Error('down'), 'failed', 3, Error],
    ['an error that stays', new BlockedAddressError('a', '127.0.0.1'), 'failed', 1, BlockedAddressError],
  ])('%s', async (_, failure, outcome, attempts, type) => {
    const { fake } = play();
    const { deliveries } = await fake
      .fail(failure, { to: { name: 'Ann' } })
      .send([ann, bob], new Refunded('o'));
    expect(deliveries.map((one) => one.outcome)).toEqual([outcome, outcome, 'sent', 'sent']);
    expect(deliveries[0]).toMatchObject({ attempts, error: expect.any(type) });
    fake.assertNotSent(Refunded, { to: ann });
    fake.assertSentTimes(Refunded, 2, { to: bob });
  });

  test('a transaction of the application is ignored, so that its code needs no database', async () => {
    const fake = new FakeNotifier();
    const { deliveries } = await fake.send(ann, new Shipped('o-1'), { transaction: {} });
    expect(deliveries[0]?.outcome).toBe('sent');
    fake.assertSent(Shipped, { to: ann });
  });

  test('throwOnFailure, a signal, and clear', async () => {
    const { fake } = play();
    fake.fail(500);
    const sending = fake.send(ann, new Shipped('o-1'), { throwOnFailure: true });
    await expect(sending).rejects.toThrow(/2 of 2 deliveries did not arrive/);
    const aborted = await fake.send(ann, new Shipped('o-1'), { signal: AbortSignal.abort() });
    expect(aborted.deliveries[0]!.error).toMatchObject({ code: 'ERR_DELIVERY_ABORTED' });
    fake.assertNothingSent();
    fake.clear();
    expect((await fake.send(ann, new Shipped('o-1'))).deliveries[0]!.outcome).toBe('sent');
  });
});

test.each([
  ['endpiont', { endpiont: 'ann' }],
  ['endpoint', { endpoint: undefined }],
  ['to', { to: undefined }],
  ['via', { via: 42 }],
  ['where', { where: 'ann' }],
])('a filter with a wrong field %s is rejected: it would select everything', (name, filter) => {
  const notifier = new FakeNotifier();
  class Ended {
    via() {
      return [];
    }
  }
  const wrong = filter as object;
  const message = new RegExp(`\\b${name}\\b`);
  expect(() => {
    notifier.assertSent(Ended, wrong);
  }).toThrow(message);
  expect(() => {
    notifier.assertNotSent(Ended, wrong);
  }).toThrow(message);
  expect(() => {
    notifier.assertSentTimes(Ended, 0, wrong);
  }).toThrow(message);
  expect(() => notifier.fail(500, wrong)).toThrow(message);
});
