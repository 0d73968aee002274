import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDate,
  IsEnum,
  IsIn,
  IsInstance,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Min,
  MinLength,
  validate,
  ValidateNested,
} from 'class-validator';
import { ArrayOf, Enum, MapOf, OneOf, TupleOf, TypeOf } from '../../../../decorators/types.js';
import { fetchOperations } from '../../../../src/adapters/fetch.js';
import { accepts } from '../../../../src/documents/json-schema/checker/checker.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { jsonSchemaOf } from '../../../../src/documents/schema/json-schema.js';
import { Docs, operation, response } from '../../../../src/index.js';
import type { Finding } from '../../../../src/shared/diagnostics.js';
import type { Constructor } from '../../../../src/shared/types.js';

class Money {
  private constructor(readonly cents: number) {}

  static parse(text: unknown): unknown {
    return typeof text === 'string' && /^\d+\.\d\d$/.test(text) ? new Money(Number(text) * 100) : text;
  }

  toString(): string {
    return (this.cents / 100).toFixed(2);
  }
}

/** Its JSON is a text, as that of Decimal and ObjectId. */
class Decimal {
  constructor(readonly digits: string) {}

  toJSON(): string {
    return this.digits;
  }
}

class Meta {
  @IsInt() a!: number;
}

enum Level {
  Low = 1,
  High = 2,
}

type Change = (value: never) => unknown;

const arriving = (change: Change): PropertyDecorator =>
  Transform(({ value }) => change(value as never), { toClassOnly: true });
const leaving = (change: Change): PropertyDecorator =>
  Transform(({ value }) => change(value as never), { toPlainOnly: true });

const isMoney = (options?: { each: boolean }): PropertyDecorator => IsInstance(Money as never, options);
const text = TypeOf(() => String);
const number = TypeOf(() => Number);
const each = { each: true };
const list = (items: Schema): Schema => ({ type: 'array', items });
const STRING: Schema = { type: 'string' };
const INTEGER: Schema = { type: 'integer' };
const DATE_TIME: Schema = { type: 'string', format: 'date-time' };

interface Row {
  readonly decorators: readonly PropertyDecorator[];
  readonly design?: unknown;
  readonly input: Schema;
  readonly output: Schema;
  /** A value that a request sends, and the one that the response has. */
  readonly sent: unknown;
  readonly returned: unknown;
}

const toMoney = arriving(Money.parse);
const toText = leaving(String);
const splits = arriving((value: string) => value.split(','));

const ROWS: Readonly<Record<string, Row>> = {
  'an instance that is a text in JSON': {
    decorators: [text, toMoney, toText, isMoney()],
    input: STRING,
    output: STRING,
    sent: '12.50',
    returned: '12.50',
  },
  'an optional instance': {
    decorators: [text, IsOptional(), toMoney, toText, isMoney()],
    input: STRING,
    output: STRING,
    sent: '12.50',
    returned: '12.50',
  },
  'a boolean of a text that @Type declares': {
    decorators: [Type(() => String), arriving((value) => value === 'true'), IsBoolean()],
    design: Boolean,
    input: STRING,
    output: STRING,
    sent: 'true',
    returned: 'true',
  },
  'a list of instances': {
    decorators: [
      ArrayOf(() => String),
      arriving((value: string[]) => value.map(Money.parse)),
      leaving((value: unknown[]) => value.map(String)),
      IsArray(),
      isMoney(each),
    ],
    input: list(STRING),
    output: list(STRING),
    sent: ['12.50'],
    returned: ['12.50'],
  },
  'a map of instances': {
    decorators: [
      MapOf(() => String),
      arriving((value: object) => new Map(Object.entries(value).map(([key, v]) => [key, Money.parse(v)]))),
      leaving((value: Map<string, Money>) => new Map([...value].map(([key, v]) => [key, String(v)]))),
      isMoney(each),
    ],
    input: { type: 'object', additionalProperties: STRING },
    output: { type: 'object', additionalProperties: STRING },
    sent: { a: '12.50' },
    returned: { a: '12.50' },
  },
  'a list of instances that is one text in JSON': {
    decorators: [
      text,
      arriving((value: string) => value.split(',').map(Money.parse)),
      leaving((value: unknown[]) => value.join(',')),
      IsArray(),
      isMoney(each),
    ],
    input: STRING,
    output: STRING,
    sent: '1.00,2.00',
    returned: '1.00,2.00',
  },
  'an instance with toJSON': {
    decorators: [text, arriving((value: string) => new Decimal(value)), IsInstance(Decimal)],
    input: STRING,
    output: STRING,
    sent: '1.5',
    returned: '1.5',
  },
  'an object with toJSON': {
    decorators: [text, arriving((value: string) => new Decimal(value)), IsObject()],
    design: Decimal,
    input: STRING,
    output: STRING,
    sent: '1.5',
    returned: '1.5',
  },
  'an instance without toJSON that no @Transform writes': {
    decorators: [text, toMoney, isMoney()],
    input: STRING,
    output: { type: 'object' },
    sent: '12.50',
    returned: { cents: 1250 },
  },
  'a number that arrives as text': {
    decorators: [text, arriving(Number), IsInt(), Min(1)],
    input: STRING,
    output: { type: 'integer', minimum: 1 },
    sent: '5',
    returned: 5,
  },
  'a number that leaves as text': {
    decorators: [text, toText, IsInt()],
    input: INTEGER,
    output: STRING,
    sent: 5,
    returned: '5',
  },
  'a number that @Type makes of text': {
    decorators: [text, Type(() => Number), IsInt()],
    input: STRING,
    output: INTEGER,
    sent: '5',
    returned: 5,
  },
  'a map of numbers that @Type makes of texts': {
    decorators: [MapOf(() => String), Type(() => Number), Allow()],
    design: Map,
    input: { type: 'object', additionalProperties: STRING },
    output: { type: 'object', additionalProperties: { type: 'number' } },
    sent: { a: '5' },
    returned: { a: 5 },
  },
  'a number without a rule that @Type makes of text': {
    decorators: [text, Type(() => Number), Allow()],
    design: Number,
    input: STRING,
    output: { type: 'number' },
    sent: '5',
    returned: 5,
  },
  'a date that @Type makes of a number': {
    decorators: [number, Type(() => Date), IsDate()],
    input: { type: 'number' },
    output: DATE_TIME,
    sent: 5,
    returned: '1970-01-01T00:00:00.005Z',
  },
  'a list that arrives as text': {
    decorators: [text, splits, IsString(each), MinLength(1, each), ArrayUnique()],
    input: STRING,
    output: { ...list({ type: 'string', minLength: 1 }), uniqueItems: true },
    sent: 'a,b',
    returned: ['a', 'b'],
  },
  'a member of an enum that arrives by its name': {
    decorators: [text, arriving((value: keyof typeof Level) => Level[value]), IsEnum(Level)],
    input: STRING,
    output: { type: 'integer', enum: [1, 2] },
    sent: 'Low',
    returned: 1,
  },
  'a declared enum of other values': {
    decorators: [
      Enum(['Low', 'High']),
      arriving((value: keyof typeof Level) => Level[value]),
      leaving((value: Level) => Level[value]),
      IsEnum(Level),
    ],
    input: { type: 'string', enum: ['Low', 'High'] },
    output: { type: 'string', enum: ['Low', 'High'] },
    sent: 'Low',
    returned: 'Low',
  },
  'listed values of which one has another type': {
    decorators: [text, arriving((value: string) => (value === 'one' ? 1 : value)), toText, IsIn([1, 'two'])],
    input: STRING,
    output: STRING,
    sent: 'one',
    returned: '1',
  },
  'a boolean of two words': {
    decorators: [
      text,
      arriving((value: string) => value === 'yes'),
      leaving((value: boolean) => (value ? 'yes' : 'no')),
      IsBoolean(),
    ],
    input: STRING,
    output: STRING,
    sent: 'yes',
    returned: 'yes',
  },
  'an object that arrives as text': {
    decorators: [text, arriving(JSON.parse), IsObject()],
    input: STRING,
    output: { type: 'object' },
    sent: '{"a":1}',
    returned: { a: 1 },
  },
  'a nested instance that arrives as text': {
    decorators: [
      text,
      arriving((value: string) => plainToInstance(Meta, JSON.parse(value))),
      Type(() => Meta),
      ValidateNested(),
    ],
    design: Meta,
    input: STRING,
    output: { type: 'object', properties: { a: INTEGER }, required: ['a'] },
    sent: '{"a":1}',
    returned: { a: 1 },
  },
  'a tuple of texts that becomes numbers': {
    decorators: [
      TupleOf(() => [String, String]),
      arriving((value: string[]) => value.map(Number)),
      leaving((value: number[]) => value.map(String)),
      IsInt(each),
    ],
    input: { type: 'array', prefixItems: [STRING, STRING], minItems: 2, maxItems: 2 },
    output: { type: 'array', prefixItems: [STRING, STRING], minItems: 2, maxItems: 2 },
    sent: ['1', '2'],
    returned: ['1', '2'],
  },
  'one of two types, of which a rule would keep one': {
    decorators: [OneOf(() => [String, Number]), arriving(Number), leaving(String), IsInt()],
    input: { oneOf: [STRING, { type: 'number' }] },
    output: { oneOf: [STRING, { type: 'number' }] },
    sent: '5',
    returned: '5',
  },
  'a schema of which a rule would keep one type': {
    decorators: [TypeOf(() => ({ type: ['string', 'number'] })), arriving(Number), leaving(String), IsInt()],
    input: { type: ['string', 'number'] },
    output: { type: ['string', 'number'] },
    sent: '5',
    returned: '5',
  },
  'a rule that fits the declared type': {
    decorators: [text, Transform(({ value }) => String(value).trim()), MinLength(2)],
    input: { type: 'string', minLength: 2 },
    output: { type: 'string', minLength: 2 },
    sent: ' ab ',
    returned: 'ab',
  },
  'text that a @Transform pads and cuts': {
    decorators: [
      text,
      arriving((value: string) => value.padStart(5, '0')),
      leaving((value: string) => Number(value).toString()),
      Length(5, 5),
    ],
    input: STRING,
    output: STRING,
    sent: '123',
    returned: '123',
  },
  'a number that a @Transform rounds': {
    decorators: [number, arriving(Math.round), leaving((value: number) => value / 4), IsInt()],
    input: { type: 'number' },
    output: { type: 'number' },
    sent: 2.4,
    returned: 0.5,
  },
  'a type for each direction': {
    decorators: [
      TypeOf(() => String, { direction: 'input' }),
      TypeOf(() => Number, { direction: 'output' }),
      arriving(Number),
      IsInt(),
    ],
    input: STRING,
    output: INTEGER,
    sent: '5',
    returned: 5,
  },
  'a type for responses only': {
    decorators: [TypeOf(() => String, { direction: 'output' }), toText, IsInt()],
    input: INTEGER,
    output: STRING,
    sent: 5,
    returned: '5',
  },
  'a type for requests beside one for both': {
    decorators: [
      TypeOf(() => String, { direction: 'input' }),
      number,
      arriving((value: string) => value.length),
      leaving((value: number) => value + 0.5),
      IsInt(),
    ],
    input: STRING,
    output: { type: 'number' },
    sent: 'abcde',
    returned: 5.5,
  },
  'a list for requests and a map for responses': {
    decorators: [
      ArrayOf(() => String, { direction: 'input' }),
      MapOf(() => Number, { direction: 'output' }),
      arriving((value: string[]) => Object.fromEntries(value.map((key, index) => [key, index]))),
      IsObject(),
    ],
    input: list(STRING),
    output: { type: 'object', additionalProperties: { type: 'number' } },
    sent: ['a', 'b'],
    returned: { a: 0, b: 1 },
  },
};

function holderOf({ decorators, design = Object }: Pick<Row, 'decorators' | 'design'>): new () => object {
  class Holder {}
  Reflect.defineMetadata('design:type', design, Holder.prototype, 'value');
  for (const decorate of [...decorators].reverse()) decorate(Holder.prototype, 'value');
  return Holder;
}

function schemaIn(target: Constructor, direction: 'input' | 'output', codes: string[] = []): Schema {
  const onDiagnostic = ({ code }: Finding): void => void codes.push(code);
  const schema = jsonSchemaOf(target, { direction, refs: 'inline', onDiagnostic });
  return schema.properties!.value!;
}

describe('a rule about the result of a conversion does not describe the value in JSON', () => {
  it.each(Object.entries(ROWS))('%s', (_, row) => {
    const Holder = holderOf(row);
    const codes: string[] = [];
    expect(schemaIn(Holder, 'input', codes)).toEqual(row.input);
    expect(schemaIn(Holder, 'output', codes)).toEqual(row.output);
    expect(codes.filter((code) => code !== 'looser-rule')).toEqual([]);
  });

  it.each(Object.entries(ROWS))('an operation and class-validator accept %s', async (_, row) => {
    const Holder = holderOf(row);
    const instance = plainToInstance(Holder, { value: row.sent });
    expect(await validate(instance)).toEqual([]);
    const echo = operation(
      { method: 'POST', path: '/x', body: Holder, responses: { 200: response('x', Holder) } },
      ({ body }) => body,
    );
    const docs = new Docs({ info: { title: 'x', version: '1' }, diagnostics: 'silent' });
    const serve = fetchOperations(docs, [echo], { checkResponses: 'throw' });
    const request = new Request('http://localhost/x', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ value: row.sent }),
    });
    const answer = await serve(request);
    expect([answer?.status, await answer?.json()]).toEqual([200, { value: row.returned }]);
    expect(accepts(row.output, row.returned)).toBe(true);
  });

  it.each([
    ['an instance', [IsInstance(Decimal)], Decimal, { not: { type: 'null' } }, new Decimal('1.5'), '1.5'],
    [
      'a list of instances',
      [IsArray(), IsInstance(Decimal, each)],
      Array,
      list({}),
      [new Decimal('1.5')],
      ['1.5'],
    ],
  ])(
    '%s with toJSON is sent as documented without a declared type',
    async (_, decorators, design, output, value, sent) => {
      const Holder = holderOf({ decorators, design });
      const codes: string[] = [];
      expect(schemaIn(Holder, 'output', codes)).toEqual(output);
      expect(codes).toEqual([Array.isArray(value) ? 'unknown-element-type' : 'unknown-type']);
      const read = operation({ method: 'GET', path: '/x', responses: { 200: response('x', Holder) } }, () =>
        Object.assign(new Holder(), { value }),
      );
      const docs = new Docs({ info: { title: 'x', version: '1' }, diagnostics: 'silent' });
      const serve = fetchOperations(docs, [read], { checkResponses: 'throw' });
      const answer = await serve(new Request('http://localhost/x'));
      expect(await answer?.json()).toEqual({ value: sent });
    },
  );

  it('a document with requests and responses has the type of toJSON in responses only', () => {
    const Holder = holderOf({ decorators: [text, toMoney, IsInstance(Decimal)] });
    const Written = holderOf({ decorators: [text, IsInstance(Decimal)] });
    for (const target of [Holder, Written]) {
      const docs = new Docs({ info: { title: 'x', version: '1' }, diagnostics: 'silent' });
      docs.add({
        method: 'POST',
        path: '/x',
        requestBody: { schema: target },
        responses: { 200: response('x', target) },
      });
      const { schemas } = docs.buildSpec().components!;
      expect(schemas!.Holder!.properties).toEqual({ value: STRING });
    }
  });

  it('rules that contradict a type without a conversion are still reported', () => {
    const codes: string[] = [];
    schemaIn(holderOf({ decorators: [text, IsInt()] }), 'output', codes);
    expect(codes).toEqual(['contradictory-rules']);
  });
});

describe('a subclass', () => {
  class Base {
    @TypeOf(() => String, { direction: 'output' }) @toText @IsInt() value!: number;
  }

  it('overrides the type of one direction', () => {
    class Derived extends Base {
      @TypeOf(() => Number, { direction: 'output' }) declare value: number;
    }
    expect([schemaIn(Derived, 'input'), schemaIn(Derived, 'output')]).toEqual([INTEGER, { type: 'number' }]);
  });

  it('overrides it with a type for both directions', () => {
    class Derived extends Base {
      @TypeOf(() => Number) declare value: number;
    }
    expect(schemaIn(Derived, 'output')).toEqual({ type: 'number' });
  });

  it('inherits it', () => {
    class Derived extends Base {}
    expect(schemaIn(Derived, 'output')).toEqual(STRING);
  });
});
