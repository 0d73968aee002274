import { Type } from 'class-transformer';
import {
  IsArray,
  IsEnum,
  IsInt,
  IsISO31661Alpha2,
  IsISO4217CurrencyCode,
  IsNotEmpty,
  IsOptional,
  IsString,
  ValidateNested,
  IsObject,
} from 'class-validator';
import { ArrayOf, Enum, MapOf, OneOf, TupleOf, TypeOf } from '../../../../decorators/types.js';
import {
  arrayOf,
  discriminated,
  enumOf,
  file,
  integer,
  mapOf,
  oneOf,
  tupleOf,
} from '../../../../src/documents/model/type/type-functions.js';
import type { TypeInput } from '../../../../decorators/type-input.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { compile, compileUses, propertySchema, REQUEST } from './compile.js';
import { accepts } from '../json-schema/generate.js';

class Item {
  @IsString() name!: string;
}
class Card {
  @IsString() number!: string;
}
class Transfer {
  @IsString() iban!: string;
  @IsString() kind!: string;
}
enum Level {
  Low = -1,
  High = 1,
}
enum Colour {
  Red = 'red',
  Blue = 'Blue',
}
enum Mixed {
  None = 0,
  // oxlint-disable-next-line typescript/no-mixed-enums -- the point of it
  Some = 'Some',
  Half = 0.5,
}
const item = { $ref: '#/components/schemas/Item' };

describe('JSON Schema of each type', () => {
  it.each<[string, TypeInput, Schema]>([
    ['String', String, { type: 'string' }],
    ['Number', Number, { type: 'number' }],
    ['integer', integer(), { type: 'integer' }],
    ['Boolean', Boolean, { type: 'boolean' }],
    ['BigInt', BigInt, { type: 'string', pattern: '^-?[0-9]+$' }],
    ['Date', Date, { type: 'string', format: 'date-time' }],
    ['a file', file(), { type: 'string', contentEncoding: 'base64' }],
    ['Buffer', Buffer, { type: 'string', contentEncoding: 'base64' }],
    ['Object', Object, { type: 'object' }],
    ['a class', Item, item],
    ['[Item]', [Item], { type: 'array', items: item }],
    ['[[Item]]', [[Item]], { type: 'array', items: { type: 'array', items: item } }],
    [
      'a set',
      arrayOf(String, { unique: true }),
      { type: 'array', items: { type: 'string' }, uniqueItems: true },
    ],
    [
      'a set of scalars of two types',
      arrayOf(oneOf(String, Number), { unique: true }),
      { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'number' }] }, uniqueItems: true },
    ],
    [
      'a set in which objects may look the same',
      arrayOf(oneOf(String, Item), { unique: true }),
      { type: 'array', items: { anyOf: [{ type: 'string' }, item] } },
    ],
    ['a map', mapOf(Item), { type: 'object', additionalProperties: item }],
    [
      'a map of lists',
      mapOf([Number]),
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'number' } } },
    ],
    [
      'a tuple',
      tupleOf(String, Item),
      { type: 'array', prefixItems: [{ type: 'string' }, item], minItems: 2, maxItems: 2 },
    ],
    [
      'scalars that exclude each other',
      oneOf(String, Number),
      { oneOf: [{ type: 'string' }, { type: 'number' }] },
    ],
    ['integers are numbers', oneOf(integer(), Number), { anyOf: [{ type: 'integer' }, { type: 'number' }] }],
    ['classes may both fit', oneOf(Item, Card), { anyOf: [item, { $ref: '#/components/schemas/Card' }] }],
    ['a union of one', oneOf(Item), item],
    ['a union of the same', oneOf(String, String), { type: 'string' }],
    ['a schema by hand', { type: 'string', format: 'x' }, { type: 'string', format: 'x' }],
    [
      'an enum of numbers',
      enumOf(Level),
      { type: 'integer', enum: [-1, 1], 'x-enum-varnames': ['Low', 'High'] },
    ],
    ['an enum of texts', enumOf(Colour), { type: 'string', enum: ['red', 'Blue'] }],
    [
      'a mixed enum',
      enumOf(Mixed),
      { type: ['string', 'number'], enum: [0, 'Some', 0.5], 'x-enum-varnames': ['None', 'Some', 'Half'] },
    ],
    ['values that are their own names', enumOf(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['a list of numbers', enumOf([1, 2]), { type: 'integer', enum: [1, 2] }],
    [
      'two names for one value',
      enumOf({ A: 1, B: 2, C: 1 }),
      { type: 'integer', enum: [1, 2], 'x-enum-varnames': ['A', 'B'] },
    ],
    ['a promise', Promise, {}],
  ])('%s', (_, type, schema) => {
    expect(compile(type).use).toEqual(schema);
  });

  it('a named enum is a component of its own, once', () => {
    const named = enumOf(Colour, { name: 'Colour' });
    const { uses, schemas } = compileUses([
      [named, REQUEST],
      [[named], REQUEST],
      [enumOf(Colour, { name: 'Colour' }), REQUEST],
    ]);
    const ref = { $ref: '#/components/schemas/Colour' };
    expect(uses).toEqual([ref, { type: 'array', items: ref }, ref]);
    expect(schemas).toEqual({
      Colour: { type: 'string', enum: ['red', 'Blue'] },
    });
  });

  it("a table of ours gives way to an application's own name, whichever comes first, without a word", () => {
    class CurrencyCode {
      @IsString() code!: string;
    }
    class Price {
      @IsISO4217CurrencyCode() currency!: string;
    }
    enum Country {
      Here = 'here',
    }
    class Place {
      @IsISO31661Alpha2() country!: string;
    }
    for (const uses of [
      [Price, CurrencyCode, Place, enumOf(Country, { name: 'CountryCode' })],
      [CurrencyCode, Price, enumOf(Country, { name: 'CountryCode' }), Place],
    ]) {
      const { schemas, codes } = compileUses(uses.map((use) => [use, REQUEST]));
      expect(Object.keys(schemas).sort()).toEqual([
        'CountryCode',
        'CurrencyCode',
        'Place',
        'Price',
        'StandardCountryCode',
        'StandardCurrencyCode',
      ]);
      expect(schemas.CurrencyCode).toHaveProperty('properties.code');
      expect(schemas.Price).toHaveProperty(
        'properties.currency.$ref',
        '#/components/schemas/StandardCurrencyCode',
      );
      expect(schemas.CountryCode).toEqual({ type: 'string', enum: ['here'] });
      expect(codes).toEqual([]);
    }
  });

  it('two enums with one name are two components, with a diagnostic', () => {
    const { uses, codes } = compileUses([
      [enumOf(Colour, { name: 'X' }), REQUEST],
      [enumOf(Level, { name: 'X' }), REQUEST],
    ]);
    expect(uses).toEqual([{ $ref: '#/components/schemas/X' }, { $ref: '#/components/schemas/X2' }]);
    expect(codes).toEqual(['name-clash use 1']);
  });

  it('two enums with one name and the same members are one component', () => {
    const { uses, codes } = compileUses([
      [enumOf(Colour, { name: 'X' }), REQUEST],
      [enumOf({ ...Colour }, { name: 'X' }), REQUEST],
    ]);
    expect(uses).toEqual([{ $ref: '#/components/schemas/X' }, { $ref: '#/components/schemas/X' }]);
    expect(codes).toEqual([]);
  });

  it('files travel as they are in a form', () => {
    const form = compileUses([[file(), { ...REQUEST, binary: 'image/png' }]]).uses;
    expect(form).toEqual([{ type: 'string', format: 'binary', contentMediaType: 'image/png' }]);
  });

  it('a tuple has no `items: false`, with which Prism refuses every tuple', () => {
    expect(compile(tupleOf(String, Number)).use).toEqual({
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'number' }],
      minItems: 2,
      maxItems: 2,
    });
  });

  it('an empty tuple is a list without elements, and a valid schema', () => {
    const { use } = compile(tupleOf());
    expect(use).not.toHaveProperty('prefixItems');
    expect([[], [1]].map(accepts(use))).toEqual([true, false]);
  });
});

describe('Types: properties', () => {
  const list = (items: Schema): Schema => ({ type: 'array', items });
  const colour = { $ref: '#/components/schemas/Colour' };
  const emptyToo = { $ref: '#/components/schemas/E', type: 'string', minLength: 1 };

  it.each<[string, unknown[], Schema]>([
    ['@ArrayOf', [ArrayOf(() => Item)], list(item)],
    ['nested lists', [ArrayOf(() => [[Number]])], list(list(list({ type: 'number' })))],
    ['@MapOf', [MapOf(() => Item)], { type: 'object', additionalProperties: item }],
    [
      '@TupleOf',
      [TupleOf(() => [Number, Number])],
      { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], minItems: 2, maxItems: 2 },
    ],
    ['@OneOf', [OneOf(() => [Item, String])], { anyOf: [item, { type: 'string' }] }],
    ['@TypeOf a bigint', [TypeOf(() => BigInt)], { type: 'string', pattern: '^-?[0-9]+$' }],
    ['@Enum', [Enum(Level)], { type: 'integer', enum: [-1, 1], 'x-enum-varnames': ['Low', 'High'] }],
    [
      '@Enum named, beside @IsEnum',
      [Enum(Colour, { name: 'Colour' }), IsEnum(Colour)],
      { $ref: '#/components/schemas/Colour' },
    ],
    [
      '@Enum each, named',
      [Enum(Colour, { name: 'Colour', each: true }), IsEnum(Colour, { each: true })],
      list({ $ref: '#/components/schemas/Colour' }),
    ],
    ['each, once and on the elements', [IsInt({ each: true }), IsArray()], list({ type: 'integer' })],
    ['@Type of a list', [Type(() => Item), IsArray()], list(item)],
    ['@IsNotEmpty of a class', [IsNotEmpty(), IsObject(), Type(() => Item)], item],
    ['@IsNotEmpty of an enum', [IsNotEmpty(), Enum(Colour, { name: 'Colour' }), IsEnum(Colour)], colour],
    ['@IsNotEmpty of each', [IsNotEmpty({ each: true }), ArrayOf(() => Item)], list(item)],
    ['@IsNotEmpty of an enum with an empty text', [IsNotEmpty(), Enum(['', 'a'], { name: 'E' })], emptyToo],
    ['a table of codes', [IsString(), IsISO31661Alpha2()], { $ref: '#/components/schemas/CountryCode' }],
    ['a text that says nothing more', [IsString()], { type: 'string' }],
    ['@Type of dates', [Type(() => Date), IsArray()], list({ type: 'string', format: 'date-time' })],
  ])('%s', (_, decorators, schema) => {
    expect(propertySchema([IsOptional(), ...decorators])).toEqual(schema);
  });
});

describe('discriminated unions', () => {
  const payment = discriminated('kind', { card: Card, transfer: Transfer });
  const branch = (name: string): string => `#/components/schemas/${name}`;

  it('oneOf, with a mapping and a constant in each branch', () => {
    const { use, schemas } = compile(payment);
    expect(use).toEqual({
      type: 'object',
      oneOf: [{ $ref: branch('Card') }, { $ref: branch('Transfer') }],
      discriminator: {
        propertyName: 'kind',
        mapping: { card: branch('Card'), transfer: branch('Transfer') },
      },
    });
    expect(schemas).toEqual({
      Card: {
        type: 'object',
        properties: { number: { type: 'string' }, kind: { type: 'string', enum: ['card'], const: 'card' } },
        required: ['number', 'kind'],
      },
      Transfer: {
        type: 'object',
        properties: {
          iban: { type: 'string' },
          kind: { type: 'string', enum: ['transfer'], const: 'transfer' },
        },
        required: ['iban', 'kind'],
      },
    });
  });

  it('a class that is also used by itself keeps its plain component', () => {
    const { uses, schemas, codes } = compileUses([
      [Card, REQUEST],
      [payment, REQUEST],
    ]);
    expect(uses[0]).toEqual({ $ref: branch('Card') });
    expect(uses[1]?.discriminator?.mapping?.card).toBe(branch('CardWithKind'));
    expect(Object.keys(schemas)).toEqual(['Card', 'CardWithKind', 'Transfer']);
    expect(schemas.Card?.properties).not.toHaveProperty('kind');
    expect(codes).toEqual([]);
  });

  it('a class with two discriminator values has a component for each', () => {
    const { uses, schemas, codes } = compileUses([
      [payment, REQUEST],
      [discriminated('kind', { 'credit-card': Card, debit: Card, transfer: Transfer }), REQUEST],
    ]);
    expect(uses[0]?.discriminator?.mapping?.card).toBe(branch('CardAsCard'));
    expect(uses[1]?.discriminator?.mapping?.debit).toBe(branch('CardAsCreditcardOrDebit'));
    expect(Object.keys(schemas).sort()).toEqual(['CardAsCard', 'CardAsCreditcardOrDebit', 'Transfer']);
    expect(codes).toEqual([]);
  });

  it('omits the discriminator object if it inlines the classes', () => {
    const { use, schemas } = compile(payment, { inlineSchemas: true });
    expect(use).toMatchObject({
      oneOf: [{ properties: { kind: { const: 'card' } } }, { properties: { kind: { const: 'transfer' } } }],
    });
    expect(use).not.toHaveProperty('discriminator');
    expect(schemas).toEqual({});
  });

  it('inlined and recursive, a branch still accepts only its own', () => {
    class Sum {
      @IsString() note!: string;
      @OneOf(() => [Sum, Constant], {
        discriminator: { propertyName: 'kind', mapping: { sum: () => Sum, constant: () => Constant } },
      })
      left!: unknown;
    }
    class Constant {
      @IsInt() value!: number;
    }
    const { use } = compile(Sum, { inlineSchemas: true });
    const verdict = accepts(use);
    expect(verdict({ note: 'a', left: { kind: 'constant', value: 1 } })).toBe(true);
    expect(verdict({ note: 'a', left: { kind: 'sum', note: 'b', left: {} } })).toBe(true);
    expect(verdict({ note: 'a', left: { kind: 'constant', value: 'x' } })).toBe(false);
  });

  it('a class with @OneOf is a union', () => {
    abstract class Shape {
      @IsString() kind!: string;
    }
    class Circle extends Shape {
      @IsInt() radius!: number;
    }
    class Square extends Shape {
      @IsInt() side!: number;
    }
    OneOf(() => [Circle, Square], { discriminator: 'kind' })(Shape);
    const { use, schemas } = compile(Shape);
    expect(use).toEqual({ $ref: branch('Shape') });
    expect(schemas.Shape).toMatchObject({ oneOf: [{ $ref: branch('Circle') }, { $ref: branch('Square') }] });
    expect(schemas.Circle?.required).toEqual(['kind', 'radius']);
    expect(schemas.Circle?.properties?.kind).toEqual({ type: 'string', enum: ['Circle'], const: 'Circle' });
  });
});

describe('bad input: a wrong type breaks its own place only', () => {
  class Broken {
    @TypeOf(() => undefined as never) a!: unknown;
    @ArrayOf(() => 'Item' as never) b!: unknown[];
    @OneOf(() => []) c!: unknown;
    @MapOf(() => {
      throw new Error('not yet');
    })
    d!: unknown;
    @IsString() e!: string;
  }

  it('an invalid type in a property', () => {
    const { schemas, codes, diagnostics } = compile(Broken);
    expect(schemas.Broken?.properties).toEqual({ a: {}, b: {}, c: {}, d: {}, e: { type: 'string' } });
    expect(codes).toEqual(['a', 'b', 'c', 'd'].map((key) => `invalid-type Broken.${key}`));
    expect(diagnostics.every(({ severity }) => severity === 'error')).toBe(true);
  });

  it('an invalid type instead of a schema', () => {
    const { uses, codes } = compileUses([
      ['User' as never, REQUEST],
      [Item, REQUEST],
    ]);
    expect(uses).toEqual([{}, item]);
    expect(codes).toEqual(['invalid-type use 0']);
  });

  it('an invalid type on a class', () => {
    class Fine {
      @TypeOf(() => Wrong) wrong!: unknown;
      @ValidateNested() @Type(() => Item) item!: Item;
    }
    class Wrong {}
    OneOf(() => [undefined as never])(Wrong);
    const { schemas, codes } = compile(Fine);
    expect(schemas.Item).toBeDefined();
    expect(schemas.Fine?.properties?.item).toEqual(item);
    expect(codes).toEqual([expect.stringContaining('invalid-type Wrong')]);
  });
});
