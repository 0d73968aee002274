import { Exclude, Expose, plainToInstance, Transform, Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsBooleanString,
  IsDate,
  IsDateString,
  IsDefined,
  IsEnum,
  IsInstance,
  IsInt,
  IsISO31661Alpha2,
  IsISO8601,
  IsLatitude,
  IsNotEmpty,
  IsNumberString,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  Matches,
  MaxLength,
  MinDate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  validateSync,
  type ValidatorOptions,
} from 'class-validator';
import { ArrayOf, MapOf, OneOf, TupleOf, TypeOf } from '../../../../decorators/types.js';
import type { ValidationOptions } from '../../../../src/documents/model/validation-options.js';
import { walk } from './walk.js';

describe('properties that requests omit but validation checks', () => {
  class Demanded {
    @Exclude() @IsInt() a!: number;
  }
  class BadDefault {
    @Exclude() @IsOptional() @IsInt() a: unknown = 'none';
  }
  class BadGetter {
    @IsOptional() @IsInt() get a(): unknown {
      return [].join();
    }
  }
  class GoodDefault {
    @Exclude() @IsInt() a = 5;
  }
  class NoDefault {
    @Exclude() @IsOptional() @IsInt() a?: number;
  }
  class NullDefault {
    @Exclude() @IsOptional() @IsString() a = null;
  }
  class Freed {
    @Exclude() @ValidateIf((_, value) => value !== 'none') @IsInt() a: unknown = 'none';
  }

  it.each([Demanded, BadDefault, BadGetter])(
    'reports a property that makes every request invalid: %p',
    (target) => {
      expect(walk(target).codes).toContain(`left-out-but-required ${target.name}.a`);
      expect(validateSync(plainToInstance<object, object>(target, {}))).toHaveLength(1);
    },
  );

  it.each([GoodDefault, NoDefault, NullDefault, Freed])(
    'reports no problem for a valid request: %p',
    (target) => {
      expect(walk(target).codes).toEqual([]);
      expect(validateSync(plainToInstance<object, object>(target, {}))).toEqual([]);
    },
  );

  const isSet = { name: 'isSet', validator: { validate: (value: unknown) => value !== null } };
  class CustomDefault {
    @Exclude() @ValidateBy(isSet) a = null;
  }
  class CustomOfOther {
    @Exclude()
    @ValidateBy({
      name: 'isAfter',
      validator: { validate: (_, args) => (args!.object as { b?: number }).b !== 1 },
    })
    a?: number;
    @Allow() b?: number;
  }
  class CustomAndFreed {
    @Exclude() @IsOptional() @ValidateBy(isSet) a = null;
  }
  class CustomOfNothing {
    @Exclude() @ValidateBy(isSet) a?: number;
  }

  it.each<[new () => object, object, string[], number]>([
    [CustomDefault, {}, ['looser-rule CustomDefault.a'], 1],
    [CustomOfOther, { b: 1 }, ['looser-rule CustomOfOther.a'], 1],
    [CustomAndFreed, {}, [], 0],
    [CustomOfNothing, {}, [], 0],
  ])('notes rules of the application that may reject every request: %p', (target, value, codes, errors) => {
    expect(walk(target).codes).toEqual(codes);
    expect(validateSync(plainToInstance<object, object>(target, value))).toHaveLength(errors);
  });

  it('reports no problem for responses', () => {
    expect(walk(BadDefault, { direction: 'output' }).codes).toEqual([]);
  });
});

describe('@ValidateNested of a class without rules', () => {
  class Bare {
    id?: number;
  }
  class Known {
    @Allow() id?: number;
  }
  const subTypes = [
    { name: 'bare', value: Bare },
    { name: 'known', value: Known },
  ];
  class WithoutType {
    @ValidateNested() it!: Known;
  }
  class RecordWithoutType {
    @MapOf(() => Known) @ValidateNested({ each: true }) it!: Record<string, Known>;
  }
  class MapWithoutType {
    @MapOf(() => Known) @ValidateNested({ each: true }) it!: Map<string, Known>;
  }
  class TypeObject {
    @ValidateNested() @Type(() => Object) it!: Known;
  }
  class OfBare {
    @ValidateNested() @Type(() => Bare) it!: Bare;
  }
  class ListOfBare {
    @ValidateNested({ each: true }) @Type(() => Bare) it!: Bare[];
  }
  class UnionWithBare {
    @IsObject()
    @ValidateNested()
    @Type(() => Known, { discriminator: { property: 'kind', subTypes } })
    it!: Bare | Known;
  }
  class OfKnown {
    @ValidateNested() @Type(() => Known) it!: Known;
  }
  class OnlyObject {
    @IsObject() it!: Bare;
  }

  it.each<[new () => object, string, unknown]>([
    [WithoutType, 'nested-without-type', {}],
    [RecordWithoutType, 'nested-without-type', { a: {} }],
    [MapWithoutType, 'nested-without-type', { a: {} }],
    [TypeObject, 'nested-without-type', {}],
    [OfBare, 'nested-without-rules', {}],
    [ListOfBare, 'nested-without-rules', [{}]],
    [UnionWithBare, 'nested-without-rules', { kind: 'bare' }],
  ])('reports a nested class that no object satisfies: %p', (target, code, it) => {
    expect(walk(target).codes).toEqual([`${code} ${target.name}.it`]);
    expect(validateSync(plainToInstance<object, object>(target, { it }))).toHaveLength(1);
    expect(walk(target, { direction: 'output' }).codes).toEqual([]);
  });

  const lax = { forbidUnknownValues: false };
  const whitelist = { ...lax, whitelist: true };
  const forbids = { ...whitelist, forbidNonWhitelisted: true };
  it.each<[new () => object, ValidationOptions, string | undefined, number, object]>([
    [WithoutType, {}, 'rejects every object at run time', 1, { id: 1 }],
    [WithoutType, lax, 'validates no object at run time', 0, { id: 1 }],
    [WithoutType, whitelist, 'removes every member of an object at run time', 0, {}],
    [WithoutType, forbids, 'rejects every object with members at run time', 1, { id: 1 }],
    [TypeObject, lax, 'validates no object of @Type(() => Object)', 0, { id: 1 }],
    [OfBare, lax, undefined, 0, { id: 1 }],
    [OfBare, whitelist, 'Bare: @ValidateNested removes every member of an object,', 0, {}],
    [OfBare, forbids, 'Bare: @ValidateNested rejects every object with members,', 1, { id: 1 }],
  ])('says what happens to its objects: %p %p', (target, options, effect, errors, left) => {
    const { diagnostics } = walk(target, {}, options);
    expect(diagnostics.map(({ message }) => message)).toEqual(
      effect === undefined ? [] : [expect.stringContaining(effect)],
    );
    const instance = plainToInstance<object, object>(target, { it: { id: 1 } });
    expect(validateSync(instance, options as ValidatorOptions)).toHaveLength(errors);
    expect({ ...(instance as { it: object }).it }).toEqual(left);
  });

  it.each([OfKnown, OnlyObject])('reports no problem for a class with a rule: %p', (target) => {
    expect(walk(target).codes).toEqual([]);
    expect(validateSync(plainToInstance<object, object>(target, { it: {} }))).toEqual([]);
  });
});

describe('a class whose rules do not run', () => {
  class Item {
    @IsInt() id!: number;
  }
  class Bare {
    id?: number;
  }
  class Single {
    @IsOptional() it?: Item;
  }
  class List {
    @IsArray() @Type(() => Item) it!: Item[];
  }
  class Nested {
    @IsArray() @ValidateNested() @Type(() => Item) it!: Item[];
  }
  class OfBare {
    @IsObject() it!: Bare;
  }
  class Converted {
    @IsObject() @Transform(({ value }: { value: unknown }) => value) it!: Item;
  }
  class ByCustomRule {
    @ValidateBy({ name: 'isItem', validator: { validate: () => true } }) it!: Item;
  }
  class WithoutRules {
    it?: Item;
  }

  class Described {
    @IsOptional() @IsString() description?: string;
  }
  class OnlyType extends Described {
    @Type(() => Item) it!: Item;
  }
  class ListOfType extends Described {
    @Type(() => Item) it!: Item[];
  }
  class OnlyTypeOf extends Described {
    @TypeOf(() => Item) it!: Item;
  }
  class Allowed {
    @Allow() @Type(() => Item) it!: Item;
  }
  class OnlyExposed extends Described {
    @Expose() it!: Item;
  }
  class InMap extends Described {
    @MapOf(() => Item) it!: Record<string, Item>;
  }
  class InTuple extends Described {
    @TupleOf(() => [Item]) it!: [Item];
  }
  class InUnion extends Described {
    @OneOf(() => [Item, String]) it!: Item | string;
  }

  it.each<[new () => object, unknown]>([
    [Single, {}],
    [List, [{ id: 'x' }]],
    [OnlyType, { id: 'x' }],
    [ListOfType, [{ id: 'x' }]],
    [OnlyTypeOf, { id: 'x' }],
    [Allowed, { id: 'x' }],
    [OnlyExposed, { id: 'x' }],
    [InMap, { a: { id: 'x' } }],
    [InTuple, [{ id: 'x' }]],
    [InUnion, { id: 'x' }],
  ])('is reported in requests: %p', (target, it) => {
    expect(walk(target).codes).toEqual([`nested-not-validated ${target.name}.it`]);
    expect(validateSync(plainToInstance<object, object>(target, { it }))).toEqual([]);
    expect(walk(target, { direction: 'output' }).codes).toEqual([]);
  });

  const forbids = { whitelist: true, forbidNonWhitelisted: true };
  class Grouped {
    @IsArray({ groups: ['a'] }) @ValidateNested({ groups: ['b'] }) @Type(() => Item) it!: Item[];
  }
  class GroupedValue {
    @IsDefined({ groups: ['a'] }) @Type(() => Item) it!: Item;
  }

  it.each<[new () => object, unknown]>([
    [Grouped, [{ id: 'x', more: 1 }]],
    [GroupedValue, { more: 1 }],
  ])('is reported if only further members are documented as rejected: %p', (target, it) => {
    const options = { ...forbids, strictGroups: true, groups: ['a'] };
    const { codes, diagnostics } = walk(target, {}, options);
    expect(codes).toEqual([`nested-not-validated ${target.name}.it`]);
    expect(diagnostics[0]?.message).toContain('Item: further members are documented as rejected, but');
    expect(validateSync(plainToInstance<object, object>(target, { it }), options)).toEqual([]);
    expect(walk(target, {}, { ...options, forbidNonWhitelisted: false }).codes).toEqual([]);
  });

  it('names the missing decorators', () => {
    const messages = (target: new () => object): string[] =>
      walk(target).diagnostics.map(({ message }) => message);
    expect(messages(Single)[0]).toMatch(/^Item: .*Add @ValidateNested\(\) and @Type\(\(\) => Item\)\.$/);
    expect(messages(List)[0]).toMatch(/Add @ValidateNested\(\)\.$/);
  });

  it.each([Nested, OfBare, Converted, ByCustomRule, WithoutRules])('is not reported: %p', (target) => {
    expect(walk(target).codes.join()).not.toContain('nested-not-validated');
  });
});

describe('a discriminator without a rule under whitelist', () => {
  class Bare {
    @IsInt() size!: number;
  }
  class Known extends Bare {
    @Allow() kind?: string;
  }
  const subTypes = [
    { name: 'bare', value: Bare },
    { name: 'known', value: Known },
  ];
  const kept = { discriminator: { property: 'kind', subTypes }, keepDiscriminatorProperty: true };
  class Single {
    @ValidateNested() @Type(() => Bare, kept) it!: Bare;
  }
  class List {
    @ValidateNested({ each: true }) @Type(() => Bare, kept) it!: Bare[];
  }
  class Removed {
    @ValidateNested() @Type(() => Bare, { ...kept, keepDiscriminatorProperty: false }) it!: Bare;
  }
  const bare = { kind: 'bare', size: 1 };

  it.each<[new () => object, unknown]>([
    [Single, bare],
    [List, [bare]],
  ])('is reported if class-transformer keeps it: %p', (target, it) => {
    const options = { whitelist: true, forbidNonWhitelisted: true };
    const [diagnostic, ...others] = walk(target, {}, options).diagnostics;
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({ code: 'property-not-whitelisted', place: `${target.name}.it` });
    expect(diagnostic?.message).toMatch(/^Bare: .*"kind".* rejects every object of it\. Add @Allow\(\) kind/);
    expect(validateSync(plainToInstance<object, object>(target, { it }), options)).toHaveLength(1);

    const removes = { whitelist: true };
    expect(walk(target, {}, removes).diagnostics[0]?.message).toContain(
      'whitelist removes the discriminator',
    );
    const instance = plainToInstance<object, object>(target, { it });
    expect(validateSync(instance, removes)).toEqual([]);
    expect(JSON.stringify(instance)).not.toContain('kind');
    expect(walk(target).codes).toEqual([]);
  });

  it('is not reported if class-transformer removes it', () => {
    const options = { whitelist: true, forbidNonWhitelisted: true };
    expect(walk(Removed, {}, options).codes).toEqual([]);
    expect(validateSync(plainToInstance(Removed, { it: { ...bare } }), options)).toEqual([]);
  });
});

describe('rules of another type than enableImplicitConversion makes', () => {
  class NumberOfText {
    @IsOptional() @IsPositive({ validateIf: (_, value) => Boolean(value) }) it?: string;
  }
  class TextOfNumber {
    @IsOptional() @IsISO31661Alpha2() it?: number;
  }
  class Fitting {
    @IsOptional() @IsInt() it?: number;
  }
  const options = { enableImplicitConversion: true };

  it.each<[new () => object, unknown, number]>([
    [NumberOfText, false, 1],
    [TextOfNumber, 'DE', 1],
    [Fitting, '1', 0],
  ])('are reported: %p', (target, it, errors) => {
    const { codes } = walk(target, {}, options);
    const code = target === TextOfNumber ? 'rule-refuses-conversion' : 'looser-rule';
    expect(codes.filter((one) => one.startsWith(code))).toHaveLength(errors);
    const instance = plainToInstance<object, object>(target, { it }, options);
    expect(validateSync(instance)).toHaveLength(errors);
  });
});

describe('a list of objects without @Type under enableImplicitConversion', () => {
  class Item {
    @IsInt() id!: number;
  }
  class Objects {
    @IsObject({ each: true }) it!: object[];
  }
  class Declared {
    @IsArray() @ArrayOf(() => Item) it!: Item[];
  }
  class OfSet {
    @IsArray() @ArrayOf(() => Item) it!: Set<Item>;
  }
  class Texts {
    @IsString({ each: true }) it!: string[];
  }
  class Typed {
    @IsObject({ each: true }) @Type(() => Object) it!: object[];
  }
  class Single {
    @IsObject() it!: object;
  }
  const options = { enableImplicitConversion: true };
  const read = (target: new () => object, it: unknown): unknown =>
    (plainToInstance<object, object>(target, { it }, options) as { it: unknown }).it;

  it.each([Objects, Declared, OfSet])('is reported, since its objects become lists: %p', (target) => {
    expect(walk(target, {}, options).codes).toContain(`elements-made-lists ${target.name}.it`);
    const [element] = [...(read(target, [{ id: 1 }]) as Iterable<unknown>)];
    expect([Array.isArray(element), element instanceof Set]).toContain(true);
    expect(walk(target).codes.join()).not.toContain('elements-made-lists');
  });

  it.each<[new () => object, unknown]>([
    [Texts, ['a']],
    [Typed, [{ id: 1 }]],
    [Single, { id: 1 }],
  ])('is not reported for other values: %p', (target, it) => {
    expect(walk(target, {}, options).codes.join()).not.toContain('elements-made-lists');
    expect(read(target, it)).toEqual(it);
  });
});

describe('a rule about the members of an object', () => {
  class OfRecord {
    @MapOf(() => Number) @IsInt({ each: true }) it!: Record<string, number>;
  }
  class OfMap {
    @MapOf(() => Number) @IsInt({ each: true }) it!: Map<string, number>;
  }
  class OfMapWithType {
    @Type(() => Number) @IsInt({ each: true }) it!: Map<string, number>;
  }
  class OfObjects {
    @MapOf(() => Number) @IsObject({ each: true }) it!: Record<string, number>;
  }

  class Undeclared {
    @MaxLength(20, { each: true }) it!: Map<string, string>;
  }

  it.each([OfRecord, OfMap, Undeclared])('reports a record or Map under @ValidateNested: %p', (target) => {
    expect(walk(target).codes).toEqual([`rule-refuses-map ${target.name}.it`]);
    expect(validateSync(plainToInstance<object, object>(target, { it: { a: 1 } }))).toHaveLength(1);
  });

  it.each([OfMapWithType, OfObjects])(
    'reports no problem for a Map with a type, or an object: %p',
    (target) => {
      expect(walk(target).codes).toEqual([]);
      expect(validateSync(plainToInstance<object, object>(target, { it: { a: 1 } }))).toEqual([]);
    },
  );
});

describe('values that JSON does not have', () => {
  class Point {
    @Allow() x?: number;
  }
  class BareDate {
    @IsDate() it!: Date;
  }
  class BareLimit {
    @MinDate(new Date(0)) it!: Date;
  }
  class BareInstance {
    @IsInstance(Point) it!: Point;
  }
  class TypedDate {
    @IsDate() @Type(() => Date) it!: Date;
  }
  class TypedInstance {
    @IsInstance(Point) @Type(() => Point) it!: Point;
  }
  class PlainInstance {
    @IsInstance(Object) it!: object;
  }
  class Made {
    @IsInstance(Point) @Transform(({ value }) => Object.assign(new Point(), value)) it!: Point;
  }
  const date = '2020-01-01T00:00:00Z';

  class UncheckedDate {
    @IsDefined() @Type(() => Date) it!: Date;
  }
  class CheckedDate {
    @IsDate() @Type(() => Date) it!: Date;
  }

  it('reports a date that no rule checks', () => {
    const unchecked = `date-without-rule ${UncheckedDate.name}.it`;
    expect(walk(UncheckedDate).codes).toEqual([unchecked]);
    expect(validateSync(plainToInstance(UncheckedDate, { it: 'soon' }))).toEqual([]);
    expect(walk(UncheckedDate, { direction: 'output' }).codes).toEqual([]);
    expect(walk(CheckedDate).codes).toEqual([]);
  });

  it('reports rules of other types on a property that @Type makes a date', () => {
    const date = Type(() => Date);
    class Made {
      @IsDateString() @date text!: Date;
      @IsISO8601({}, { each: true }) @date texts!: Date[];
      @IsOptional() @Matches(/^2/) @date pattern?: Date;
      @IsDate() @MinDate(new Date('2020-01-01')) @date right!: Date;
      @IsArray() @IsDate({ each: true }) @date list!: Date[];
      @IsDefined() @IsNotEmpty() @IsDate() @date filled!: Date;
      @IsString({ validateIf: (_, value) => typeof value === 'string' }) @IsDate() @date off!: Date;
    }
    const value = { text: '2020-01-01', texts: ['2020-01-01'], pattern: '2020-01-01', right: '2021-01-01' };
    const errors = validateSync(
      plainToInstance(Made, { ...value, list: ['2021-01-01'], filled: '2021-01-01', off: '2021-01-01' }),
    );
    const refused = errors.map(({ property }) => `rule-refuses-conversion Made.${property}`);
    expect(refused).toHaveLength(3);
    expect(walk(Made).codes.filter((code) => code.startsWith('rule-refuses-conversion'))).toEqual(refused);
    expect(walk(Made, { direction: 'output' }).codes).toEqual([]);
  });

  it('reports rules that reject each instance of the class of @Type', () => {
    class Item {
      @IsString() name!: string;
    }
    const item = Type(() => Item);
    class Made {
      @IsString() @item one!: Item;
      @IsString({ each: true }) @item texts!: Item[];
      @IsInt({ each: true }) @ValidateNested({ each: true }) @item both!: Item[];
      @ValidateNested() @item right!: Item;
      @IsArray() @ValidateNested({ each: true }) @item list!: Item[];
    }
    const made = { name: 'a' };
    const value = { one: made, texts: [made], both: [made], right: made, list: [made] };
    const refused = validateSync(plainToInstance(Made, value)).map(({ property }) => property);
    expect(refused).toEqual(['one', 'texts', 'both']);
    expect(walk(Made).codes).toEqual(refused.map((name) => `rule-refuses-conversion Made.${name}`));
  });

  it('reports rules that reject what implicit conversion or @Type makes of every value', () => {
    const implicit = { enableImplicitConversion: true };
    class Implicit {
      @IsDateString() date!: Date;
      @IsNumberString() number!: number;
      @IsString({ each: true }) texts!: number;
      @IsObject() object!: string;
      @IsInt() text!: string;
      @IsEnum({ A: 'a' }) member!: number;
      @IsBooleanString() flag!: boolean;
      @IsDate() rightDate!: Date;
      @IsLatitude() rightNumber!: number;
      @IsLatitude() rightText!: string;
      @IsArray() rightList!: string;
      @IsEnum({ A: 1 }) rightMember!: number;
      @IsNotEmpty() anything!: number;
      @IsString({ validateIf: (_, value) => value !== 1 }) off!: number;
      @IsString() @Transform(({ value }) => String(value)) transformed!: number;
      @IsString() unknown: unknown;
    }
    class Typed {
      @IsNumberString() @Type(() => Number) number!: string;
      @IsInt() @Type(() => String) text!: number;
      @IsString({ each: true }) @Type(() => Boolean) flags!: string[];
      @IsInt() @Type(() => Number) rightNumber!: number;
      @IsInt({ each: true }) @Type(() => Number) rightNumbers!: number[];
    }
    const texts = ['2020-01-01', '1', 'true', ['1'], 1];
    for (const [target, options, count] of [
      [Implicit, implicit, 7],
      [Typed, {}, 3],
    ] as const) {
      const { codes, model } = walk(target, {}, options);
      const refused = texts.map((text) => {
        const value = Object.fromEntries(model.properties.map(({ key }) => [key, text]));
        const instance = plainToInstance<object, object>(target, value, options);
        return validateSync(instance).map(({ property }) => property);
      });
      const always = refused[0]!.filter((key) => refused.every((keys) => keys.includes(key)));
      expect(always).toHaveLength(count);
      expect(codes.filter((code) => code.startsWith('rule-refuses'))).toEqual(
        always.map((key) => `rule-refuses-conversion ${target.name}.${key}`),
      );
    }
    expect(walk(Implicit).codes.filter((code) => code.startsWith('rule-refuses-conversion'))).toEqual([]);
  });

  it.each<[new () => object, string, unknown]>([
    [BareDate, 'date-without-type', date],
    [BareLimit, 'date-without-type', date],
    [BareInstance, 'instance-without-type', {}],
  ])('reports a type that no JSON value satisfies: %p', (target, code, it) => {
    expect(walk(target).codes).toContain(`${code} ${target.name}.it`);
    expect(validateSync(plainToInstance<object, object>(target, { it }))).toHaveLength(1);
    expect(walk(target, { direction: 'output' }).codes).not.toContain(`${code} ${target.name}.it`);
  });

  it.each<[new () => object, unknown]>([
    [TypedDate, date],
    [TypedInstance, {}],
    [PlainInstance, {}],
    [Made, {}],
  ])('reports no problem if @Type creates the value: %p', (target, it) => {
    expect(walk(target).codes.filter((code) => code.includes('without-type'))).toEqual([]);
    expect(validateSync(plainToInstance<object, object>(target, { it }))).toEqual([]);
  });
});

describe('members that every new object has, under forbidNonWhitelisted', () => {
  const forbids: ValidationOptions = { whitelist: true, forbidNonWhitelisted: true };
  // What a compiler makes of `note?: string` for ES2022 and later.
  class Field {
    @IsOptional() @IsString() name?: string;
    note?: string = undefined;
  }
  class Excluded {
    @IsOptional() @IsString() name?: string;
    @Exclude() note?: string = undefined;
  }
  class Initial {
    @IsOptional() @IsString() name?: string;
    note = ['a'];
  }
  class Inherited extends Initial {
    @IsOptional() @IsString() other?: string;
  }
  class Exposed {
    @IsOptional() @IsString() name?: string;
    @Expose() declare note?: string;
  }

  const errorsOf = (target: new () => object): unknown[] =>
    validateSync(plainToInstance<object, object>(target, {}), forbids as ValidatorOptions);

  it.each([Field, Excluded, Initial, Inherited, Exposed])('reports them: %p', (target) => {
    expect(walk(target, {}, forbids).codes).toContain(`unsent-but-rejected ${target.name}.note`);
    expect(errorsOf(target)).toMatchObject([{ property: 'note' }]);
    for (const options of [{}, { whitelist: true }, { forbidNonWhitelisted: true }])
      expect(walk(target, {}, options).codes.filter((code) => code.startsWith('unsent'))).toEqual([]);
    expect(walk(target, { direction: 'output' }, forbids).codes.join()).not.toContain('unsent');
  });

  it('does not report members with a rule, nor absent ones', () => {
    class Ruled {
      @Allow() note?: string = undefined;
      @Expose() @IsOptional() @IsString() name?: string;
      @Expose({ groups: ['admin'] }) declare other?: string;
    }
    expect(walk(Ruled, {}, forbids).codes.join()).not.toContain('unsent');
    expect(errorsOf(Ruled)).toEqual([]);
  });
});
