import 'reflect-metadata';
import { Equals, IsInt, IsString, IsUrl } from 'class-validator';
import { body, Docs, formBody, response, Webhook } from 'dtospec';

class NewOrder {
  @IsString() item!: string;
  @IsUrl() notify!: string;
}
class Order extends NewOrder {
  @IsInt() id!: number;
}
class Photo {
  @IsString() caption!: string;
  @IsString() picture!: string;
}
@Webhook('order.shipped')
class OrderShipped {
  @Equals('order.shipped') type = 'order.shipped' as const;
  @IsInt() order!: number;
}

export const docs = new Docs({ info: { title: 'Orders', version: '1.0.0' } }).addAll(
  {
    method: 'POST',
    path: '/orders',
    // One type in two media types, and another type in a third.
    body: {
      ...body(NewOrder),
      contentType: ['application/json', 'application/x-www-form-urlencoded'],
      content: { 'text/csv': String },
      examples: {
        book: { summary: 'A book', value: { item: 'book', notify: 'https://example.com/hook' } },
        long: { externalValue: 'https://example.com/orders/long.json' },
      },
    },
    responses: {
      201: {
        ...response('The order', Order),
        headers: { Location: { description: 'URL of the order', required: true } },
        // The next operation, with a value of this response.
        links: { order: { operationId: 'getOrder', parameters: { id: '$response.body#/id' } } },
      },
    },
    // Requests that the service sends: a webhook's class, or an operation.
    callbacks: { shipped: { '{$request.body#/notify}': OrderShipped } },
  },
  {
    method: 'GET',
    path: '/orders/{id}',
    operationId: 'getOrder',
    responses: { 200: response('The order', Order) },
  },
  {
    method: 'PUT',
    path: '/orders/{id}/photo',
    body: {
      ...formBody(Photo),
      encoding: {
        picture: { contentType: 'image/png', headers: { 'X-Checksum': { description: 'SHA-256' } } },
      },
    },
    parameters: [
      { name: 'crop', in: 'query', content: { 'application/json': { schema: [Number] } } },
      { name: 'draft', in: 'query', allowEmptyValue: true },
    ],
    responses: { 204: response('Stored') },
  },
);

const error = docs.validate();
if (error) throw error;

console.log(JSON.stringify(docs.buildSpec(), undefined, 2));
