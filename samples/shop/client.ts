import { createClient, unwrap } from 'dtospec/client';
import type { Api } from './app.js';
import type { Shop } from './shop.js';

/** Buys something over HTTP and has it shipped. The calls have the types of the operations. */
export async function buySomething({ url, apiKey }: Shop): Promise<void> {
  const shop = createClient<Api>(url, { headers: { 'x-api-key': apiKey } });
  const customer = await unwrap(
    shop['/customers'].post({ body: { name: 'Ada Lovelace', email: 'ada@example.com' } }),
  );
  const order = await unwrap(
    shop['/orders'].post({
      body: {
        customerId: customer.id,
        lines: [{ sku: 'LAMP-7', quantity: 2 }],
        payment: { method: 'card', lastDigits: '4242' },
      },
    }),
  );
  await unwrap(shop['/orders/:id/shipment'].post({ params: { id: order.id } }));
}
