import 'reflect-metadata';
import { Expose, plainToInstance, Transform, Type } from 'class-transformer';
import { IsEmail, IsInt, IsOptional, IsString, Length, validateSync, ValidateNested } from 'class-validator';
import { Description, Example, ReadOnly } from '../../../decorators/annotations.js';
import { Model } from '../../../decorators/model.js';
import { rules } from '../../../decorators/rules.js';
import { ArrayOf, TypeOf } from '../../../decorators/types.js';
import { AtLeastOneOf } from '../../../src/documents/model/member-decorators.js';
import { PartialType } from '../../../src/documents/model/mapped-types.js';
import { jsonSchemaOf } from '../../../src/documents/schema/json-schema.js';
import { serialize } from '../../../src/serialize/serialize.js';
import { ConfigError } from '../../../src/shared/errors.js';
import type { Constructor } from '../../../src/shared/types.js';

class Item {
  @IsString() sku!: string;
}

@Model({ name: 'Person' })
@AtLeastOneOf('name', 'age')
@Description('Who orders')
class Decorated {
  @ReadOnly() @TypeOf(() => Number) id!: number;
  @Description('As printed') @Example('Ada') @Example('Grace') @Length(1, 80) name!: string;
  @IsOptional() @IsInt() age?: number;
  @IsEmail() @Transform(({ value }) => String(value).trim()) @Expose({ name: 'e-mail' }) mail!: string;
  @ArrayOf(() => String) @IsString({ each: true }) tags!: string[];
  @ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
  @TypeOf(() => String) @Expose() get label(): string {
    return `${this.name}!`;
  }
}

class Plain {
  id!: number;
  name!: string;
  age?: number;
  mail!: string;
  tags!: string[];
  items!: Item[];
  get label(): string {
    return `${this.name}!`;
  }
}
rules(
  Plain,
  {
    id: [ReadOnly(), TypeOf(() => Number)],
    name: [Description('As printed'), Example('Ada'), Example('Grace'), Length(1, 80)],
    age: [IsOptional(), IsInt()],
    mail: [IsEmail(), Transform(({ value }) => String(value).trim()), Expose({ name: 'e-mail' })],
    tags: [ArrayOf(() => String), IsString({ each: true })],
    items: [ValidateNested({ each: true }), Type(() => Item)],
    label: [TypeOf(() => String), Expose()],
  },
  Model({ name: 'Person' }),
  AtLeastOneOf('name', 'age'),
  Description('Who orders'),
);

describe('rules() does what the syntax does', () => {
  const both: readonly Constructor[] = [Decorated, Plain];
  const [decorated, plain] = both as [Constructor, Constructor];

  it.each(['input', 'output'] as const)('in the schema of %s', (direction) => {
    const schema = jsonSchemaOf(plain, { direction });
    expect(schema).toEqual(jsonSchemaOf(decorated, { direction }));
    expect(JSON.stringify(schema)).toContain('As printed');
  });

  it('in mapped types', () => {
    const [first, second] = [Decorated, Plain].map((base) => {
      class Change extends PartialType(base) {}
      return jsonSchemaOf(Change);
    });
    expect(second).toEqual(first);
  });

  it.each([
    [{ name: 'Ada', 'e-mail': ' ada@example.com ', tags: ['x'], items: [{ sku: 'a' }] }],
    [{ name: '', 'e-mail': 'x', tags: [1], items: [{}], age: 'x' }],
    [{}],
  ])('in validation and serialization of %j', (value) => {
    const [first, second] = [Decorated, Plain].map((target) => {
      const instance: object = plainToInstance<Decorated | Plain, unknown>(target, value);
      const errors = validateSync(instance).map(({ property, constraints }) => ({ property, constraints }));
      return { instance: { ...instance }, errors, sent: serialize(instance) };
    });
    expect(second).toEqual(first);
  });
});

describe('rules() refuses', () => {
  class User {
    name!: string;
    greet(): string {
      return this.name;
    }
  }
  const call = rules as (...args: unknown[]) => void;

  it.each<[string, unknown[], string]>([
    ['no class', [{}, {}], 'needs a class, not an object'],
    ['no decorators', [User, null], 'needs decorators by property'],
    [
      'a decorator in place of a list',
      [User, { name: IsString() }],
      'User.name: rules() needs a list of decorators',
    ],
    [
      'another value',
      [User, { name: ['IsString'] }],
      'User.name: rules() needs decorators, as in [IsString()], not "IsString"',
    ],
    ['a class', [User, { name: [Item] }], 'not the class Item'],
    [
      'a factory of class-validator',
      [User, { name: [IsString] }],
      'User.name: rules() has a decorator without its parentheses',
    ],
    ['a factory of dtospec', [User, { name: [ReadOnly] }], '@ReadOnly needs its parentheses'],
    ['a factory for the class', [User, {}, Description], '@Description needs its parentheses'],
    ['a method', [User, { greet: [ReadOnly()] }], '@ReadOnly cannot decorate a method'],
  ])('%s', (_, args, message) => {
    expect(() => call(...args)).toThrow(ConfigError);
    expect(() => call(...args)).toThrow(message);
  });

  it('a wrong decorator before any other runs', () => {
    class Order {
      a!: string;
      b!: string;
    }
    expect(() => call(Order, { a: [IsString()], b: [1] })).toThrow('Order.b: rules() needs decorators');
    expect(validateSync(new Order(), { forbidUnknownValues: false })).toEqual([]);
    expect(jsonSchemaOf(Order)).not.toHaveProperty('properties.a');
  });

  it('names and decorators that the compiler can refuse', () => {
    // @ts-expect-error -- no property has this name
    rules(User, { nmae: [] });
    const ofNumbers = (_target: object, _key: string, _descriptor?: TypedPropertyDescriptor<number>): void =>
      undefined;
    // @ts-expect-error -- the decorator is for numbers, and the property is a string
    rules(User, { name: [ofNumbers] });
    // @ts-expect-error -- a method is no property
    rules(User, { greet: [] });
    // @ts-expect-error -- the rule names a property that the class does not have
    expect(() => rules(User, {}, AtLeastOneOf('name', 'phone'))).not.toThrow();
  });
});
