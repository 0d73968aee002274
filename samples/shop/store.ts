import { randomUUID } from 'node:crypto';
import { Category } from './models/category.js';
import { Customer, type NewCustomer } from './models/customer.js';
import { Currency, Money } from './models/money.js';
import { Order, OrderStatus, type NewOrder } from './models/order.js';

/** The data of the shop, in memory. */
export class Store {
  readonly orders: Order[] = [];
  readonly customers: Customer[] = [];
  readonly categories = [categoryOf('Garden', [categoryOf('Lamps')]), categoryOf('Books')];

  addCustomer(wanted: NewCustomer): Customer {
    const customer = Object.assign(new Customer(), {
      ...newEntity(),
      name: wanted.name,
      email: wanted.email,
    });
    this.customers.push(customer);
    return customer;
  }

  addOrder(customer: Customer, { lines, payment, note }: NewOrder): Order {
    const order = Object.assign(new Order(), newEntity(), {
      status: OrderStatus.Placed,
      customer,
      lines,
      payment,
      total: priceOf(lines),
      ...(note === undefined ? {} : { note }),
    });
    this.orders.push(order);
    return order;
  }

  findOrder(id: string): Order | undefined {
    return this.orders.find((order) => order.id === id);
  }

  ship(order: Order): void {
    order.status = OrderStatus.Shipped;
    order.shippedAt = new Date();
  }
}

function categoryOf(name: string, children: Category[] = []): Category {
  return Object.assign(new Category(), { name, children });
}

function newEntity(): { id: string; createdAt: Date } {
  return { id: randomUUID(), createdAt: new Date() };
}

/** Everything in this shop costs the same. */
function priceOf(lines: NewOrder['lines']): Money {
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  return Object.assign(new Money(), { amount: pieces * 1999, currency: Currency.Euro });
}
