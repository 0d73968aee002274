import { randomUUID } from 'node:crypto';
import {
  Message,
  Notifier,
  WebhookChannel,
  type ResolveEndpoints,
  type WebhookNotification,
} from 'dtospec/webhook';
import type { Customer } from './models/customer.js';
import type { Order } from './models/order.js';
import { OrderShipped } from './models/order-shipped.js';

/** Notifies a customer of a shipped order. */
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
    return new Message().setJSON(news).setId(news.id);
  }
}

/** The shop's webhooks: to each customer's own address, signed with the customer's own secret. */
export function webhooksTo(endpoints: ResolveEndpoints<Customer>): WebhookChannel<Customer> {
  // The sample's customers are on this machine; addresses that strangers give are better not let near it.
  return new WebhookChannel<Customer>({ endpoints, blockPrivateNetworks: false });
}

/** Called when an order ships. */
export function notifyShipment(channel: WebhookChannel<Customer>): (order: Order) => Promise<void> {
  const notifier = new Notifier();
  notifier.register(channel);
  return async (order) => {
    await notifier.send(order.customer, new ParcelLeft(order));
  };
}
