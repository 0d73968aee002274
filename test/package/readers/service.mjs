// One service with what readers of documents have read wrong, in a version of OpenAPI.
import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayUnique,
  Equals,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';

/** The operations, and what stands beside them in the document; `dtospec` is the built package. */
export function partsOf(dtospec, openapi) {
  const { AtLeastOneOf, Cookie, Enum, eventStream, file, formBody, Header } = dtospec;
  const { jsonLines, MapOf, Nullable, operation, Path, problemResponse, Query, ReadOnly } = dtospec;
  const { Required, RequiredWith, response, rules, TupleOf, TypeOf, Webhook } = dtospec;
  const { bearerAuth, Description, Example, Deprecated } = dtospec;

  const nested = (type) => [IsObject(), ValidateNested(), Type(() => type)];
  const text = [IsOptional(), IsString()];

  class Cat {}
  rules(Cat, { kind: [Equals('cat')], lives: [IsInt(), Min(1), Max(9)] });
  class Dog {}
  rules(Dog, { kind: [Equals('dog')], breed: [IsString()] });
  class Address {}
  rules(
    Address,
    { street: [IsString(), Length(1, 80)], city: text, zip: text },
    RequiredWith({ zip: 'city' }),
  );
  class Category {}
  rules(Category, {
    name: [IsString()],
    children: [IsArray(), ValidateNested({ each: true }), Type(() => Category)],
  });
  class Contact {}
  rules(Contact, { email: text, phone: text }, AtLeastOneOf('email', 'phone'));

  const subTypes = [
    { value: Cat, name: 'cat' },
    { value: Dog, name: 'dog' },
  ];
  const pet = Type(() => Object, {
    discriminator: { property: 'kind', subTypes },
    keepDiscriminatorProperty: true,
  });
  const Size = { Small: 'small', Large: 'large' };
  class NewOrder {}
  rules(
    NewOrder,
    {
      price: [Example(12.5), IsPositive()],
      count: [IsInt(), Min(1)],
      spot: [Required(), TupleOf(() => [Number, Number])],
      pet: [Required(), ValidateNested(), IsObject(), pet],
      pets: [IsOptional(), IsArray(), ValidateNested({ each: true }), pet],
      color: [IsOptional(), IsIn(['red', 'blue']), Nullable()],
      size: [IsOptional(), Enum(Size, { name: 'Size' })],
      tags: [IsOptional(), IsArray(), ArrayUnique(), IsString({ each: true })],
      labels: [IsOptional(), MapOf(() => String)],
      address: [IsOptional(), Nullable(), ...nested(Address)],
      contact: nested(Contact),
      category: [IsOptional(), ...nested(Category)],
    },
    Description('An order to place'),
  );
  class Order extends NewOrder {}
  rules(Order, { id: [ReadOnly(), IsUUID()], note: [...text, Deprecated()] });

  class OrderPath {}
  rules(OrderPath, { id: [Path('id'), IsUUID()] });
  class Filter {}
  rules(Filter, { status: text, min: [IsOptional(), IsInt()] });
  class Listing {}
  rules(Listing, {
    page: [Query(), IsOptional(), IsInt(), Min(1)],
    sort: [Query(), IsOptional(), IsArray(), IsIn(['id', 'price'], { each: true })],
    filter: [Query(), IsOptional(), ...nested(Filter)],
  });
  class Trace {}
  rules(Trace, { trace: [Header('X-Trace-Id'), IsOptional(), IsUUID()] });
  class Session {}
  rules(Session, { session: [Cookie('session'), IsOptional(), Length(4, 40)] });
  class Photo {}
  rules(Photo, { caption: [IsString()], picture: [Required(), TypeOf(() => File)] });
  class Tick {}
  rules(Tick, { id: [IsInt()] });
  class Search {}
  rules(Search, { text: [IsString()] });
  class OrderShipped {}
  rules(
    OrderShipped,
    { type: [Equals('order.shipped')], order: [IsUUID()] },
    Webhook('order.shipped'),
    Description('An order has left the house'),
  );

  const staff = bearerAuth('staff', { verify: (token) => token === 'of-ada' && { name: 'Ada' } });
  const problems = { '4XX': problemResponse('The request is refused') };
  const made = (body) => Object.assign(new Order(), body, { id: ID });
  const common = { tags: ['orders'], security: [] };
  const operations = [
    operation(
      {
        ...common,
        method: 'POST',
        path: '/orders',
        operationId: 'placeOrder',
        summary: 'Place an order',
        description: 'Place an order.',
        body: NewOrder,
        responses: {
          201: {
            ...response('The order', Order),
            headers: { Location: { description: 'Where the order is', schema: String } },
            links: { order: { operationId: 'getOrder', parameters: { id: '$response.body#/id' } } },
          },
          ...problems,
        },
      },
      ({ body }) => made(body),
    ),
    operation(
      {
        ...common,
        method: 'GET',
        path: '/orders',
        operationId: 'listOrders',
        summary: 'List the orders',
        description: 'List the orders.',
        query: Listing,
        headers: Trace,
        cookies: Session,
        responses: { 200: response('The orders', [Order]), ...problems },
      },
      () => [made({ ...ORDER, color: null, address: null })],
    ),
    operation(
      {
        ...common,
        method: 'GET',
        path: '/orders/{id}',
        operationId: 'getOrder',
        summary: 'Get an order',
        description: 'Get an order.',
        params: OrderPath,
        security: [staff],
        responses: { 200: response('The order', Order), ...problems },
      },
      () => made(ORDER),
    ),
    operation(
      {
        ...common,
        method: 'PUT',
        path: '/orders/{id}/photo',
        operationId: 'setPhoto',
        summary: 'Set the photo of an order',
        description: 'Set the photo of an order.',
        params: OrderPath,
        body: formBody(Photo),
        responses: { 204: response('Stored'), ...problems },
      },
      () => undefined,
    ),
    operation(
      {
        ...common,
        method: 'GET',
        path: '/orders/{id}/photo',
        operationId: 'getPhoto',
        summary: 'Get the photo of an order',
        description: 'Get the photo of an order.',
        params: OrderPath,
        responses: { 200: { ...response('The photo', file()), contentType: 'image/png' }, ...problems },
      },
      () => new Uint8Array([137, 80, 78, 71]),
    ),
    operation(
      {
        ...common,
        method: 'GET',
        path: '/ticks',
        operationId: 'ticks',
        summary: 'Watch the clock',
        description: 'Watch the clock.',
        responses: { 200: eventStream('Ticks', Tick), ...problems },
      },
      async function* () {
        yield Object.assign(new Tick(), { id: 1 });
        yield Object.assign(new Tick(), { id: 2 });
      },
    ),
    operation(
      {
        ...common,
        method: 'GET',
        path: '/log',
        operationId: 'log',
        summary: 'Read the log',
        description: 'Read the log.',
        responses: { 200: jsonLines('Lines', Tick), ...problems },
      },
      async function* () {
        yield Object.assign(new Tick(), { id: 1 });
        yield Object.assign(new Tick(), { id: 2 });
      },
    ),
  ];
  const search = {
    ...common,
    path: '/search',
    body: Search,
    responses: { 200: response('The orders', [Order]), ...problems },
  };
  if (openapi === '3.2')
    operations.push(
      operation(
        { ...search, method: 'QUERY', operationId: 'search', summary: 'Search the orders' },
        () => [],
      ),
    );
  // No server of ours has a method of this name, so it is documented by hand.
  const endpoints =
    openapi === '3.2'
      ? [{ ...search, method: 'LOCK', operationId: 'lock', summary: 'Lock what is found' }]
      : [];
  const config = {
    openapi,
    diagnostics: 'silent',
    info: {
      title: 'Readers',
      version: '1',
      description: 'What readers have read wrong.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      contact: { name: 'Ada', url: 'https://shop.example.com', email: 'ada@shop.example.com' },
    },
    servers: [{ url: 'https://api.shop.test' }],
    tags: [
      { name: 'shop', description: 'The shop' },
      { name: 'orders', description: 'Orders', parent: 'shop' },
    ],
    auth: { schemes: [staff] },
  };
  return { config, endpoints, operations, webhook: OrderShipped };
}

export const ID = '7f2a1ad0-0c3c-4b43-8a4d-f1f6ecd08a9b';

/** An order with each kind of value. */
export const ORDER = {
  price: 12.5,
  count: 2,
  spot: [1, 2],
  pet: { kind: 'cat', lives: 9 },
  pets: [{ kind: 'dog', breed: 'Dachshund' }],
  color: 'red',
  size: 'large',
  tags: ['a', 'b'],
  labels: { a: 'b' },
  address: { street: 'Road 1', city: 'Town', zip: '1' },
  contact: { email: 'ada@shop.example.com' },
  category: { name: 'Lamps', children: [{ name: 'Small', children: [] }] },
};
