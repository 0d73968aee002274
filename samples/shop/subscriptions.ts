import { randomBytes } from 'node:crypto';
import type { Endpoint } from 'dtospec/webhook';
import type { Customer } from './models/customer.js';

/** Where customers receive webhooks. A real shop keeps this in its database, and has a page to rotate the secret. */
export class Subscriptions {
  readonly #secrets = new Map<string, string>();

  /** @param receiverUrl the address that all customers of this sample share but for its last part */
  constructor(private readonly receiverUrl: string) {}

  /** An address and a secret of its own for each customer. */
  endpointOf({ id }: Pick<Customer, 'id'>): Endpoint {
    return { id, url: `${this.receiverUrl}/${id}`, secrets: [this.secretOf(id)], events: ['order.shipped'] };
  }

  /** The secret that the shop shares with this customer. */
  secretOf(customerId: string): string {
    const secret = this.#secrets.get(customerId) ?? `whsec_${randomBytes(32).toString('base64')}`;
    this.#secrets.set(customerId, secret);
    return secret;
  }
}
