import { randomUUID } from 'node:crypto';
import { Message, Notifier, WebhookChannel, type WebhookNotification } from 'dtospec/webhook';
import type { Customer } from './models/customer.js';
import type { Order } from './models/order.js';
import { OrderShipped } from './models/order-shipped.js';

/** Tells a customer that the parcel is on its way. */
class ParcelLeft implements WebhookNotification<Customer> {
  constructor(private readonly order: Order) {}

  via(): string[] {
    return ['webhook'];
  }

  toWebhook(): Message {
    const news = Object.assign(new OrderShipped(), {
      id: randomUUID(),
      orderId: this.order.id,
      shippedAt: this.order.shippedAt,
    });
    return new Message().setJSON(news);
  }
}

/** What is to happen when an order leaves the house: a signed webhook. */
export function notifyShipment(url: string, signingSecret: string): (order: Order) => Promise<void> {
  const notifier = new Notifier();
  notifier.register(new WebhookChannel({ defaultURL: url, signingSecret }));
  return async (order) => {
    await notifier.send(order.customer, new ParcelLeft(order));
  };
}
