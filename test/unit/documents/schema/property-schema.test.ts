import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  Allow,
  Equals,
  IsAlpha,
  IsArray,
  IsDate,
  IsDivisibleBy,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsISO31661Alpha2,
  IsLatitude,
  IsNotEmpty,
  IsNotEmptyObject,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinDate,
  MinLength,
  registerDecorator,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Format, Nullable } from '../../../../decorators/annotations.js';
import { ArrayOf, Enum, MapOf, OneOf, TupleOf, TypeOf } from '../../../../decorators/types.js';
import { canonical, sameJson } from '../../../../src/documents/json-schema/values.js';
import { resolveValidation } from '../../../../src/documents/model/validation-options.js';
import { FALSE_SCHEMA } from '../../../../src/documents/json-schema/impossible.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { registerRule } from '../../../../src/documents/rules/register.js';
import { compile, propertySchema, RESPONSE } from './compile.js';

class Item {
  @IsString() name!: string;
}
const ownRule =
  (name: string): PropertyDecorator =>
  (target, key) => {
    const validator = { validate: () => true };
    registerDecorator({ name, target: target.constructor, propertyName: key as string, validator });
  };
const own = ownRule('isEven');
const codesOf = (...decorators: readonly unknown[]): readonly string[] => {
  class Order {}
  for (const decorator of decorators) (decorator as PropertyDecorator)(Order.prototype, 'a');
  return compile(Order).codes;
};

describe('Rules: the type, narrowed by each rule', () => {
  it.each<[string, unknown[], Schema]>([
    [
      'on the value',
      [IsString(), MinLength(2), MaxLength(5)],
      { type: 'string', minLength: 2, maxLength: 5 },
    ],
    ['twice the same rule', [IsInt(), Min(1), Min(3), Max(9)], { type: 'integer', minimum: 3, maximum: 9 }],
    [
      'on the elements',
      [ArrayOf(() => String), MinLength(2, { each: true })],
      { type: 'array', items: { type: 'string', minLength: 2 } },
    ],
    [
      'on the list and on the elements',
      [IsArray(), ArrayMinSize(1), ArrayMaxSize(3), IsInt({ each: true })],
      { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 3 },
    ],
    [
      'on the values of a map',
      [MapOf(() => String), MaxLength(3, { each: true })],
      { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
    ],
    [
      'on the places of a tuple',
      [TupleOf(() => [String, String]), MaxLength(3, { each: true })],
      {
        type: 'array',
        prefixItems: [
          { type: 'string', maxLength: 3 },
          { type: 'string', maxLength: 3 },
        ],
        minItems: 2,
        maxItems: 2,
      },
    ],
    [
      'on the object itself, where its members are of another type',
      [MapOf(() => Number), IsNotEmptyObject({}, { each: true })],
      { type: 'object', additionalProperties: { type: 'number' }, minProperties: 1 },
    ],
    [
      'an instance has the fields of its class, so it is not empty',
      [IsNotEmptyObject(), ValidateNested(), Type(() => Item)],
      { $ref: '#/components/schemas/Item' },
    ],
    [
      'nor where nobody looks into it',
      [IsNotEmptyObject(), Type(() => Item)],
      { $ref: '#/components/schemas/Item' },
    ],
    ['a class is an object already', [TypeOf(() => Item), IsObject()], { $ref: '#/components/schemas/Item' }],
    [
      'an enum has its values already',
      [Enum(['a', 'b'], { name: 'AB' }), IsEnum({ A: 'a', B: 'b' })],
      { $ref: '#/components/schemas/AB' },
    ],
    [
      'a date as it travels',
      [Type(() => Date), IsDate(), MinDate(new Date(0))],
      { type: 'string', format: 'date-time' },
    ],
    ['a date that only its rule tells', [IsDate()], { type: 'string', format: 'date-time' }],
    [
      'no code of a table is empty',
      [IsNotEmpty(), IsISO31661Alpha2()],
      { $ref: '#/components/schemas/CountryCode' },
    ],
    [
      'nor any in a list of them',
      [IsNotEmpty({ each: true }), IsISO31661Alpha2({ each: true })],
      { type: 'array', items: { $ref: '#/components/schemas/CountryCode' } },
    ],
    [
      'unless an alphabet takes the empty text too',
      [IsNotEmpty(), IsAlpha('ko-KR' as never)],
      { $ref: '#/components/schemas/Alpha.ko-KR', type: 'string', minLength: 1 },
    ],
    [
      'a pattern as it is written, though without the u flag an emoji counts as two',
      [Matches(/^(?=.*\d).{8,}$/)],
      { type: 'string', pattern: '^(?=.*\\d).{8,}$' },
    ],
    [
      'a list of texts that differ',
      [ArrayOf(() => String), ArrayUnique()],
      { type: 'array', items: { type: 'string' }, uniqueItems: true },
    ],
    ['a multiple', [IsDivisibleBy(3)], { type: 'integer', multipleOf: 3 }],
    ['a text that is not empty', [IsString(), IsNotEmpty()], { type: 'string', minLength: 1 }],
    [
      'null beside rules',
      [IsString(), MinLength(2), ValidateIf((_, value) => value !== null)],
      { type: ['string', 'null'], minLength: 2 },
    ],
    [
      'null beside values',
      [IsIn(['a', 'b']), IsString(), Nullable(), IsOptional()],
      { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
    ],
    [
      'null beside a reference',
      [TypeOf(() => Item), Nullable()],
      { anyOf: [{ $ref: '#/components/schemas/Item' }, { type: 'null' }] },
    ],
    [
      'a text that a condition frees',
      [IsString(), MinLength(2), ValidateIf((_, value) => value !== '')],
      {
        anyOf: [
          { type: 'string', minLength: 2 },
          { type: 'string', const: '' },
        ],
      },
    ],
    [
      'what is free, and null',
      [IsString(), MinLength(2), ValidateIf((_, value) => value !== '' && value !== null)],
      { anyOf: [{ type: 'string', minLength: 2 }, { type: 'string', const: '' }, { type: 'null' }] },
    ],
    [
      'what is free and passes anyway, and what is of another type than declared',
      [IsString(), MaxLength(2), ValidateIf((_, value) => Boolean(value))],
      { type: ['string', 'null'], maxLength: 2 },
    ],
    [
      'a number that is free',
      [IsInt(), Min(10), ValidateIf((_, value) => value !== 0 && value !== '')],
      {
        anyOf: [
          { type: 'integer', minimum: 10 },
          { type: 'integer', const: 0 },
        ],
      },
    ],
    [
      'a date, which a condition never sees as text',
      [TypeOf(() => Date), Type(() => Date), ValidateIf((_, v) => v !== '')],
      { type: 'string', format: 'date-time' },
    ],
  ])('%s', (_, decorators, schema) => {
    expect(propertySchema(decorators)).toEqual(schema);
    expect(propertySchema([...decorators].reverse())).toEqual(schema);
  });

  it('rules of a condition that looks elsewhere fall away, those under a @Transform do not', () => {
    const elsewhere = ValidateIf((object: { b: unknown }) => object.b === 1);
    expect(propertySchema([IsString(), MinLength(2), elsewhere])).toEqual({ type: 'string' });
    expect(propertySchema([TypeOf(() => String), MinLength(2), Transform(() => 'x')])).toEqual({
      type: 'string',
      minLength: 2,
    });
  });
});

describe('reports what the schema cannot express', () => {
  it.each<[string, unknown[], readonly string[]]>([
    ['rules that contradict each other', [IsString(), Equals(5)], ['contradictory-rules Order.a']],
    ['a rule of our own making', [IsInt(), own], ['looser-rule Order.a']],
    [
      'a function that tells which texts are the same',
      [ArrayOf(() => String), ArrayUnique(String)],
      ['looser-rule Order.a'],
    ],
    ['but not texts that differ by themselves', [ArrayOf(() => String), ArrayUnique()], []],
    ['a pattern that engines read differently', [Matches(/^\d$/)], ['pattern-not-portable Order.a']],
    ['a rule that may be off', [IsInt({ validateIf: () => false })], ['looser-rule Order.a']],
    [
      '@ValidateNested without @Type',
      [TypeOf(() => Item), ValidateNested()],
      ['nested-without-type Order.a'],
    ],
    ['nothing of what it can say', [IsString(), MinLength(2), IsOptional(), Type(() => String)], []],
  ])('%s', (_, decorators, codes) => {
    expect(codesOf(...decorators)).toEqual(codes);
  });

  it('reports the remedy', () => {
    const messages: string[] = [];
    propertySchema([IsInt(), own], { report: ({ message }) => messages.push(message) });
    expect(messages).toEqual([expect.stringContaining('registerRule can describe it.')]);
  });

  it('a rule about objects keeps the reference of a class, and only the accepted values of an enum', () => {
    registerRule('hasTwo', () => ({ type: 'object', minProperties: 2 }));
    registerRule('isA', () => ({ type: 'string', enum: ['a'] }));
    expect(propertySchema([ownRule('hasTwo'), TypeOf(() => Item)])).toEqual({
      $ref: '#/components/schemas/Item',
      type: 'object',
      minProperties: 2,
    });
    expect(propertySchema([ownRule('isA'), Enum(['a', 'b'], { name: 'AB' })])).toEqual({
      type: 'string',
      enum: ['a'],
    });
  });

  it('contradicting rules accept no value', () => {
    expect(propertySchema([IsString(), Equals(5)])).toEqual(FALSE_SCHEMA);
  });

  it('a rule that may be off leaves the schema open', () => {
    expect(propertySchema([IsString(), MinLength(3, { validateIf: () => false })])).toEqual({
      type: 'string',
    });
  });
});

describe('values are compared as JSON', () => {
  it.each([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: undefined }, {}, true],
    [1, '1', false],
    [null, undefined, false],
    [{ a: { c: 1, b: 2 } }, { a: { b: 2, c: 1 } }, true],
  ])('%j and %j: %s', (a, b, same) => {
    expect(sameJson(a, b)).toBe(same);
    expect(canonical(a) === canonical(b)).toBe(same);
  });
});

describe("formats: 'sound' leaves out formats that refuse, where they are asserted, what validation accepts", () => {
  const sound = { formats: 'sound' } as const;
  const date = [Type(() => Date), IsDate()];

  it.each<[string, unknown[], Schema]>([
    ['a date, of which new Date() reads much else', date, { type: 'string' }],
    ['a date without a rule', [Type(() => Date), TypeOf(() => Date)], { type: 'string' }],
    ['an address', [IsEmail(), MaxLength(9)], { type: 'string', maxLength: 9 }],
    ['what a decorator of documents names', [IsString(), Format('hostname')], { type: 'string' }],
    ['not one that the rule checks', [IsUUID()], { type: 'string', format: 'uuid' }],
    ['not bytes', [Allow(), Format('binary')], { type: 'string', format: 'binary' }],
  ])('%s', (_, decorators, expected) => {
    expect(propertySchema(decorators, sound)).toEqual(expected);
  });

  it('always documents the format of a date in a response', () => {
    expect(propertySchema(date, sound, RESPONSE)).toEqual({ type: 'string', format: 'date-time' });
  });
});

describe('under implicit conversion', () => {
  const validation = resolveValidation({ enableImplicitConversion: true });
  const recorded =
    (design: unknown): PropertyDecorator =>
    (target, key) => {
      Reflect.defineMetadata('design:type', design, target, key);
    };

  it.each<[string, unknown[], Schema]>([
    ['a number', [recorded(Number), Max(9)], { type: ['number', 'string', 'boolean'], maximum: 9 }],
    [
      'a rule about numbers and strings sees a number',
      [recorded(Number), IsLatitude()],
      { type: ['number', 'string', 'boolean'], minimum: -90, maximum: 90 },
    ],
  ])('%s', (_, decorators, expected) => {
    expect(propertySchema(decorators, { validation })).toEqual(expected);
  });

  it("only the declared type where implicitConversion is 'declared'", () => {
    const schema = propertySchema([recorded(Number), Max(9)], { validation, implicitConversion: 'declared' });
    expect(schema).toEqual({ type: 'number', maximum: 9 });
  });
});

describe('an element rule on alternatives', () => {
  const union = (...members: (typeof String | typeof Number | [typeof String])[]) => OneOf(() => members);

  it.each<[string, unknown[], Schema]>([
    [
      'looks at each alternative, and into lists',
      [union(String, [String]), MaxLength(3, { each: true })],
      {
        oneOf: [
          { type: 'string', maxLength: 3 },
          { type: 'array', items: { type: 'string', maxLength: 3 } },
        ],
      },
    ],
    ['leaves what it accepts', [union(String, Number), IsString({ each: true })], { type: 'string' }],
  ])('%s', (_, decorators, expected) => {
    expect(propertySchema(decorators)).toEqual(expected);
  });
});

describe('values that a condition exempts', () => {
  const truthy = ValidateIf((order: { a?: unknown }) => !!order.a);
  const recorded =
    (design: unknown): PropertyDecorator =>
    (target, key) => {
      Reflect.defineMetadata('design:type', design, target, key);
    };

  it.each<[string, unknown[], Schema]>([
    [
      'values of the type that the compiler recorded',
      [recorded(String), truthy, IsInt()],
      { anyOf: [{ type: 'integer' }, { type: 'string', const: '' }, { type: 'null' }] },
    ],
    ['no others', [recorded(Number), truthy, IsInt()], { type: ['integer', 'null'] }],
    ['of an unknown type what the rules are about', [truthy, IsInt()], { type: ['integer', 'null'] }],
  ])('%s', (_, decorators, expected) => {
    expect(propertySchema(decorators)).toEqual(expected);
  });

  it('is one enumeration with values of its type', () => {
    const decorators = [ValidateIf((order: { a?: unknown }) => !!order.a), IsIn(['x', 'y'])];
    expect(propertySchema(decorators)).toEqual({
      anyOf: [{ type: 'string', enum: ['x', 'y', ''] }, { type: 'null' }],
    });
  });
});
