import { Allow, Equals, IsInstance, ValidateNested } from 'class-validator';
import { Docs, Webhook } from '../../../../src/index.js';
import {
  Message,
  receiveWebhooks,
  signStandardWebhook,
  WebhookChannel,
} from '../../../../src/webhooks/messages/index.js';
import type { Prepared } from '../../../../src/webhooks/notifier/channel.js';
import type { WebhookPayload } from '../../../../src/webhooks/messages/payload.js';
import { DAY_OUTPUT, Day, DECIMAL, Decimal, Money } from '../../../fixtures/registered.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

@Webhook('order.paid')
class OrderPaid {
  @Equals('order.paid') type = 'order.paid' as const;
  @IsInstance(Decimal) amount!: Decimal;
  @ValidateNested() @Allow() total?: Money;
  @Allow() on!: Day;
}

const PAID = {
  type: 'order.paid',
  amount: '1.50',
  total: { amount: '2', currency: 'EUR' },
  on: '2026-01-31',
};
const paid = Object.assign(new OrderPaid(), {
  amount: new Decimal('1.50'),
  total: new Money(new Decimal('2'), 'EUR'),
  on: new Day(20_484),
});

it('sends valid instances as the types of responses', async () => {
  const channel = new WebhookChannel({ defaultURL: 'http://a.example/', validate: true });
  const notification = { via: () => ['webhook'], toWebhook: () => new Message().setJSON(paid) };
  const prepared = await channel.prepare({ notifiable: undefined, notification, isStored: false });
  const { body } = (prepared as Prepared<WebhookPayload>).payload;
  expect(JSON.parse(Buffer.from(body).toString())).toEqual(PAID);
});

it('documents them', () => {
  const docs = new Docs({ info: { title: 'Orders', version: '1' } });
  docs.addWebhook(OrderPaid);
  const { components } = docs.buildSpec();
  expect(components?.schemas?.OrderPaid).toMatchObject({ properties: { amount: DECIMAL, on: DAY_OUTPUT } });
  expect(docs.diagnostics()).toEqual([]);
});

async function receive(event: object): Promise<unknown> {
  const body = JSON.stringify(event);
  const receiver = receiveWebhooks({ secrets: SECRET, events: [OrderPaid] });
  let seen: unknown;
  await receiver(body, signStandardWebhook(body, SECRET), ({ event: received }) => {
    seen = received;
  });
  return seen;
}

it('parses received events', async () => {
  expect(await receive(PAID)).toEqual(paid);
  await expect(receive({ ...PAID, amount: 'x' })).rejects.toThrow('Invalid event: amount (valid)');
});
