// What the servers do: classes as a compiler leaves them, a handler, and the operation of both.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../package.json', import.meta.url));
require('reflect-metadata');
const validator = require('class-validator');
const { plainToInstance, instanceToPlain, Type } = require('class-transformer');
const { operation, response } = require('./dist/index.cjs');

const { IsArray, IsEmail, IsIn, IsInt, IsOptional, IsString, Length, Max, Min, ValidateNested } = validator;
const number = [Type(() => Number), IsInt(), Min(1), Max(1000)];

const declare = (name, fields) => {
  const target = { [name]: class {} }[name];
  for (const [key, decorators] of Object.entries(fields))
    Reflect.decorate(decorators, target.prototype, key, undefined);
  return target;
};

const ShopPath = declare('ShopPath', { shop: number });
const OrderQuery = declare('OrderQuery', {
  page: number,
  note: [IsOptional(), IsString()],
  sort: [IsOptional(), IsIn(['name', 'date'])],
});
const Line = declare('Line', { sku: [IsString(), Length(1, 40)], quantity: [IsInt(), Min(1), Max(99)] });
const LINES = [IsArray(), ValidateNested({ each: true }), Type(() => Line)];
const NewOrder = declare('NewOrder', {
  email: [IsEmail()],
  name: [IsString(), Length(1, 80)],
  comment: [IsOptional(), IsString()],
  lines: LINES,
});
const Order = declare('Order', {
  id: [IsInt()],
  shop: [IsInt()],
  page: [IsInt()],
  email: [IsEmail()],
  name: [IsString()],
  lines: LINES,
  total: [IsInt()],
});

export const METHOD = 'POST';
export const PATH = '/shops/:shop/orders';

/** What is asked. */
export const REQUEST = {
  path: '/shops/7/orders?page=3&sort=date',
  body: JSON.stringify({
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    comment: 'ring twice',
    lines: Array.from({ length: 5 }, (_, index) => ({ sku: `LAMP-${index}`, quantity: index + 1 })),
  }),
};

function place({ params, query, body }) {
  const { email, name, lines } = body;
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return Object.assign(new Order(), {
    id: 1,
    shop: params.shop,
    page: query.page,
    email,
    name,
    lines,
    total,
  });
}

async function read(target, plain) {
  const instance = plainToInstance(target, plain);
  const errors = await validator.validate(instance);
  if (errors.length > 0) throw Object.assign(new Error('invalid'), { errors });
  return instance;
}

/** The same by hand: parsed, made instances, validated, handled, made plain. */
export async function byHand(params, query, body) {
  const order = place({
    params: await read(ShopPath, params),
    query: await read(OrderQuery, query),
    body: await read(NewOrder, body),
  });
  return instanceToPlain(order);
}

export const placeOrder = operation(
  {
    method: METHOD,
    path: PATH,
    params: ShopPath,
    query: OrderQuery,
    body: NewOrder,
    responses: { 201: response('Placed', Order) },
  },
  place,
);
