import 'reflect-metadata';
import { Expose, Transform, Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsDateString,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsLatitude,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { SchemaOverride } from '../../../../../decorators/annotations.js';
import { ArrayOf, Enum, MapOf, OneOf, TupleOf, TypeOf } from '../../../../../decorators/types.js';
import type { Constructor } from '../../../../../src/shared/types.js';
import { say, typesOf, walk } from '../walk.js';

class Item {
  @IsString() name!: string;
}
class Special extends Item {
  @IsInt() level!: number;
}
enum Level {
  Low = -1,
  High = 1,
}
const identity = Transform(({ value }) => value as unknown);
const splitting = Transform(({ value }) => String(value).split(','));

/** A property as a compiler without metadata leaves it: no `design:type`. */
function bare(...decorators: readonly unknown[]): Constructor {
  class Order {}
  for (const decorator of [...decorators].reverse()) (decorator as PropertyDecorator)(Order.prototype, 'a');
  return Order;
}

/** A property whose `design:type` the compiler recorded. */
function designed(design: unknown, ...decorators: readonly unknown[]): Constructor {
  class Order {}
  Reflect.defineMetadata('design:type', design, Order.prototype, 'a');
  for (const decorator of [...decorators].reverse()) (decorator as PropertyDecorator)(Order.prototype, 'a');
  return Order;
}

const typeOf = (target: Constructor): string => say(walk(target).property('a').type);

describe('rules about a scalar, on a property declared as an array', () => {
  it('document a scalar: `each` also checks a value that is not a list', () => {
    expect(typeOf(designed(Array, MinLength(2), IsString({ each: true })))).toBe('string');
    expect(typeOf(designed(Array, IsString({ each: true })))).toBe('array(string)');
  });

  it('allows several types', () => {
    expect(typeOf(bare(IsLatitude(), IsInt({ each: true })))).toBe('integer');
  });
});

describe('rules that their own validateIf option may disable', () => {
  const ofA = { validateIf: ({ kind }: { kind?: string }) => kind === 'a' };
  const ofB = { validateIf: ({ kind }: { kind?: string }) => kind === 'b' };
  const given = { validateIf: (_: unknown, value: unknown) => value !== undefined };

  it.each([
    ['say what they agree on', [IsString(ofA), MinLength(2, ofB)], 'string'],
    ['or the wider of two types', [IsInt(ofA), IsNumber({}, ofB)], 'number'],
    ['and nothing where they say different types', [IsString(ofA), IsNumber({}, ofB)], 'unknown'],
    ['as values do', [IsIn(['a', 1], ofA), IsNumber({}, ofB)], 'unknown'],
    ['a rule that always runs decides', [IsString(), IsNumber({}, ofB)], 'string'],
    ['be it by a condition about absence', [IsString(given), IsNumber({}, ofB)], 'string'],
  ])('%s', (_, rules, type) => {
    expect(typeOf(designed(Object, ...rules))).toBe(type);
  });
});

describe('types without compiler metadata', () => {
  it.each<[string, readonly unknown[], string]>([
    ['@IsString', [IsString()], 'string'],
    ['@IsInt', [IsInt()], 'integer'],
    ['@IsDate', [IsDate()], 'date'],
    ['@IsDateString', [IsDateString()], 'string'],
    ['@IsEnum', [IsEnum(Level)], 'enum(-1, 1)'],
    ['@IsInt each', [IsInt({ each: true })], 'array(integer)'],
    ['@IsEnum each', [IsEnum(Level, { each: true })], 'array(enum(-1, 1))'],
    ['@IsArray and each', [IsArray(), IsString({ each: true })], 'array(string)'],
    ['@IsArray alone', [IsArray()], 'array(unknown)'],
    ['@ArrayMinSize alone', [ArrayMinSize(1)], 'array(unknown)'],
    ['@IsObject', [IsObject()], 'object'],
    ['@Type of a class', [Type(() => Item)], 'Item | array(Item)'],
    ['@Type and @ValidateNested', [Type(() => Item), ValidateNested()], 'Item | array(Item)'],
    ['@Type, @ValidateNested and @IsObject', [Type(() => Item), ValidateNested(), IsObject()], 'Item'],
    ['@Type and @ValidateNested each', [Type(() => Item), ValidateNested({ each: true })], 'array(Item)'],
    ['@Type and @IsArray', [Type(() => Item), IsArray()], 'array(Item)'],
    ['@Type of Date', [Type(() => Date), IsDate()], 'date'],
    ['@Type of Number', [Type(() => Number), IsInt()], 'number'],
    ['@TypeOf', [TypeOf(() => Item)], 'Item'],
    ['@TypeOf BigInt', [TypeOf(() => BigInt)], 'bigint'],
    ['@TypeOf a file', [TypeOf(() => Buffer)], 'file'],
    ['@ArrayOf', [ArrayOf(() => Item)], 'array(Item)'],
    ['@ArrayOf of lists', [ArrayOf(() => [Item])], 'array(array(Item))'],
    ['@ArrayOf, unique', [ArrayOf(() => String, { unique: true })], 'set(string)'],
    ['@MapOf', [MapOf(() => [Number])], 'map(array(number))'],
    ['@TupleOf', [TupleOf(() => [String, Item])], 'tuple(string, Item)'],
    ['@OneOf', [OneOf(() => [Item, String])], 'Item | string'],
    ['@Enum', [Enum(Level)], 'enum(-1, 1)'],
    ['@Enum each', [Enum(Level, { each: true })], 'array(enum(-1, 1))'],
    [
      '@Enum of what @IsEnum says is a list',
      [Enum(Level), IsEnum(Level, { each: true })],
      'array(enum(-1, 1))',
    ],
    ['our decorator over @Type', [TypeOf(() => String), Type(() => Item)], 'string'],
    ['our decorator over a validator', [TypeOf(() => Number), IsString()], 'number'],
    ['our decorator over a @Transform', [ArrayOf(() => String), identity], 'array(string)'],
    ['a rule about a scalar over @Type of a class', [Type(() => Item), IsString()], 'string'],
    ['and of elements', [Type(() => Item), IsArray(), IsInt({ each: true })], 'array(integer)'],
    ['but not where instances are validated', [Type(() => Item), ValidateNested(), IsString()], 'Item'],
  ])('%s', (_, decorators, type) => {
    expect(typeOf(bare(...decorators))).toBe(type);
    expect(typeOf(bare(...[...decorators].reverse()))).toBe(type);
  });
});

describe('types with compiler metadata', () => {
  it.each<[string, unknown, readonly unknown[], string]>([
    ['a text', String, [IsNotEmpty()], 'string'],
    ['a number', Number, [Expose()], 'number'],
    ['a boolean', Boolean, [Expose()], 'boolean'],
    ['a Date', Date, [Expose()], 'date'],
    ['a bigint', BigInt, [Expose()], 'bigint'],
    ['a class', Item, [Expose()], 'Item'],
    ['a Buffer', Buffer, [Expose()], 'file'],
    ['a Map', Map, [Expose()], 'map(unknown)'],
    ['a list', Array, [IsString({ each: true })], 'array(string)'],
    ['a Set', Set, [IsString({ each: true })], 'set(string)'],
    ['a Set and @Type', Set, [Type(() => Item)], 'set(Item)'],
    ['a Map and @Type', Map, [Type(() => Item)], 'map(Item)'],
    ['a list and @Type', Array, [Type(() => Item)], 'array(Item)'],
    ['a list and @Enum', Array, [Enum(Level)], 'array(enum(-1, 1))'],
    ['a number that is an integer', Number, [IsInt()], 'integer'],
    ['a number that is an enum', Number, [IsEnum(Level)], 'enum(-1, 1)'],
    ['a class that is an object', Item, [IsObject()], 'Item'],
    ['a Map that is an object', Map, [IsObject()], 'map(unknown)'],
    ['a validator over what the compiler says', Date, [IsDateString()], 'string'],
    ['an interface, a union, any', Object, [IsBoolean()], 'boolean'],
    ['a text whose values are listed', String, [IsIn(['a', 'b'])], 'string'],
    ['a promise', Promise, [IsString()], 'string'],
    ['an enum of another file, as swc has it', { Open: 'open', Closed: 'closed' }, [Expose()], 'string'],
    ['a numeric one', { 0: 'Low', 1: 'High', Low: 0, High: 1 }, [Expose()], 'number'],
    ['one of both', { 0: 'No', No: 0, Yes: 'yes' }, [IsInt()], 'integer'],
    ['a value of an enum', 'open', [Expose()], 'string'],
    ['a schema that shares its name with a type', { parse: String }, [IsInt()], 'integer'],
  ])('%s', (_, design, decorators, type) => {
    expect(typeOf(designed(design, ...decorators))).toBe(type);
  });

  it.each([
    ['a Map of texts', [MaxLength(20, { each: true })], 'map(string)', 'array(string)'],
    ['a Map of integers', [IsInt({ each: true })], 'map(integer)', 'array(integer)'],
    ['a Map of codes', [IsIn(['a'], { each: true }), IsOptional()], 'map(string)', 'array(string)'],
    ['a list after all', [IsArray(), IsString({ each: true })], 'array(string)', 'array(string)'],
  ])(
    'in responses the recorded type decides between a Map and a list: %s',
    (_, decorators, output, input) => {
      const target = designed(Map, ...decorators);
      const typeIn = (direction: 'input' | 'output', options = {}): string =>
        say(walk(target, { direction }, options).property('a').type);
      expect(typeIn('output')).toBe(output);
      // A request brings an object, which each of these rules rejects; they accept arrays.
      expect(typeIn('input')).toBe(input);
      expect(typeIn('input', { enableImplicitConversion: true })).toBe(output);
    },
  );

  it('reads what TypeScript writes', () => {
    class Order {
      @Expose() text!: string;
      @Expose() count!: number;
      @Expose() flag!: boolean;
      @Expose() at!: Date;
      @Expose() item!: Item;
      @Expose() level!: Level;
      @Expose() optional?: string;
      @Expose() maybe!: string | null;
      @IsString({ each: true }) list!: string[];
      @Expose() get read(): number {
        return this.count;
      }
    }
    expect(typesOf(Order)).toMatchObject({
      text: 'string',
      count: 'number',
      flag: 'boolean',
      at: 'date',
      item: 'Item',
      level: 'number',
      optional: 'string',
      list: 'array(string)',
    });
  });

  it('is inherited', () => {
    class Base {
      @Expose() at!: Date;
    }
    class Derived extends Base {}
    expect(typesOf(Derived)).toEqual({ at: 'date' });
  });
});

describe('@Type without a list rule, if the compiler recorded neither one value nor a list', () => {
  const nested = [ValidateNested(), Type(() => Item)];

  it.each<[string, unknown, unknown[], string]>([
    ['readonly Item[] with swc', Object, nested, 'Item | array(Item)'],
    ['a class imported as a type, with tsc', Function, nested, 'Item | array(Item)'],
    ['number[] | null', Object, [Type(() => Number)], 'number | array(number)'],
    ['Date | null', Object, [Type(() => Date)], 'date | array(date)'],
    ['Item with tsc', Item, nested, 'Item'],
    ['Item[] with tsc', Array, nested, 'array(Item)'],
    ['Set<Item>', Set, nested, 'set(Item)'],
    ['a rule about one value', Object, [...nested, IsObject()], 'Item'],
    ['a rule with each', Object, [ValidateNested({ each: true }), Type(() => Item)], 'array(Item)'],
    ['@TypeOf', Object, [...nested, TypeOf(() => Item)], 'Item'],
    ['@ArrayOf', Object, [...nested, ArrayOf(() => Item)], 'array(Item)'],
    ['@ApiProperty with a class', Object, [...nested, ApiProperty({ type: Item })], 'Item'],
    ['@ApiProperty with a list', Object, [...nested, ApiProperty({ type: [Item] })], 'array(Item)'],
    ['any object', Object, [ValidateNested(), Type(() => Object)], 'object'],
  ])('%s', (_, design, decorators, type) => {
    const target = designed(design, ...decorators);
    expect(typeOf(target)).toBe(type);
    const isOpen = type.includes('|');
    expect(walk(target).codes).toEqual(
      isOpen ? ['one-or-list Order.a'] : expect.not.arrayContaining(['one-or-list Order.a']),
    );
  });

  it('has the remedy to compile with types only if the compiler recorded none', () => {
    const messageOf = (target: Constructor): string =>
      walk(target).diagnostics.find(({ code }) => code === 'one-or-list')?.message ?? '';
    expect(messageOf(designed(undefined, ...nested))).toMatch(/ Or compile with emitDecoratorMetadata and /);
    expect(messageOf(designed(Object, ...nested))).toMatch(/for a list\.$/);
  });

  it('is one value of the class itself, which swc does not record', () => {
    class Folder {
      @IsOptional() @ValidateNested() @Type(() => Folder) parent?: Folder;
    }
    expect(Reflect.getMetadata('design:type', Folder.prototype, 'parent')).toBe(Object);
    expect(typesOf(Folder)).toEqual({ parent: 'Folder' });
    expect(walk(Folder).codes).toEqual(['assumed-one Folder.parent']);
  });
});

describe('@Type with a discriminator', () => {
  const discriminator = {
    property: 'kind',
    subTypes: [
      { value: Item, name: 'item' },
      { value: Special, name: 'special' },
    ],
  };

  it.each([
    ['of one', [Type(() => Item, { discriminator })], 'Item | Special'],
    ['of a list', [Type(() => Item, { discriminator }), IsArray()], 'array(Item | Special)'],
  ])('%s', (_, decorators, type) => {
    expect(typeOf(bare(...decorators))).toBe(type);
  });

  it('keeps the names', () => {
    expect(
      walk(
        bare(
          Type(() => Item, { discriminator }),
          IsObject(),
        ),
      ).property('a').type,
    ).toMatchObject({
      discriminator: {
        propertyName: 'kind',
        mapping: [
          { value: 'item', target: Item },
          { value: 'special', target: Special },
        ],
      },
    });
  });
});

describe('documents the declared type under a @Transform', () => {
  const cents = Transform(({ value }: { value: number }) => value * 100);
  const texts = TypeOf(() => String);
  const numbers = TypeOf(() => Number);

  it.each<[string, PropertyDecorator[], string, string[]]>([
    ['a rule', [identity, IsString()], 'string', ['isString']],
    ['rules of a list', [splitting, IsString({ each: true })], 'array(string)', ['isString']],
    ['a type decorator and its rules', [texts, identity, IsEmail()], 'string', ['isEmail']],
    [
      'a type decorator over a rule of another type',
      [texts, splitting, IsString({ each: true })],
      'string',
      [],
    ],
    ['a rule of numbers', [numbers, cents, IsInt()], 'number', ['isInt']],
    ['a rule of numbers over strings', [texts, cents, IsInt(), MinLength(1)], 'string', ['minLength']],
  ])('%s', (_, decorators, type, rules) => {
    const property = walk(bare(...decorators)).property('a');
    expect(say(property.type)).toBe(type);
    expect(property.rules.map(({ name }) => name)).toEqual(rules);
    expect(property.conversion.converted).toBe(true);
  });

  it('does not call the type function', () => {
    const failing = Transform(() => {
      throw new Error('must not run');
    });
    expect(say(walk(bare(failing, IsString())).property('a').type)).toBe('string');
  });

  it('documents a class without decorators as open', () => {
    class ObjectId {}
    expect(say(walk(designed(ObjectId, identity)).property('a').type)).toBe('unknown');
  });
});

describe('without evidence the schema is open, and a diagnostic names the remedy', () => {
  it.each<[string, Constructor, RegExp, boolean]>([
    [
      'no recorded type',
      bare(IsNotEmpty()),
      /emitDecoratorMetadata and import reflect-metadata before/,
      true,
    ],
    [
      'the type of an interface',
      designed(Object, Expose()),
      /interfaces, unions and types of `import type`/,
      true,
    ],
    ['the type of an interface', designed(Object, Expose()), /emitDecoratorMetadata/, false],
  ])('names the cause of %s', (_, target, text, isNamed) => {
    expect(text.test(walk(target).diagnostics[0]?.message ?? '')).toBe(isNamed);
  });

  it.each<[string, Constructor, string[], string]>([
    ['nothing', bare(IsNotEmpty()), ['unknown-type Order.a'], 'unknown'],
    ['Object', designed(Object, Expose()), ['unknown-type Order.a'], 'unknown'],
    ['a promise', designed(Promise, Expose()), ['unknown-type Order.a'], 'unknown'],
    ['a list of what', designed(Array, Expose()), ['unknown-element-type Order.a'], 'array(unknown)'],
    ['@IsArray alone', bare(IsArray()), ['unknown-element-type Order.a'], 'array(unknown)'],
    [
      '@ValidateNested of any object',
      bare(
        ValidateNested(),
        Type(() => Object),
      ),
      ['nested-without-type Order.a'],
      'object',
    ],
    [
      '@ValidateNested without @Type',
      bare(ValidateNested()),
      ['nested-without-type Order.a', 'unknown-type Order.a'],
      'unknown',
    ],
  ])('%s', (_, target, codes, type) => {
    const walked = walk(target);
    expect([...walked.codes].sort()).toEqual(codes);
    expect(say(walked.property('a').type)).toBe(type);
    for (const { message, severity } of walked.diagnostics) {
      expect(severity).toBe('warning');
      expect(message).toMatch(/(Add|Name) (a validator|its class|@)/u);
    }
  });

  it.each<[string, Constructor]>([
    [
      'a type decorator',
      bare(
        TypeOf(() => Item),
        identity,
      ),
    ],
    ['values of two types', bare(IsIn(['auto', 1]))],
    ['a rule that says two types', bare(IsLatitude())],
    ['an override that says the type', bare(SchemaOverride({ type: 'string' }))],
    ['an override that refers', bare(SchemaOverride({ $ref: 'x.json' }), IsArray())],
    [
      '@ArrayOf',
      designed(
        Array,
        ArrayOf(() => String),
      ),
    ],
  ])('reports no problem for %s', (_, target) => {
    expect(walk(target).codes).toEqual([]);
  });
});
