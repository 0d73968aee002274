import { IsUUID } from 'class-validator';
import {
  Description,
  Example,
  operation,
  Path,
  problem,
  type Reply,
  ProblemDetails,
  problemResponse,
  response,
} from 'dtospec';
import { Category } from './models/category.js';
import { Customer, NewCustomer } from './models/customer.js';
import { NewOrder, Order } from './models/order.js';
import { OrderQuery, PageOf, pageOf, PageQuery } from './models/page.js';
import type { Store } from './store.js';

class IdPath {
  @Path('id')
  @Description('Order id')
  @Example('3d2c8b1a-6f4e-4c57-8a90-1e5b7c9d2f34')
  @IsUUID()
  id!: string;
}

const notFound = problemResponse('Order not found');

/** Every operation of the shop, with its types for the client. `ship` is called when an order ships. */
export function operationsOf(store: Store, ship: (order: Order) => Promise<void>) {
  return [...catalogue(store), ...customers(store), ...orders(store, ship)];
}

function catalogue(store: Store) {
  return [
    operation(
      {
        method: 'GET',
        path: '/categories',
        summary: 'List categories',
        description: 'Subcategories are in `children`.',
        tags: ['Catalogue'],
        responses: { 200: response('All categories', [Category]) },
      },
      () => store.categories,
    ),
  ];
}

function customers(store: Store) {
  return [
    operation(
      {
        method: 'GET',
        path: '/customers',
        summary: 'List customers',
        description: 'Sorted by registration.',
        tags: ['Customers'],
        query: PageQuery,
        responses: { 200: response('A page of customers', PageOf(Customer)) },
      },
      ({ query }) => pageOf(Customer, store.customers, query),
    ),
    operation(
      {
        method: 'POST',
        path: '/customers',
        summary: 'Register a customer',
        description: 'The server sets `id` and `createdAt`.',
        tags: ['Customers'],
        body: NewCustomer,
        responses: { 201: response('The new customer', Customer) },
      },
      ({ body }) => store.addCustomer(body),
    ),
  ];
}

function orders(store: Store, ship: (order: Order) => Promise<void>) {
  return [
    operation(
      {
        method: 'GET',
        path: '/orders',
        summary: 'List orders',
        description: 'Sorted by creation.',
        tags: ['Orders'],
        query: OrderQuery,
        responses: { 200: response('A page of orders', PageOf(Order)) },
      },
      ({ query }) => {
        const { status } = query;
        return pageOf(
          Order,
          store.orders.filter((order) => status === undefined || order.status === status),
          query,
        );
      },
    ),
    operation(
      {
        method: 'POST',
        path: '/orders',
        summary: 'Place an order',
        description: 'The customer must be registered.',
        tags: ['Orders'],
        body: NewOrder,
        responses: {
          201: response('The new order', Order),
          422: problemResponse('Invalid request'),
        },
      },
      ({ body }) => {
        const customer = store.customers.find(({ id }) => id === body.customerId);
        if (customer !== undefined) return store.addOrder(customer, body);
        const detail = 'Customer not found.';
        return problem(422, detail, [{ in: 'body', pointer: '#/customerId', detail }]);
      },
    ),
    operation(
      {
        method: 'GET',
        path: '/orders/:id',
        summary: 'Get an order',
        description: 'Includes the customer and the total.',
        tags: ['Orders'],
        params: IdPath,
        responses: { 200: response('The order', Order), 404: notFound },
      },
      ({ params }) => store.findOrder(params.id) ?? noOrder(),
    ),
    operation(
      {
        method: 'POST',
        path: '/orders/:id/shipment',
        summary: 'Ship an order',
        description: 'Sends the webhook `order.shipped`.',
        tags: ['Orders'],
        params: IdPath,
        responses: { 200: response('The shipped order', Order), 404: notFound },
      },
      async ({ params }) => {
        const order = store.findOrder(params.id);
        if (order === undefined) return noOrder();
        store.ship(order);
        await ship(order);
        return order;
      },
    ),
  ];
}

function noOrder(): Reply<404, ProblemDetails> {
  return problem(404, 'Order not found.');
}
