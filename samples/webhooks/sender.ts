import { Message, Notifier, WebhookChannel, type Endpoint, type WebhookNotification } from 'dtospec/webhook';
import { OrderShipped } from './order-shipped.js';

export interface Customer {
  readonly name: string;
  /** Each has an address and secrets of its own; two secrets while one is being replaced by the other. */
  readonly endpoint: Endpoint;
}

export class ParcelLeft implements WebhookNotification<Customer> {
  constructor(readonly orderId: string) {}

  via(): string[] {
    return ['webhook'];
  }

  toWebhook(): Message<OrderShipped> {
    const shipped = Object.assign(new OrderShipped(), { orderId: this.orderId, shippedAt: new Date() });
    // The id is the receiver's means to tell repeats; without one each send has a new one.
    return new Message().setJSON(shipped).setId(`shipped-${this.orderId}`);
  }
}

export const channel = new WebhookChannel<Customer>({
  endpoints: ({ endpoint }) => endpoint,
  blockPrivateNetworks: false, // the receiver of this sample is on the loopback
});

export const notifier = new Notifier().register(channel);

notifier.on('retrying', ({ attempt, delay, error }) => {
  console.log(
    `attempt ${String(attempt)} failed (${error.message}), the next in ${String(Math.round(delay))} ms`,
  );
});
