import 'reflect-metadata';
import { ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import {
  Equals,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  validate,
  ValidateBy,
  validateSync,
} from 'class-validator';
import {
  body,
  ConfigError,
  Docs,
  jsonSchemaOf,
  MapOf,
  operation,
  PartialType,
  response,
  type Schema,
  ValidateValues,
  Webhook,
} from '../../../../src/index.js';
import { receiveWebhooks, signStandardWebhook } from '../../../../src/webhooks/messages/index.js';
import { runnerOf } from '../../operations/run.js';

class Price {
  @IsInt() @Min(2) amount!: number;
  @IsOptional() @IsString() note?: string;
}

class Stock {
  @ValidateValues() @MapOf(() => Price) prices!: Record<string, Price>;
  @IsOptional() @ValidateValues(IsInt(), Max(9)) counts?: Record<string, number>;
  @IsOptional() @ValidateValues() @MapOf(() => [Price]) history?: Record<string, Price[]>;
  @IsOptional() @ValidateValues(IsString({ each: true }), Length(1, 3, { each: true })) tags?: Record<
    string,
    string[]
  >;
}

const VALID: readonly object[] = [
  { prices: {} },
  { prices: { a: { amount: 2 }, b: { amount: 3, note: 'x' } } },
  { prices: {}, counts: { a: 9 } },
  { prices: {}, history: { a: [{ amount: 2 }] } },
  { prices: {}, tags: { a: ['b'] } },
];

const INVALID: readonly [value: object, message: RegExp][] = [
  [{}, /prices must be an object/],
  [{ prices: [] }, /prices must be an object/],
  [{ prices: 'a' }, /prices must be an object/],
  [{ prices: { a: { amount: 1 } } }, /prices\.a: amount must not be less than 2/],
  [{ prices: { a: { amount: 2 }, b: { amount: 'x' } } }, /prices\.b: amount must be an integer/],
  [{ prices: { a: 5 } }, /prices\.a: .*must be (?:either )?object/],
  [{ prices: {}, counts: { a: 10 } }, /counts\.a: value must not be greater than 9/],
  [{ prices: {}, counts: { a: null } }, /counts\.a: value must be an integer/],
  [{ prices: {}, history: { a: [{ amount: 2 }, { amount: 1 }] } }, /history\.a\.1: amount must not be less/],
  [{ prices: {}, tags: { a: ['bcde'] } }, /tags\.a: each value in value must be longer/],
];

const pipe = new ValidationPipe();
const metadata: ArgumentMetadata = { type: 'body', metatype: Stock };

const received: unknown[] = [];
const take = operation(
  { method: 'POST', path: '/stock', body: Stock, responses: { 204: response('Taken') } },
  (input) => {
    received.push(input.body);
  },
);
const run = runnerOf(take);
const send = (value: object): ReturnType<typeof run> =>
  run({ target: '/stock', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

test.each(VALID)('accepts %j in class-validator, in a ValidationPipe and in operations', async (value) => {
  const instance = plainToInstance(Stock, value);
  expect(validateSync(instance)).toEqual([]);
  expect(await validate(instance)).toEqual([]);
  await expect(pipe.transform(value, metadata)).resolves.toBeDefined();
  expect((await send(value)).status).toBe(204);
});

test.each(INVALID)('refuses %j everywhere', async (value, message) => {
  const instance = plainToInstance(Stock, value);
  const texts = validateSync(instance).map(({ constraints }) => Object.values(constraints ?? {}).join());
  expect(texts.join()).toMatch(message);
  expect(await validate(instance)).toHaveLength(1);
  await expect(pipe.transform(value, metadata)).rejects.toMatchObject({ status: 400 });
  expect((await send(value)).status).toBe(400);
});

@Webhook('stock.counted')
class Counted {
  @Equals('stock.counted') type = 'stock.counted' as const;
  @ValidateValues(IsInt(), Max(9)) counts!: Record<string, number>;
  @ValidateValues() @MapOf(() => Price) prices!: Record<string, Price>;
}

test('a received webhook is refused for one value', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const receive = receiveWebhooks({ secrets: [secret], events: [Counted] });
  const events: unknown[] = [];
  const post = async (event: object): Promise<unknown> => {
    const text = JSON.stringify({ type: 'stock.counted', ...event });
    return receive(text, signStandardWebhook(text, secret), ({ event: one }) => {
      events.push(one);
    });
  };
  await post({ counts: { a: 9 }, prices: { a: { amount: 2 } } });
  expect((events[0] as Counted).prices.a).toBeInstanceOf(Price);
  const refused = { code: 'ERR_WEBHOOK_INVALID_EVENT' };
  await expect(post({ counts: { a: 10 }, prices: {} })).rejects.toMatchObject(refused);
  await expect(post({ counts: {}, prices: { a: { amount: 1 } } })).rejects.toMatchObject(refused);
  expect(events).toHaveLength(1);
});

test('operations create the instances of the values', async () => {
  await send({ prices: { a: { amount: 2 } } });
  expect((received.at(-1) as Stock).prices.a).toBeInstanceOf(Price);
});

test('documents the rules of the values, without a diagnostic', () => {
  const { $defs } = jsonSchemaOf(Stock) as Schema & { readonly $defs: { readonly Stock: Schema } };
  const schema = $defs.Stock;
  expect(schema.properties).toMatchObject({
    prices: { type: 'object', additionalProperties: { $ref: '#/$defs/Price' } },
    counts: { type: 'object', additionalProperties: { type: 'integer', maximum: 9 } },
    history: { type: 'object', additionalProperties: { type: 'array', items: { $ref: '#/$defs/Price' } } },
    tags: { additionalProperties: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 3 } } },
  });
  expect(schema.required).toEqual(['prices']);
  const docs = new Docs({ info: { title: 'Stock', version: '1' } });
  docs.add({ method: 'POST', path: '/', requestBody: body(Stock), responses: { 204: response('Taken') } });
  expect(docs.diagnostics({ notes: true })).toEqual([]);
});

test('runs in mapped types, and on a Map', () => {
  class UpdateStock extends PartialType(Stock) {}
  expect(validateSync(new UpdateStock())).toEqual([]);
  expect(validateSync(plainToInstance(UpdateStock, { prices: { a: { amount: 1 } } }))).toHaveLength(1);
  const stock = Object.assign(new Stock(), { prices: new Map([['a', { amount: 1 }]]) });
  expect(validateSync(stock)).toHaveLength(1);
});

test('waits for an asynchronous rule', async () => {
  class Names {
    @ValidateValues(
      ValidateBy({
        name: 'isFree',
        async: true,
        validator: { validate: (name: unknown) => Promise.resolve(name === 'free') },
      } as never),
    )
    names!: Record<string, string>;
  }
  expect(await validate(Object.assign(new Names(), { names: { a: 'free' } }))).toEqual([]);
  expect(await validate(Object.assign(new Names(), { names: { a: 'taken' } }))).toHaveLength(1);
});

test('refuses a decorator without parentheses', () => {
  expect(() => ValidateValues(IsInt as never)({}, 'a')).toThrow(ConfigError);
  expect(() => ValidateValues('x' as never)({}, 'a')).toThrow(/needs decorators, such as IsInt\(\)/);
});
