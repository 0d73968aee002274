import { IsUUID } from 'class-validator';
import { Description, Path, response } from 'dtospec';
import { HttpProblem } from './http-problem.js';
import { Category } from './models/category.js';
import { Customer, NewCustomer } from './models/customer.js';
import { NewOrder, Order } from './models/order.js';
import { OrderQuery, PageOf, PageQuery } from './models/page.js';
import { Problem } from './models/problem.js';
import { route, type Route } from './route.js';
import type { Store } from './store.js';

class IdPath {
  @Path('id')
  @Description('As given by the shop')
  @IsUUID()
  id!: string;
}

const unauthorized = response('The key is missing or wrong', Problem);
const notFound = response('There is none of this id', Problem);
const invalid = response('The request is not valid', Problem);

/** Every operation of the shop. `ship` is called when an order leaves the house. */
export function routesOf(store: Store, ship: (order: Order) => Promise<void>): Route[] {
  return [...catalogue(store), ...customers(store), ...orders(store, ship)];
}

function catalogue(store: Store): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/categories',
        summary: 'List the shelves',
        description: 'Those inside others stand in their `children`.',
        tags: ['Catalogue'],
        responses: { 200: response('All shelves, nested', [Category]), 401: unauthorized },
      },
      {},
      () => ({ status: 200, body: store.categories }),
    ),
  ];
}

function customers(store: Store): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/customers',
        summary: 'List the customers',
        description: 'In the order in which they were registered.',
        tags: ['Customers'],
        responses: { 200: response('A page of them', PageOf(Customer)), 401: unauthorized, 422: invalid },
      },
      { query: PageQuery },
      ({ query }) => ({ status: 200, body: pageOf(store.customers, query) }),
    ),
    route(
      {
        method: 'POST',
        path: '/customers',
        summary: 'Register a customer',
        description: 'The shop gives the id and the time.',
        tags: ['Customers'],
        responses: { 201: response('Registered', Customer), 401: unauthorized, 422: invalid },
      },
      { body: NewCustomer },
      ({ body }) => ({ status: 201, body: store.addCustomer(body) }),
    ),
  ];
}

function orders(store: Store, ship: (order: Order) => Promise<void>): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/orders',
        summary: 'List the orders',
        description: 'In the order in which they were placed.',
        tags: ['Orders'],
        responses: { 200: response('A page of them', PageOf(Order)), 401: unauthorized, 422: invalid },
      },
      { query: OrderQuery },
      ({ query }) => {
        const { status } = query;
        const found = store.orders.filter((order) => status === undefined || order.status === status);
        return { status: 200, body: pageOf(found, query) };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/orders',
        summary: 'Place an order',
        description: 'The customer must be registered before.',
        tags: ['Orders'],
        responses: { 201: response('Placed', Order), 401: unauthorized, 422: invalid },
      },
      { body: NewOrder },
      ({ body }) => {
        const customer = store.customers.find(({ id }) => id === body.customerId);
        if (customer === undefined)
          throw new HttpProblem(422, 'The request is not valid', ['unknown customer']);
        return { status: 201, body: store.addOrder(customer, body) };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/orders/:id',
        summary: 'Read an order',
        description: 'With its customer and what it costs.',
        tags: ['Orders'],
        responses: { 200: response('The order', Order), 401: unauthorized, 404: notFound, 422: invalid },
      },
      { path: IdPath },
      ({ path }) => ({ status: 200, body: orderOf(store, path.id) }),
    ),
    route(
      {
        method: 'POST',
        path: '/orders/:id/shipment',
        summary: 'Ship an order',
        description: 'Sends the webhook `order.shipped`.',
        tags: ['Orders'],
        responses: { 200: response('Shipped', Order), 401: unauthorized, 404: notFound, 422: invalid },
      },
      { path: IdPath },
      async ({ path }) => {
        const order = orderOf(store, path.id);
        store.ship(order);
        await ship(order);
        return { status: 200, body: order };
      },
    ),
  ];
}

function orderOf(store: Store, id: string): Order {
  const order = store.orders.find((candidate) => candidate.id === id);
  if (order === undefined) throw new HttpProblem(404, 'There is none of this id');
  return order;
}

function pageOf<T>(items: readonly T[], { page, pageSize }: PageQuery): { items: T[]; total: number } {
  const start = (page - 1) * pageSize;
  return { items: items.slice(start, start + pageSize), total: items.length };
}
