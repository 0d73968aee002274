import {
  getOrders,
  getOrdersById,
  postCustomers,
  postOrders,
  postOrdersByIdShipment,
  type NewOrder,
  type Order,
} from './orval/client.js';

/** Buys something with orval's client; resolves to what was bought. */
export async function buy(baseUrl: string, apiKey: string): Promise<Order> {
  // The client asks for paths, as in a browser.
  const { fetch } = globalThis;
  globalThis.fetch = (path, init) => fetch(`${baseUrl}${String(path)}`, init);
  const options = { headers: { 'x-api-key': apiKey } };
  const customer = await postCustomers({ name: 'Ada Lovelace', email: 'ada@example.com' }, options);
  if (customer.status !== 201) throw new Error(customer.data.title);
  const body: NewOrder = {
    customerId: customer.data.id,
    lines: [{ sku: 'LAMP-7', quantity: 2 }],
    payment: { method: 'card', lastDigits: '4242' },
  };
  const placed = await postOrders(body, options);
  if (placed.status !== 201) throw new Error(placed.data.title);
  const { id } = placed.data;
  await postOrdersByIdShipment(id, options);
  const page = await getOrders({ status: 'shipped', pageSize: 100 }, options);
  const found = page.status === 200 ? page.data.items.find((order) => order.id === id) : undefined;
  const refused = await getOrdersById('none', options);
  if (found === undefined || refused.status !== 422) throw new Error('the shop lost the order');
  return found;
}

// @ts-expect-error a card has digits
export const wrongPayment: NewOrder['payment'] = { method: 'card' };
// @ts-expect-error a status that there is none of
export const wrongQuery: Parameters<typeof getOrders>[0] = { status: 'lost' };
