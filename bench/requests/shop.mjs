// One shop for all: its classes as a compiler leaves them, the same as JSON Schema and in zod, what is asked, and the handler.
import { createRequire } from 'node:module';
import { z } from '@hono/zod-openapi';

const require = createRequire(new URL('../../package.json', import.meta.url));
require('reflect-metadata');
const {
  IsArray,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} = require('class-validator');
const { Type } = require('class-transformer');

const declare = (name, fields) => {
  const target = { [name]: class {} }[name];
  for (const [key, decorators] of Object.entries(fields))
    Reflect.decorate(decorators, target.prototype, key, undefined);
  return target;
};

const number = [Type(() => Number), IsInt(), Min(1), Max(1000)];
const SORTS = ['name', 'date'];
export const ShopPath = declare('ShopPath', { shop: number });
export const OrderQuery = declare('OrderQuery', {
  page: number,
  note: [IsOptional(), IsString()],
  sort: [IsOptional(), IsIn(SORTS)],
});
const Line = declare('Line', { sku: [IsString(), Length(1, 40)], quantity: [IsInt(), Min(1), Max(99)] });
const lines = [IsArray(), ValidateNested({ each: true }), Type(() => Line)];
export const NewOrder = declare('NewOrder', {
  email: [IsEmail()],
  name: [IsString(), Length(1, 80)],
  comment: [IsOptional(), IsString()],
  lines,
});
export const Order = declare('Order', {
  id: [IsInt()],
  shop: [IsInt()],
  page: [IsInt()],
  email: [IsEmail()],
  name: [IsString()],
  lines,
  total: [IsInt()],
});

const text = (minLength, maxLength) => ({ type: 'string', minLength, maxLength });
const integer = (minimum, maximum) => ({ type: 'integer', minimum, maximum });
const object = (properties, optional = []) => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
};
const EMAIL = { type: 'string', format: 'email' };
const LINES = { type: 'array', items: object({ sku: text(1, 40), quantity: integer(1, 99) }) };
const COUNT = { type: 'integer' };
export const JSON_SCHEMA = {
  params: object({ shop: integer(1, 1000) }),
  query: object({ page: integer(1, 1000), note: text(0), sort: { enum: SORTS } }, ['note', 'sort']),
  body: object({ email: EMAIL, name: text(1, 80), comment: text(0), lines: LINES }, ['comment']),
  order: object({
    id: COUNT,
    shop: COUNT,
    page: COUNT,
    email: EMAIL,
    name: text(0),
    lines: LINES,
    total: COUNT,
  }),
};

const count = z.coerce.number().int().min(1).max(1000);
const zodLines = z.array(z.object({ sku: z.string().min(1).max(40), quantity: z.int().min(1).max(99) }));
export const ZOD = {
  params: z.object({ shop: count }),
  query: z.object({ page: count, note: z.string().optional(), sort: z.enum(SORTS).optional() }),
  body: z.object({
    email: z.email(),
    name: z.string().min(1).max(80),
    comment: z.string().optional(),
    lines: zodLines,
  }),
  order: z.object({
    id: z.int(),
    shop: z.int(),
    page: z.int(),
    email: z.email(),
    name: z.string(),
    lines: zodLines,
    total: z.int(),
  }),
};

export const METHOD = 'POST';
export const PATH = '/shops/:shop/orders';
const orderOf = (length) => ({
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  comment: 'ring twice',
  lines: Array.from({ length }, (_, index) => ({ sku: `LAMP-${index}`, quantity: index + 1 })),
});
const refused = orderOf(5);
refused.email = 'ada';
refused.lines[4].quantity = 100;
const path = '/shops/7/orders?page=3&sort=date';
export const REQUESTS = [
  { title: '5 lines', path, status: 201, body: orderOf(5) },
  { title: '40 lines', path, status: 201, body: orderOf(40) },
  { title: 'refused', path, status: 400, body: refused },
];

export function place({ params, query, body }) {
  const { email, name, lines: ordered } = body;
  const total = ordered.reduce((sum, { quantity }) => sum + quantity, 0);
  return { id: 1, shop: params.shop, page: query.page, email, name, lines: ordered, total };
}

/** For what serializes by class. */
export const placeInstance = (input) => Object.assign(new Order(), place(input));
