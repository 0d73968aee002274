import { Expose, Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsInstance,
  IsObject,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import {
  ArrayOf,
  arrayOf,
  Description,
  MapOf,
  mapOf,
  Nullable,
  OneOf,
  oneOf,
  operation,
  response,
  TupleOf,
  TypeOf,
} from '../../../src/index.js';
import { Day, Decimal, Money } from '../../fixtures/registered.js';
import { runnerOf, type TestResponse } from './run.js';

class Item {
  @IsString() name!: string;
  @Expose({ name: 'unit_price' }) price!: Decimal;
}

class Order {
  @Description('Only described') described!: Decimal;
  @IsInstance(Decimal) checked!: Decimal;
  @IsOptional() @IsInstance(Money) money?: Money;
  @IsOptional() @Type(() => Money) @ValidateNested() typed?: Money;
  @IsOptional() @TypeOf(() => Day) day?: unknown;
  @IsArray() @ArrayMinSize(1) @IsInstance(Decimal, { each: true }) list!: Decimal[];
  @IsOptional() @ArrayOf(() => Money) monies?: Money[];
  @IsOptional() @IsArray() @Type(() => Decimal) typedList?: Decimal[];
  @IsOptional() @IsObject() @MapOf(() => Decimal) byName?: Record<string, Decimal>;
  @IsOptional() @TupleOf(() => [Decimal, Day]) pair?: [Decimal, Day];
  @IsOptional() @OneOf(() => [Money, Decimal]) either?: Money | Decimal;
  @Nullable() @IsOptional() nullable?: Decimal | null;
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => Item) items?: Item[];
  @IsOptional() @IsArray() @ArrayOf(() => Item) untyped?: Item[];
}

const FULL = {
  described: '1.50',
  checked: '2',
  money: { amount: '3.0', currency: 'EUR' },
  typed: { amount: '4', currency: 'EUR' },
  day: '2026-01-31',
  list: ['1.1', '2.2'],
  monies: [{ amount: '5', currency: 'CHF' }],
  typedList: ['6.5'],
  byName: { a: '7' },
  pair: ['8', '2026-02-28'],
  either: { amount: '9', currency: 'EUR' },
  nullable: null,
  items: [{ name: 'a', unit_price: '10.5' }],
  untyped: [{ name: 'b', unit_price: '11.5' }],
};

function reader(config = {}): { run: (body: unknown) => Promise<TestResponse>; seen: () => Order } {
  let seen: Order | undefined;
  const run = runnerOf(
    operation(
      { method: 'POST', path: '/orders', body: Order, responses: { 200: response('The same', Order) } },
      ({ body }) => (seen = body),
    ),
    {},
    config,
  );
  const post = (body: unknown): Promise<TestResponse> =>
    run({
      target: '/orders',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { run: post, seen: () => seen! };
}

const VALIDATIONS = [
  {},
  { whitelist: true },
  { whitelist: true, forbidNonWhitelisted: true },
  { enableImplicitConversion: true },
];

function isAll(target: new (...args: never[]) => unknown, values: readonly unknown[]): boolean {
  return values.every((value) => value instanceof target);
}

it.each(VALIDATIONS)(
  'parses and writes registered types in every place, with validation %j',
  async (validation) => {
    const { run, seen } = reader({ validation });
    // class-transformer makes lists of objects without @Type: the diagnostic elements-made-lists.
    const { untyped, ...others } = FULL;
    const body = 'enableImplicitConversion' in validation ? others : { untyped, ...others };
    const sent = await run(body);
    expect(sent).toMatchObject({ status: 200 });
    expect(sent.body).toEqual(body);
    const { described, checked, list, typedList, byName, pair, items, ...order } = seen();
    expect(described).toEqual(new Decimal('1.50'));
    expect(isAll(Decimal, [checked, ...list, ...typedList!, byName!.a, pair![0], items![0]!.price])).toBe(
      true,
    );
    expect(isAll(Money, [order.money, order.typed, order.monies![0], order.either])).toBe(true);
    expect(isAll(Day, [order.day, pair![1]])).toBe(true);
    expect(order.untyped === undefined || order.untyped[0]!.price instanceof Decimal).toBe(true);
  },
);

const REFUSED: readonly (readonly [string, object, string])[] = [
  ['#/checked', { checked: 'abc' }, 'checked is invalid'],
  ['#/checked', { checked: 5 }, 'checked must be a string, not an integer'],
  ['#/checked', { checked: null }, 'checked must be an instance of Decimal'],
  ['#/described', { described: 'abc' }, 'described is invalid'],
  ['#/money', { money: { amount: '1', currency: 'XXX' } }, 'money must have a currency that exists'],
  [
    '#/money/currency',
    { money: { amount: '1', currency: 'EURO' } },
    'currency must have at most 3 characters',
  ],
  ['#/money', { money: { amount: 'x', currency: 'EUR' } }, 'money is invalid'],
  ['#/typed', { typed: { amount: 'x', currency: 'EUR' } }, 'typed is invalid'],
  ['#/list/1', { list: ['1', 'x'] }, 'list[1] is invalid'],
  ['#/list', { list: [] }, 'list must contain at least 1 elements'],
  ['#/typedList/0', { typedList: ['x'] }, 'typedList[0] is invalid'],
  ['#/byName/b', { byName: { a: '1', b: 'x' } }, 'b is invalid'],
  ['#/pair/1', { pair: ['1', 'x'] }, 'pair[1] is invalid'],
  ['#/either', { either: 'x' }, 'either is invalid'],
  ['#/items/0/unit_price', { items: [{ name: 'a', unit_price: 'x' }] }, 'unit_price is invalid'],
  ['#/untyped/0/unit_price', { untyped: [{ name: 'a', unit_price: 'x' }] }, 'unit_price is invalid'],
];

it.each(REFUSED)('refuses %s of %j', async (pointer, member, detail) => {
  const { status, body } = await reader().run({ ...FULL, ...member });
  expect(status).toBe(400);
  expect((body as { errors: object[] }).errors).toEqual([
    expect.objectContaining({ in: 'body', pointer, detail }),
  ]);
});

it('reports what parse refuses beside what the rules and the schema refuse', async () => {
  const { body } = await reader().run({
    ...FULL,
    checked: 'x',
    money: 7,
    items: [{ name: 5, unit_price: 'x' }],
    list: ['x', 'y'],
  });
  const { errors } = body as { errors: { pointer: string; detail: string }[] };
  expect(Object.fromEntries(errors.map(({ pointer, detail }) => [pointer, detail]))).toEqual({
    '#/checked': 'checked is invalid',
    '#/money': 'money must be an object, not an integer',
    '#/items/0/name': 'name must be a string',
    '#/items/0/unit_price': 'unit_price is invalid',
    '#/list/0': 'list[0] is invalid',
    '#/list/1': 'list[1] is invalid',
  });
});

it('leaves null and absent members to the rules', async () => {
  const { seen, run } = reader();
  expect(await run({ checked: '1', list: ['1'], nullable: null })).toMatchObject({ status: 200 });
  expect(seen()).toMatchObject({ nullable: null });
  expect(seen().described).toBeUndefined();
});

class Bare {
  @Description('No rule at all') price!: Decimal;
}

it.each([{}, { whitelist: true, forbidNonWhitelisted: true }])(
  'reads a class whose only members are registered, with validation %j',
  async (validation) => {
    const run = runnerOf(
      operation(
        { method: 'PUT', path: '/bare', body: Bare, responses: { 200: response('It', Bare) } },
        ({ body }) => ({ price: body.price.plus(new Decimal('0.5')) }),
      ),
      {},
      { validation },
    );
    const put = (body: object): Promise<TestResponse> =>
      run({
        target: '/bare',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await put({ price: '1.25' })).toMatchObject({ status: 200, body: { price: '1.75' } });
    expect(await put({ price: 'x' })).toMatchObject({ status: 400 });
  },
);

it.each([
  ['Decimal', Decimal, '1.5'],
  ['[Money]', [Money], [{ amount: '1', currency: 'EUR' }]],
  ['mapOf(Decimal)', mapOf(Decimal), { a: '1' }],
  ['oneOf(Decimal, Number)', oneOf(Decimal, Number), '2'],
  ['arrayOf(Item)', arrayOf(Item), [{ name: 'a', unit_price: '1' }]],
] as const)('reads and writes %s as a whole body', async (_, type, json) => {
  let seen: unknown;
  const run = runnerOf(
    operation(
      {
        method: 'POST',
        path: '/',
        body: { schema: type as typeof Decimal, required: true },
        responses: { 200: response('It', type) },
      },
      ({ body }) => (seen = body) as never,
    ),
  );
  const post = (body: unknown): Promise<TestResponse> =>
    run({ target: '/', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  expect(await post(json)).toMatchObject({ status: 200, body: json });
  expect(seen).not.toEqual(json);
  const invalid = JSON.parse(JSON.stringify(json).replace(/"[0-9.]+"/, '"x"')) as unknown;
  expect(await post(invalid)).toMatchObject({ status: 400 });
});
