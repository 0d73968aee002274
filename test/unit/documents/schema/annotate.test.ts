import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsEnum,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsStrongPassword,
  isStrongPassword,
  MinLength,
} from 'class-validator';
import {
  Default,
  Deprecated,
  Description,
  Doc,
  Example,
  Extension,
  Format,
  Hidden,
  Nullable,
  ReadOnly,
  SchemaOverride,
  Title,
  WriteOnly,
} from '../../../../decorators/annotations.js';
import { Model } from '../../../../decorators/model.js';
import { ArrayOf, Enum, MapOf, TupleOf, TypeOf } from '../../../../decorators/types.js';
import { schema as schemaOf } from '../../../../src/documents/openapi/helpers.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { compile, propertySchema, RESPONSE } from './compile.js';

enum Level {
  Low,
  High,
}
class Item {
  @IsString() name!: string;
}

describe('the example of a password', () => {
  it.each<[string, PropertyDecorator[], string[] | undefined]>([
    ['passes the rules', [IsStrongPassword()], ['Pa55-W0rd!']],
    ['is as long as required', [IsStrongPassword(), MinLength(12)], ['Pa55-W0rd!xx']],
    ['is the one that the author gives', [IsStrongPassword(), Example('Own3xample!')], ['Own3xample!']],
    ['is left out if it does not pass', [IsStrongPassword({ minUppercase: 3 })], undefined],
    ['is left out if any text passes', [IsString(), Format('password')], undefined],
  ])('%s', (_, decorators, examples) => {
    expect((propertySchema(decorators) as Schema).examples).toEqual(examples);
    for (const example of examples ?? []) expect(isStrongPassword(example)).toBe(true);
  });
});

describe('annotations of a property', () => {
  it.each<[string, unknown[], Schema]>([
    ['@Description', [Description('d')], { type: 'string', description: 'd' }],
    ['@Doc, the fallback', [Doc('d')], { type: 'string', description: 'd' }],
    ['@Description over @Doc', [Doc('no'), Description('d')], { type: 'string', description: 'd' }],
    ['@Title', [Title('t')], { type: 'string', title: 't' }],
    ['@Deprecated', [Deprecated()], { type: 'string', deprecated: true }],
    ['@WriteOnly', [WriteOnly()], { type: 'string', writeOnly: true }],
    ['@Format', [Format('password')], { type: 'string', format: 'password' }],
    ['@Default', [Default('x')], { type: 'string', default: 'x' }],
    ['@Default of null, which is rejected', [Default(null)], { type: 'string' }],
    [
      '@Default of null',
      [Default(null), Nullable(), IsOptional()],
      { type: ['string', 'null'], default: null },
    ],
    [
      '@Extension',
      [Extension('x-a', { b: 1 }), Extension('x-c', null)],
      { type: 'string', 'x-a': { b: 1 }, 'x-c': null },
    ],
    ['@Nullable', [Nullable(), IsOptional()], { type: ['string', 'null'] }],
    ['@SchemaOverride adds', [SchemaOverride({ maxLength: 3 })], { type: 'string', maxLength: 3 }],
    [
      '@SchemaOverride has the last word',
      [SchemaOverride({ description: 'o' }), Description('d')],
      { type: 'string', description: 'o' },
    ],
    ['@SchemaOverride removes', [MinLength(2), SchemaOverride({ minLength: undefined })], { type: 'string' }],
    ['no @Example, no example', [], { type: 'string' }],
  ])('%s', (_, decorators, schema) => {
    expect(propertySchema([IsString(), ...decorators])).toEqual(schema);
  });

  it('@ReadOnly is in responses, @Hidden nowhere', () => {
    expect(propertySchema([IsString(), ReadOnly()], {}, RESPONSE)).toEqual({
      type: 'string',
      readOnly: true,
    });
    expect(propertySchema([IsString(), ReadOnly()])).toBeUndefined();
    expect(propertySchema([IsString(), Hidden()])).toBeUndefined();
    expect(propertySchema([IsString(), Hidden()], {}, RESPONSE)).toBeUndefined();
  });

  it('is written beside a reference', () => {
    expect(propertySchema([TypeOf(() => Item), Description('d'), Deprecated()])).toEqual({
      $ref: '#/components/schemas/Item',
      description: 'd',
      deprecated: true,
    });
  });

  it('documents annotations of a class', () => {
    @Model({ name: 'Thing', description: 'a thing' })
    @Title('t')
    @Deprecated()
    @Extension('x-a', 1)
    @Example({ name: 'a' })
    @SchemaOverride({ additionalProperties: false })
    class Annotated extends Item {}
    expect(compile(Annotated).schemas).toEqual({
      Thing: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        title: 't',
        description: 'a thing',
        deprecated: true,
        examples: [{ name: 'a' }],
        'x-a': 1,
        additionalProperties: false,
      },
    });
  });
});

describe('examples are coerced to the type, and never invented', () => {
  const date = new Date('2024-02-29T12:00:00Z');

  it.each<[string, unknown[], unknown, unknown]>([
    ['a text', [IsString()], 'a', 'a'],
    ['a number of a text', [IsString()], 42, '42'],
    ['a boolean of a text', [IsString()], true, 'true'],
    ['a text of a number', [IsNumber()], '42.5', 42.5],
    ['a text of an integer', [IsInt()], '42', 42],
    ['a fraction of an integer stays', [IsInt()], '42.5', '42.5'],
    ['a text that is no number stays', [IsInt()], 'many', 'many'],
    ['an empty text is no number', [IsNumber()], '', ''],
    ['a text of a boolean', [IsBoolean()], 'true', true],
    ['another text of a boolean stays', [IsBoolean()], 'yes', 'yes'],
    ['a Date', [IsDate(), Type(() => Date)], date, '2024-02-29T12:00:00.000Z'],
    ['a text of a date', [IsDate(), Type(() => Date)], '2024-02-29', '2024-02-29'],
    ['a bigint', [TypeOf(() => BigInt)], 12345678901234567890n, '12345678901234567890'],
    ['a bigint of a number', [IsInt()], 42n, 42],
    ['a list', [IsInt({ each: true })], ['1', 2], [1, 2]],
    ['a text of a list', [IsInt({ each: true })], '1, 2', [1, 2]],
    ['JSON of a list', [IsInt({ each: true })], '["1",2]', [1, 2]],
    ['a tuple', [TupleOf(() => [String, Number])], ['1', '2'], ['1', 2]],
    ['JSON of an object', [MapOf(() => Number)], '{"a":1}', { a: 1 }],
    ['an object', [MapOf(() => Number)], { a: 1 }, { a: 1 }],
    ['the values of a map', [MapOf(() => Number)], { a: '1' }, { a: 1 }],
    ['a member of an enum', [IsEnum(Level)], '1', 1],
    ['null', [IsString(), IsOptional(), Nullable()], null, null],
    ['a text of a nullable number', [IsInt(), IsOptional(), Nullable()], '5', 5],
    ['a list of lists', [ArrayOf(() => [Number])], [['1']], [[1]]],
    ['what only a rule says', [IsEnum(Level), TypeOf(() => schemaOf('any'))], '1', 1],
    ['what has no type', [SchemaOverride({})], '5', '5'],
    ['a member of a named enum', [Enum(Level, { name: 'Level' })], '1', 1],
    ['members of a named enum', [Enum(Level, { name: 'Level' }), IsArray()], ['1', '0'], [1, 0]],
    ['a named enum that may be null', [Enum(Level, { name: 'Level' }), Nullable(), IsOptional()], '1', 1],
  ])('%s', (_, decorators, given, example) => {
    const schema = propertySchema([...decorators, Example(given as never)]) as Schema;
    expect(schema.examples).toEqual([example]);
  });

  it('keeps the order of several examples', () => {
    class Order {
      @IsInt() @Example('1') @Example(2, { name: 'two' }) a!: number;
    }
    expect(compile(Order).schemas.Order).toMatchObject({ properties: { a: { examples: [1, 2] } } });
  });
});
