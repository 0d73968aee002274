import { Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  IsDefined,
  IsEmpty,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNotIn,
  IsOptional,
  IsString,
  MinLength,
  NotEquals,
  registerDecorator,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
} from 'class-validator';
import { Default, Nullable, Optional, Required } from '../../../../decorators/annotations.js';
import type { Constructor } from '../../../../src/shared/types.js';
import type { View } from '../../../../src/documents/model/types.js';
import { walk } from './walk.js';

class Item {
  @IsString() name!: string;
}
const IsEven = (): PropertyDecorator => (target, key) => {
  registerDecorator({
    name: 'isEven',
    target: target.constructor,
    propertyName: key as string,
    validator: { validate: (value) => Number(value) % 2 === 0 },
  });
};
const notNull = ValidateIf((_, value) => value !== null);
const notAbsent = ValidateIf((_, value) => value !== undefined);
const neither = ValidateIf((_, value) => value != null);
const elsewhere = ValidateIf((object: { kind: string }) => object.kind === 'a');

function on(...decorators: readonly unknown[]): Constructor {
  class Order {}
  for (const decorator of decorators) (decorator as PropertyDecorator)(Order.prototype, 'a');
  return Order;
}

type Expectation = [string, readonly unknown[], { required: boolean; nullable: boolean }];
const neverNull = (required: boolean): Expectation[2] => ({ required, nullable: false });

describe('Required: a property is required if class-validator rejects its absence', () => {
  it.each<Expectation>([
    ['@IsString', [IsString()], neverNull(true)],
    ['@MinLength(0)', [MinLength(0)], neverNull(true)],
    ['@IsNotEmpty', [IsNotEmpty()], neverNull(true)],
    ['@IsDefined', [IsDefined()], neverNull(true)],
    ['@IsIn', [IsIn(['a'])], neverNull(true)],
    ['each', [IsInt({ each: true })], neverNull(true)],
    ['@NotEquals', [NotEquals('a')], neverNull(false)],
    ['@IsNotIn', [IsNotIn(['a'])], neverNull(false)],
    ['@IsEmpty', [IsEmpty()], neverNull(false)],
    ['@Allow', [Allow()], neverNull(false)],
    ['@ValidateNested', [ValidateNested(), Type(() => Item)], neverNull(false)],
    ['@ValidatePromise', [ValidatePromise()], neverNull(false)],
    ['@ValidateNested and @IsDefined', [ValidateNested(), Type(() => Item), IsDefined()], neverNull(true)],
    ['a rule of our own making that refuses undefined', [IsEven()], neverNull(true)],
    ['no validator', [Default(1)], neverNull(false)],
    ['@IsOptional', [IsOptional(), IsString()], neverNull(false)],
    ['@IsOptional beside @IsDefined', [IsOptional(), IsDefined()], neverNull(false)],
    ['@Default alone does not fill in', [Default('a'), IsString()], neverNull(true)],
    ['a rule that may be off', [IsString({ validateIf: () => false })], neverNull(false)],
  ])('%s', (_, decorators, presence) => {
    expect(walk(on(...decorators)).property('a').presence).toMatchObject(presence);
  });

  it('asks only the rules of the groups in force', () => {
    const target = on(IsString({ groups: ['create'] }));
    const view: Partial<View> = { groups: ['update'] };
    expect(walk(target).property('a').presence.required).toBe(true);
    expect(walk(target, view).property('a')).toMatchObject({ presence: { required: false }, rules: [] });
  });
});

describe('class-validator facts: a default value makes a property optional in requests', () => {
  class Search {
    @IsInt() limit = 20;
    @IsInt() broken: unknown = 'twenty';
    @IsInt() page!: number;
    @Expose() @IsInt() size = 20;
    @Expose({ toPlainOnly: true }) @IsInt() shown = 20;
  }
  const required = (view?: Partial<View>): string[] =>
    walk(Search, view)
      .model.properties.filter(({ presence }) => presence.required)
      .map(({ key }) => key);

  it('unless it breaks the rules, or @Expose overwrites it with undefined', () => {
    expect(required()).toEqual(['broken', 'page', 'size']);
  });

  it('is always in a response', () => {
    expect(required({ direction: 'output' })).toEqual(['limit', 'broken', 'page', 'size', 'shown']);
  });

  it('reports a class that cannot be created without arguments, and documents no defaults', () => {
    class Strict {
      @IsInt() limit = 20;
      constructor(options: { limit: number }) {
        this.limit = options.limit;
      }
    }
    const walked = walk(Strict);
    expect(walked.property('limit').presence.required).toBe(true);
    expect(walked.codes).toEqual(['constructor-throws Strict']);
    expect(walked.diagnostics[0]?.message).toContain('Its constructor throws without arguments');
    expect(walk(Strict, { direction: 'output' }).codes).toEqual([]);
  });

  it('makes an instance of an abstract class too', () => {
    abstract class Base {
      @IsInt() limit = 20;
    }
    expect(walk(Base).property('limit').presence.required).toBe(false);
    expect(walk(Base).codes).toEqual([]);
  });
});

describe('Required: our own decorators', () => {
  it.each<Expectation>([
    ['@Required', [Required()], neverNull(true)],
    ['@Required over @IsOptional', [Required(), IsOptional(), IsString()], neverNull(true)],
    ['@Optional alone', [Optional()], neverNull(false)],
    ['@Optional does not undo a validator', [Optional(), IsString()], neverNull(true)],
  ])('%s', (_, decorators, presence) => {
    expect(walk(on(...decorators)).property('a').presence).toMatchObject(presence);
  });

  @Required()
  class Base {
    @Default(1) a!: number;
    @Optional() b!: number;
    @Type(() => Item) c!: Item;
    @IsOptional() @IsString() d?: string;
    @Expose() e!: string;
  }
  const presence = (target: Constructor): Record<string, boolean> =>
    Object.fromEntries(
      walk(target).model.properties.map((property) => [property.key, property.presence.required]),
    );

  it('@Required on a class is for all of its fields but the @Optional ones', () => {
    expect(presence(Base)).toEqual({ a: true, b: false, c: true, d: true, e: true });
  });

  it('applies to inherited properties, but not to those of a subclass', () => {
    class Derived extends Base {
      @Default(1) own!: number;
      @Optional() declare a: number;
    }
    expect(presence(Derived)).toEqual({ a: false, b: false, c: true, d: true, e: true, own: false });
    @Required()
    class Strict extends Derived {}
    expect(presence(Strict)).toEqual({ a: false, b: false, c: true, d: true, e: true, own: true });
  });
});

describe('null', () => {
  it.each<[string, readonly unknown[], Expectation[2] & { acceptsNull: boolean }]>([
    ['a validator', [IsString()], { ...neverNull(true), acceptsNull: false }],
    [
      '@IsOptional lets null in, and is not nullable',
      [IsOptional(), IsString()],
      { ...neverNull(false), acceptsNull: true },
    ],
    [
      '@Nullable and @IsOptional',
      [Nullable(), IsOptional(), IsString()],
      { required: false, nullable: true, acceptsNull: true },
    ],
    ['@Nullable without a validator', [Nullable()], { required: false, nullable: true, acceptsNull: true }],
    [
      '@Nullable where validation rejects null',
      [Nullable(), IsString()],
      { ...neverNull(true), acceptsNull: false },
    ],
    ['@ValidateIf not null', [notNull, IsString()], { required: true, nullable: true, acceptsNull: true }],
    ['@ValidateIf not absent', [notAbsent, IsString()], { ...neverNull(false), acceptsNull: false }],
    [
      '@ValidateIf neither frees null by name',
      [neither, IsString()],
      { required: false, nullable: true, acceptsNull: true },
    ],
    ['@ValidateIf elsewhere', [elsewhere, IsString()], { ...neverNull(false), acceptsNull: true }],
    [
      '@ValidateIf not null, and @IsOptional',
      [notNull, IsOptional(), IsString()],
      { required: false, nullable: true, acceptsNull: true },
    ],
    [
      '@ValidateIf neither null nor absent, and @IsOptional',
      [ValidateIf((_, value) => value != null), IsOptional(), IsString()],
      { ...neverNull(false), acceptsNull: true },
    ],
    ['@ValidateNested', [ValidateNested(), Type(() => Item)], { ...neverNull(false), acceptsNull: false }],
    ['@IsEmpty', [IsEmpty()], { ...neverNull(false), acceptsNull: true }],
    ['@NotEquals', [NotEquals('a')], { ...neverNull(false), acceptsNull: true }],
    ['@IsDefined', [IsDefined()], { ...neverNull(true), acceptsNull: false }],
  ])('%s', (_, decorators, presence) => {
    expect(walk(on(...decorators)).property('a').presence).toMatchObject(presence);
  });

  it('@Nullable that validation rejects: responses have null, requests a diagnostic', () => {
    const target = on(Nullable(), IsString());
    expect(walk(target, { direction: 'output' }).property('a').presence.nullable).toBe(true);
    expect(walk(target, { direction: 'output' }).codes).toEqual([]);
    const request = walk(target);
    expect(request.codes).toContain('nullable-but-rejected Order.a');
    expect(request.diagnostics[0]?.message).toContain('@IsOptional()');
  });

  it('@IsOptional with an invalid default: requires the property, or null', () => {
    class Order {
      @IsOptional() @IsInt() a = 0.5;
      @IsOptional() @IsInt() b = 5;
    }
    expect(walk(Order).property('a')).toMatchObject({ presence: { required: true, nullable: true } });
    expect(walk(Order).property('b')).toMatchObject({ presence: { required: false, nullable: false } });
    expect(walk(Order, { direction: 'output' }).property('a')).toMatchObject({
      presence: { required: false },
    });
  });

  it('rules that accept null with an invalid default: require the property, or null', () => {
    class Order {
      @IsNotIn(['a']) fails = 'a';
      @IsNotIn(['a']) passes = 'b';
    }
    expect(walk(Order).property('fails')).toMatchObject({ presence: { required: true, nullable: true } });
    expect(walk(Order).property('passes')).toMatchObject({ presence: { required: false, nullable: false } });
    expect(walk(Order, { direction: 'output' }).property('fails').presence.nullable).toBe(false);
  });

  it('a @Transform may make anything of null, and of absence where @Expose asks it', () => {
    const always = Transform(() => 'x');
    const target = on(always, Nullable(), IsString());
    const exposed = on(always, Nullable(), IsString(), Expose());
    expect(walk(target).property('a')).toMatchObject({ presence: { required: true, nullable: true } });
    expect(walk(exposed).property('a')).toMatchObject({ presence: { required: false, nullable: true } });
    expect(walk(exposed, { direction: 'output' }).property('a').presence.required).toBe(true);
  });
});
