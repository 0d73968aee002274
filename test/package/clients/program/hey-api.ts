import {
  getOrders,
  getOrdersById,
  postCustomers,
  postOrders,
  postOrdersByIdShipment,
  type NewOrder,
  type Order,
} from './hey-api/index.js';
import { client } from './hey-api/client.gen.js';

/** Buys something with hey-api's client; resolves to what was bought. */
export async function buy(baseUrl: string, apiKey: string): Promise<Order> {
  client.setConfig({ baseUrl, auth: apiKey });
  const { data: customer } = await postCustomers({
    body: { name: 'Ada Lovelace', email: 'ada@example.com' },
    throwOnError: true,
  });
  const body: NewOrder = {
    customerId: customer.id,
    lines: [{ sku: 'LAMP-7', quantity: 2 }],
    payment: { method: 'card', lastDigits: '4242' },
  };
  const { data: placed } = await postOrders({ body, throwOnError: true });
  await postOrdersByIdShipment({ path: { id: placed.id }, throwOnError: true });
  const { data: page } = await getOrders({ query: { status: 'shipped', pageSize: 100 }, throwOnError: true });
  const [found] = page.items.filter(({ id }) => id === placed.id);
  const refused = await getOrdersById({ path: { id: 'none' } });
  if (found === undefined || refused.error?.status !== 422) throw new Error('the shop lost the order');
  return found;
}

// @ts-expect-error a card has digits
export const wrongPayment: NewOrder['payment'] = { method: 'card' };
// @ts-expect-error a status that there is none of
export const wrongQuery: Parameters<typeof getOrders>[0] = { query: { status: 'lost' } };
