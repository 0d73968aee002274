import { Message, type WebhookNotification } from 'dtospec/webhook';

/** Tells the warehouse; of one order there is one message, however often it is sent. */
export class OrderPlaced implements WebhookNotification<string> {
  constructor(readonly order: number) {}

  via() {
    return ['webhook'];
  }

  toWebhook() {
    return new Message()
      .setJSON({ type: 'order.placed', order: this.order })
      .setId(`order-${String(this.order)}`);
  }
}
