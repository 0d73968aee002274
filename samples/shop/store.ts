import { randomUUID } from 'node:crypto';
import { Category } from './models/category.js';
import { Customer, type NewCustomer } from './models/customer.js';
import { Currency, Money } from './models/money.js';
import { Order, OrderLine, OrderStatus, type NewOrder } from './models/order.js';
import { CardPayment } from './models/payment.js';

/** The data of the shop, in memory. */
export class Store {
  readonly orders: Order[] = [];
  readonly customers: Customer[] = [];
  readonly categories = [categoryOf('Garden', [categoryOf('Lamps')]), categoryOf('Books')];

  /** @param hasExamples begins with the customer and the order that the examples of the documentation name */
  constructor(hasExamples = false) {
    if (!hasExamples) return;
    const ada = Object.assign(new Customer(), exampleOf(EXAMPLE_CUSTOMER), {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    });
    this.customers.push(ada);
    const lines = [Object.assign(new OrderLine(), { sku: 'LAMP-7', quantity: 2 })];
    const payment = Object.assign(new CardPayment(), { method: 'card', lastDigits: '4242' });
    const order = this.addOrder(ada, { customerId: ada.id, lines, payment });
    Object.assign(order, exampleOf(EXAMPLE_ORDER));
  }

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

/** The ids of `@Example` in the models. */
const EXAMPLE_CUSTOMER = '0b8f1c3e-5b1d-4a59-9d0c-6a3c2f7e8d41';
const EXAMPLE_ORDER = '3d2c8b1a-6f4e-4c57-8a90-1e5b7c9d2f34';

function exampleOf(id: string): { id: string; createdAt: Date } {
  return { id, createdAt: new Date() };
}

function newEntity(): { id: string; createdAt: Date } {
  return { id: randomUUID(), createdAt: new Date() };
}

/** Everything in this shop costs the same. */
function priceOf(lines: NewOrder['lines']): Money {
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  return Object.assign(new Money(), { amount: pieces * 1999, currency: Currency.Euro });
}
