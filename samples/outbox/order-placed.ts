import { Message, type WebhookNotification } from 'dtospec/webhook';

/** Notifies the warehouse. Each order has one message id, so repeated sends are one message. */
export class OrderPlaced implements WebhookNotification<string> {
  constructor(readonly order: number) {}

  via() {
    return ['webhook'];
  }

  toWebhook() {
    return new Message()
      .setEvent('order.placed')
      .setJSON({ type: 'order.placed', order: this.order })
      .setId(`order-${String(this.order)}`);
  }
}
