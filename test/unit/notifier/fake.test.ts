import {
  FakeNotifier,
  Message,
  WebhookChannel,
  type Notifier,
  type WebhookPayload,
} from '../../../src/webhook/index.js';

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

describe('design 8: FakeNotifier', () => {
  test('what was sent passes, what was not fails and says what was', async () => {
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
    expect(deliveries.map(({ outcome, error }) => [outcome, error?.name])).toEqual([
      ['sent', undefined],
      ['failed', 'BodyTooLargeError'],
    ]);
    const { body } = fake.sent[0]!.payload as WebhookPayload;
    expect(Buffer.from(body).toString()).toBe('{"order":"o-1","customer":"Ann"}');
  });

  test('it stands wherever an application asks for what it uses of a Notifier', () => {
    const use = (notifier: Pick<Notifier, 'send' | 'on' | 'drain'>): unknown => notifier;
    expect(use(new FakeNotifier())).toBeDefined();
  });
});
