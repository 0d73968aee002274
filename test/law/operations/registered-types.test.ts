import { Ajv2020 } from 'ajv/dist/2020.js';
import { Expose, Type } from 'class-transformer';
import { Allow, IsArray, IsInstance, IsObject, IsOptional, ValidateNested } from 'class-validator';
import fc from 'fast-check';
import { ArrayOf, jsonSchemaOf, MapOf, OneOf, operation, response, TupleOf } from '../../../src/index.js';
import { mutationsOf } from '../../../src/tools/fuzz/values/mutate.js';
import { Day, Decimal, Money } from '../../fixtures/registered.js';
import { runs } from '../../fixtures/runs.js';
import { runnerOf } from '../../unit/operations/run.js';
import { outputSchemaOf } from '../serialize/output-schema.js';

// An operation accepts a request if the served schema accepts it and each `parse` does. What it sends satisfies the schema
// of responses.

class Line {
  @Expose({ name: 'unit_price' }) @IsInstance(Decimal) price!: Decimal;
  @Allow() day?: Day;
}

class Order {
  @IsInstance(Decimal) total!: Decimal;
  @IsOptional() @IsInstance(Money) money?: Money;
  @IsOptional() @ArrayOf(() => Day) days?: Day[];
  @IsOptional() @IsArray() @Type(() => Decimal) list?: Decimal[];
  @IsOptional() @IsObject() @MapOf(() => Money) byName?: Record<string, Money>;
  @IsOptional() @TupleOf(() => [Decimal, Day]) pair?: [Decimal, Day];
  @IsOptional() @OneOf(() => [Money, Decimal]) either?: Money | Decimal;
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => Line) lines?: Line[];
}

type Members = Readonly<Record<string, (json: never) => unknown>>;

const OF_LINE: Members = { unit_price: parses(Decimal), day: parses(Day) };

const OF_ORDER: Members = {
  total: parses(Decimal),
  money: parses(Money),
  days: (list: unknown[]) => list.every(parses(Day)),
  list: (list: unknown[]) => list.every(parses(Decimal)),
  byName: (map: object) => Object.values(map).every(parses(Money)),
  pair: ([decimal, day]: unknown[]) => parses(Decimal)(decimal) && parses(Day)(day),
  either: (json: unknown) => parses(typeof json === 'string' ? Decimal : Money)(json),
  lines: (list: object[]) => list.every((line) => isParsed(line, OF_LINE)),
};

/** Whether `parse` makes an instance, by the registry that the fixture has filled. */
function parses(target: new (...args: never[]) => object): (json: unknown) => boolean {
  const registry = (globalThis as never as Record<symbol, { types: WeakMap<object, unknown> }>)[
    Symbol.for('dtospec:registered-types')
  ];
  const { parse } = registry!.types.get(target) as { parse: (json: unknown) => unknown };
  return (json) => {
    try {
      return parse(json) instanceof target;
    } catch {
      return false;
    }
  };
}

function isParsed(object: object, members: Members): boolean {
  return Object.entries(object).every(
    ([name, json]) => !Object.hasOwn(members, name) || members[name]!(json as never) === true,
  );
}

/** Values of which about one in twenty is invalid, since an order has many. */
const mostly = (valid: fc.Arbitrary<unknown>, invalid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 20, arbitrary: valid }, { weight: 1, arbitrary: invalid });

const decimals = mostly(
  fc.constantFrom('0', '1.50', '-7', '12345678901234567890'),
  fc.constantFrom('', 'x', '1.', '1e5', '1'.repeat(21)),
);
const days = mostly(
  fc.oneof(fc.constantFrom('2026-01-31', '1970-01-01'), fc.integer({ min: -700_000, max: 700_000 })),
  fc.constantFrom('x', '', 700_001, 1.5),
);
const monies = fc.record({
  amount: decimals,
  currency: mostly(fc.constant('EUR'), fc.constantFrom('XXX', 'EURO')),
});
const orders = fc.record(
  {
    total: decimals,
    money: monies,
    days: fc.array(days, { maxLength: 3 }),
    list: fc.array(decimals, { maxLength: 3 }),
    byName: fc.dictionary(fc.constantFrom('a', 'b'), monies),
    pair: fc.tuple(decimals, days),
    either: fc.oneof(decimals, monies),
    lines: fc.array(fc.record({ unit_price: decimals, day: days }, { requiredKeys: ['unit_price'] }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: ['total'] },
);

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const accepts = ajv.compile(jsonSchemaOf(Order, { onDiagnostic: () => undefined }));
const problemsOfOutput = outputSchemaOf(Order, {}, false);

describe.each([{}, { whitelist: true }])('with validation %j', (validation) => {
  const run = runnerOf(
    operation(
      { method: 'POST', path: '/', body: Order, responses: { 200: response('The same', Order) } },
      ({ body }) => body,
    ),
    {},
    { validation },
  );

  async function check(json: unknown): Promise<boolean> {
    const expected = accepts(json) && isParsed(json as object, OF_ORDER);
    const { status, body } = await run({
      target: '/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    expect([json, status]).toEqual([json, expected ? 200 : 400]);
    if (expected) expect(problemsOfOutput(body)).toEqual([]);
    return expected;
  }

  it('accepts what the schema and parse accept, and sends what the schema of responses accepts', async () => {
    let accepted = 0;
    const sample = fc.sample(orders, { numRuns: runs(400), seed: 1 });
    for (const order of sample) if (await check(order)) accepted += 1;
    expect([accepted > sample.length / 5, accepted < (sample.length * 4) / 5]).toEqual([true, true]);
  });

  it('refuses values of other types as the schema does', async () => {
    const mutations = mutationsOf(fc, orders, [...Object.keys({ ...OF_ORDER, ...OF_LINE }), 'extra']);
    for (const json of fc.sample(mutations, { numRuns: runs(600), seed: 2 })) await check(json);
  });
});
