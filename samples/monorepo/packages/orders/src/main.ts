// An ES module that accepts orders, validated by the class of the package.
import { Order } from '@shop/dto';
import { Docs, operation, response } from 'dtospec';
import { expressOperations } from 'dtospec/express';
import express from 'express';
import type { AddressInfo } from 'node:net';

const orders: Order[] = [];

const placeOrder = operation(
  { method: 'POST', path: '/orders', body: Order, responses: { 201: response('The new order', Order) } },
  ({ body }) => {
    orders.push(body);
    return body;
  },
);

const app = express();
const docs = new Docs({ info: { title: 'Orders', version: '1.0.0' } });
expressOperations(app, docs, [placeOrder]);
docs.mount(app, '/docs');

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`Docs page   http://127.0.0.1:${String((server.address() as AddressInfo).port)}/docs/`);
});
