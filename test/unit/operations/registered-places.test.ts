import { Transform } from 'class-transformer';
import {
  Allow,
  IsInstance,
  IsOptional,
  Validate,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import {
  ArrayOf,
  Cookie,
  Description,
  Docs,
  Example,
  Header,
  jsonSchemaOf,
  OneOf,
  operation,
  Path,
  Query,
  registerType,
  response,
  serialize,
  standardSchema,
  TypeOf,
  typeTransform,
  validator,
} from '../../../src/index.js';
import {
  DAY_INPUT,
  DAY_OUTPUT,
  Day,
  DECIMAL,
  Decimal,
  MONEY,
  Money,
  Price,
} from '../../fixtures/registered.js';
import { runnerOf } from './run.js';

class Bill {
  @Description('What is due') @Example(new Decimal('1.5')) due!: Decimal;
  @Allow() day!: Day;
  @IsOptional() @ArrayOf(() => Money) @Example([new Money(new Decimal('2'), 'EUR')]) parts?: Money[];
}

class Params {
  @Path() day!: Day;
}
class Filter {
  @Query() @IsOptional() @IsInstance(Decimal) min?: Decimal;
  @Query() @IsOptional() @ArrayOf(() => Decimal) exact?: Decimal[];
  @Query() @IsOptional() @TypeOf(() => Money) money?: Money;
}
class Limits {
  @Header('x-limit') @IsOptional() @TypeOf(() => Decimal) limit?: Decimal;
}
class Cookies {
  @Cookie('since') @IsOptional() @TypeOf(() => Day) since?: Day;
}

const ALL = {
  method: 'GET',
  path: '/bills/{day}',
  params: Params,
  query: Filter,
  headers: Limits,
  cookies: Cookies,
} as const;

describe('the document', () => {
  const docs = new Docs({ info: { title: 'Bills', version: '1' } }).addOperations([
    operation({ ...ALL, responses: { 200: response('Bills', [Bill]) } }, () => []),
    operation(
      { method: 'POST', path: '/bills', body: Bill, responses: { 200: response('Bill', Bill) } },
      ({ body }) => body,
    ),
  ]);
  const { components, paths } = docs.buildSpec();

  it('has the schema of each direction, with examples as they are written', () => {
    const due = { ...DECIMAL, description: 'What is due', examples: ['1.5'] };
    const parts = { type: 'array', items: MONEY, examples: [[{ amount: '2', currency: 'EUR' }]] };
    expect(components?.schemas).toMatchObject({
      Bill: { properties: { due, day: DAY_OUTPUT, parts } },
      BillInput: { properties: { due, day: DAY_INPUT, parts } },
    });
    expect(docs.diagnostics()).toEqual([]);
  });

  it('has the schemas of parameters', () => {
    const { parameters = [] } = paths?.['/bills/{day}']?.get ?? {};
    expect(parameters).toMatchObject([
      { name: 'day', in: 'path', schema: DAY_INPUT },
      { name: 'min', in: 'query', schema: DECIMAL },
      { name: 'exact', in: 'query', schema: { type: 'array', items: DECIMAL } },
      { name: 'money', in: 'query', style: 'deepObject', schema: MONEY },
      { name: 'x-limit', in: 'header', schema: DECIMAL },
      { name: 'since', in: 'cookie', schema: DAY_INPUT },
    ]);
  });
});

it('reads parameters of every place', async () => {
  let seen: unknown;
  const run = runnerOf(
    operation(
      { ...ALL, responses: { 204: { description: 'None' } } },
      ({ params, query, headers, cookies }) => {
        seen = { ...params, ...query, ...headers, ...cookies };
      },
    ),
  );
  const target = '/bills/2026-01-31?min=1.5&exact=1&exact=2&money[amount]=3&money[currency]=EUR';
  expect(await run({ target, headers: { 'x-limit': '9', cookie: 'since=2026-01-01' } })).toMatchObject({
    status: 204,
  });
  expect(seen).toEqual({
    day: new Day(20_484),
    min: new Decimal('1.5'),
    exact: [new Decimal('1'), new Decimal('2')],
    money: new Money(new Decimal('3'), 'EUR'),
    limit: new Decimal('9'),
    since: new Day(20_454),
  });
  const refused = await run({ target: '/bills/never?min=x&money[amount]=x&money[currency]=EUR' });
  expect(refused).toMatchObject({ status: 400 });
  const { errors } = refused.body as { errors: { in: string; detail: string }[] };
  expect(errors.map((error) => `${error.in}: ${error.detail}`).sort()).toEqual([
    'path: day is invalid',
    'query: min is invalid',
    'query: money is invalid',
  ]);
});

const BOUNDARY = 'x'.repeat(10);

it.each([
  ['application/x-www-form-urlencoded', 'due=1.5&day=2026-01-01'],
  [
    `multipart/form-data; boundary=${BOUNDARY}`,
    `${['due', '1.5', 'day', '2026-01-01'].reduce(
      (text, part, at) =>
        text +
        (at % 2 === 0
          ? `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part}"\r\n\r\n`
          : `${part}\r\n`),
      '',
    )}--${BOUNDARY}--\r\n`,
  ],
])('reads a form of %s', async (contentType, body) => {
  let seen: unknown;
  const [type = ''] = contentType.split(';');
  const run = runnerOf(
    operation(
      {
        method: 'POST',
        path: '/',
        body: { content: { [type]: { schema: Bill } }, required: true },
        responses: { 200: response('It', Bill) },
      },
      ({ body: bill }) => (seen = bill) as Bill,
    ),
  );
  expect(await run({ target: '/', headers: { 'content-type': contentType }, body })).toMatchObject({
    status: 200,
    body: { due: '1.5', day: '2026-01-01' },
  });
  expect(seen).toEqual(Object.assign(new Bill(), { due: new Decimal('1.5'), day: new Day(20_454) }));
});

it('is read by validator, standardSchema and jsonSchemaOf alike', async () => {
  const json = { due: '1', day: 3 };
  const bill = Object.assign(new Bill(), { due: new Decimal('1'), day: new Day(3) });
  expect(validator(Bill)(json)).toEqual({ value: bill });
  expect(validator(Bill)({ due: 'x', day: 3 })).toEqual({
    faults: [{ pointer: '#/due', detail: 'due is invalid' }],
  });
  const standard = standardSchema(Bill)['~standard'];
  expect(await standard.validate(json)).toEqual({ value: bill });
  expect(await standard.validate({ day: 'x' })).toMatchObject({
    issues: [{ path: ['day'], message: 'day is invalid' }],
  });
  expect(jsonSchemaOf(Decimal)).toMatchObject(DECIMAL);
  expect(jsonSchemaOf(Bill, { direction: 'output', refs: 'inline' })).toMatchObject({
    properties: { day: DAY_OUTPUT },
  });
});

it('writes instances wherever they are, also of a subclass and in values without a class', () => {
  expect(serialize({ a: [new Decimal('1.50')], b: new Map([['c', new Price('2')]]) })).toEqual({
    a: ['1.50'],
    b: { c: '2' },
  });
  expect(serialize(new Money(new Decimal('1'), 'EUR'))).toEqual({ amount: '1', currency: 'EUR' });
});

it('names the place of an instance that write cannot write, and of one that writes itself', () => {
  class Endless {
    readonly kind = 'endless';
  }
  class Broken {
    readonly kind = 'broken';
  }
  registerType(Endless, { schema: { type: 'object' }, parse: () => new Endless(), write: (one) => one });
  registerType(Broken, {
    schema: String,
    parse: () => new Broken(),
    write: () => {
      throw new RangeError('too broken');
    },
  });
  expect(() => serialize({ a: [new Broken()] })).toThrow(
    'value.a[0] is a Broken that write of registerType() cannot write: too broken',
  );
  expect(() => serialize({ a: new Endless() })).toThrow('value.a["write()"] leads back to value.a');
});

class Either {
  @IsOptional() @OneOf(() => [Decimal, Number]) value?: Decimal | number;
  @IsOptional()
  @TypeOf(() => String, { direction: 'input' })
  @TypeOf(() => Decimal, { direction: 'output' })
  directed?: unknown;
}

it('has one type for each direction where a decorator says so', async () => {
  const run = runnerOf(
    operation(
      { method: 'POST', path: '/', body: Either, responses: { 200: response('It', Either) } },
      ({ body }) => ({
        value: body.value!,
        directed: new Decimal(`${String(body.directed)}.0`),
      }),
    ),
  );
  const sent = await run({
    target: '/',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value: 5, directed: '3' }),
  });
  expect(sent).toMatchObject({ status: 200, body: { value: 5, directed: '3.0' } });
});

it('notices JSON of write that contradicts the schema', async () => {
  class Wrong {
    @Allow() @TypeOf(() => Decimal) value!: Decimal;
  }
  const run = runnerOf(
    operation({ method: 'GET', path: '/', responses: { 200: response('It', Wrong) } }, () => ({
      value: new Decimal('123456789012345678901234'),
    })),
  );
  await expect(run({ target: '/' })).rejects.toThrow('#/value must have at most 20 characters');
});

@ValidatorConstraint({ async: true })
class IsFree {
  validate(name: unknown): Promise<boolean> {
    return Promise.resolve(name === 'free');
  }
}

it.each([{}, { whitelist: true }, { whitelist: true, forbidNonWhitelisted: true }])(
  'is read beside asynchronous rules, with validation %j',
  async (validation) => {
    class Account {
      @Validate(IsFree) name!: string;
      @Description('Without a rule') declare balance: Decimal;
      @IsOptional() @ValidateNested() nested?: Decimal;
      @IsOptional() @IsInstance(Money) money?: Money;
    }
    let seen: Account | undefined;
    const run = runnerOf(
      operation(
        { method: 'POST', path: '/', body: Account, responses: { 200: response('It', Account) } },
        ({ body }) => (seen = body),
      ),
      {},
      { validation },
    );
    const json = { name: 'free', balance: '1.5', nested: '2.5', money: { amount: '1', currency: 'EUR' } };
    const post = (body: object): ReturnType<typeof run> =>
      run({ target: '/', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    expect(await post(json)).toMatchObject({ status: 200, body: json });
    expect([seen?.balance, seen?.nested]).toEqual([new Decimal('1.5'), new Decimal('2.5')]);
    expect(await post({ ...json, name: 'taken' })).toMatchObject({ status: 400 });
    expect(await post({ ...json, balance: 'x' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/balance', detail: 'balance is invalid' }] },
    });
  },
);

it('parses as class-transformer does with typeTransform, with faults that name the property', async () => {
  class Transformed {
    @Transform(typeTransform(Decimal)) @IsInstance(Decimal) price!: Decimal;
    @IsOptional()
    @Transform(typeTransform(Decimal, { each: true }))
    @IsInstance(Decimal, { each: true })
    list?: Decimal[];
    @IsOptional()
    @Transform(({ value }) => new Decimal(String(value)), { toClassOnly: true })
    @TypeOf(() => String)
    own?: unknown;
  }
  let seen: Transformed | undefined;
  const run = runnerOf(
    operation(
      { method: 'POST', path: '/', body: Transformed, responses: { 200: response('It', Transformed) } },
      ({ body }) => (seen = body),
    ),
  );
  const post = (body: object): ReturnType<typeof run> =>
    run({ target: '/', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const json = { price: '1.5', list: ['1', '2'], own: '7' };
  expect(await post(json)).toMatchObject({ status: 200, body: json });
  expect(seen).toMatchObject({
    price: new Decimal('1.5'),
    list: [new Decimal('1'), new Decimal('2')],
    own: new Decimal('7'),
  });
  expect(await post({ price: 'x', list: ['y'] })).toMatchObject({
    body: { errors: [{ detail: 'price is invalid' }, { detail: 'list[0] is invalid' }] },
  });
  expect(jsonSchemaOf(Transformed, { refs: 'inline', onDiagnostic: () => undefined })).toMatchObject({
    properties: { price: DECIMAL, list: { items: DECIMAL } },
    required: ['price'],
  });
});
