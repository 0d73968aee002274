import type { Shop } from './shop.js';

/** Buys something over HTTP, as any client would, and has it shipped. */
export async function buySomething({ url, apiKey }: Shop): Promise<void> {
  const post = async (path: string, body: unknown): Promise<{ id: string }> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${String(response.status)} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const customer = await post('/customers', { name: 'Ada Lovelace', email: 'ada@example.com' });
  const order = await post('/orders', {
    customerId: customer.id,
    lines: [{ sku: 'LAMP-7', quantity: 2 }],
    payment: { method: 'card', lastDigits: '4242' },
  });
  await post(`/orders/${order.id}/shipment`, {});
}
