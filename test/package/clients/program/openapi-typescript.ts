import type { components, paths } from './openapi-typescript/client.js';

type Order = components['schemas']['Order'];
type NewOrder = paths['/orders']['post']['requestBody']['content']['application/json'];
type Query = NonNullable<paths['/orders']['get']['parameters']['query']>;
type Page = paths['/orders']['get']['responses'][200]['content']['application/json'];

const query: Query = { page: 1, pageSize: 10, status: 'placed' };
const byCard: NewOrder = {
  customerId: 'a',
  lines: [{ sku: 'LAMP-7', quantity: 2 }],
  payment: { method: 'card', lastDigits: '4242' },
};
const byTransfer: NewOrder = { ...byCard, payment: { method: 'transfer', iban: 'DE02120300000000202051' } };

export function describe(order: Order): string {
  const paid = order.payment.method === 'card' ? order.payment.lastDigits : order.payment.iban;
  const shipped: string = order.shippedAt ?? 'not yet';
  return [order.customer.name, order.total.amount.toFixed(2), order.total.currency, paid, shipped].join();
}

export function names(category: components['schemas']['Category']): string[] {
  return [category.name, ...category.children.flatMap(names)];
}

export const sums = (page: Page): number =>
  page.items.reduce((sum, { total }) => sum + total.amount, page.total);

// @ts-expect-error a status that there is none of
export const wrongQuery: Query = { status: 'lost' };
// @ts-expect-error a card has digits
export const wrongPayment: NewOrder = { ...byCard, payment: { method: 'card' } };
// @ts-expect-error the lines are missing
export const wrongOrder: NewOrder = { customerId: 'a', payment: byCard.payment };
// @ts-expect-error there is no such operation
export type Wrong = paths['/lamps'];

export const used = [query, byCard, byTransfer];
