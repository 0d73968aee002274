import { Expose, Type } from 'class-transformer';
import * as v from 'class-validator';
import { Required } from '../../../decorators/annotations.js';
import type { Constructor } from '../../../src/shared/types.js';
import type { ValidationOptions } from '../../../src/documents/model/validation-options.js';
import { byTurns } from '../../fixtures/runs.js';
import { compare } from './compare.js';
import { forget } from './generate.js';

// Combinations that random classes rarely make: each of them differed once.

class Part {
  @v.Allow() kind?: string;
  @v.IsInt() size!: number;
}
class Other extends Part {
  @v.IsString() name!: string;
}
const discriminator = {
  property: 'kind',
  subTypes: [
    { name: 'part', value: Part },
    { name: 'other', value: Other },
  ],
};

const truthy = { validateIf: (_: unknown, value: unknown) => Boolean(value) };
const isString = { validateIf: (_: unknown, value: unknown) => typeof value === 'string' };
const isNumber = { validateIf: (_: unknown, value: unknown) => typeof value === 'number' };
const notX = { validateIf: (_: unknown, value: unknown) => value !== 'x' };
const isList = { validateIf: (_: unknown, value: unknown) => Array.isArray(value) };
const never = { validateIf: () => false };
const ofB = { validateIf: (object: unknown) => (object as { b?: unknown }).b !== 1 };

/** Any values: of each type, falsy ones, lists, objects. */
const ANY: readonly unknown[] = [
  ...[undefined, null, '', 'a', 'x', 'abc', '2020-01-01', 0, 1, -1, 5, 1.5, true, false],
  ...[[], [''], ['a'], [0], [1], [true], [null], [[]], [{}], [[1]], {}, { a: 1 }, { size: 1 }, [{ size: 1 }]],
  ...[{ size: 'a' }, [[{ size: 1 }]], { kind: 'part', size: 1 }, [{ kind: 'part', size: 1 }]],
  ...[{ kind: 'other', size: 1, name: 'a' }, [[{ kind: 'other', size: 1, name: 'a' }]]],
  ...[{ kind: 'none', size: 1 }, [{ kind: 'part' }], [[{ kind: 'part', size: 'a' }]]],
];

const VALUES: readonly object[] = [
  ...ANY.map((p) => (p === undefined ? {} : { p })),
  ...ANY.map((p) => ({ ...(p === undefined ? {} : { p }), b: 1 })),
];

type Kind = readonly [design: unknown, ...decorators: PropertyDecorator[]];

const date = Type(() => Date);
const part = Type(() => Part);
const union = Type(() => Part, { discriminator, keepDiscriminatorProperty: true });

/** The property begins with a value. */
const initial = (value: unknown): PropertyDecorator & { value?: unknown } =>
  Object.assign(() => undefined, { value });

const conditions: readonly PropertyDecorator[] = [
  v.ValidateIf((object: { b?: unknown }) => object.b !== 1),
  v.ValidateIf((_, value) => value !== null),
  v.ValidateIf((_, value) => value !== undefined),
  v.ValidateIf((_, value) => Boolean(value)),
  v.ValidateIf((_, value) => typeof value === 'string'),
];

const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  'the validateIf option of a rule': [
    ...[String, Number, Object, Boolean, Array].flatMap((design): Kind[] => [
      [design, v.IsIn([''], truthy)],
      [design, v.IsIn([0, 'a'], isString)],
      [design, v.Equals('a', isNumber)],
      [design, v.IsString(truthy)],
      [design, v.IsString(isNumber), v.MinLength(2, truthy)],
      [design, v.IsInt(isString), v.Min(3)],
      [design, v.IsNotEmpty(truthy)],
      [design, v.IsDefined(truthy), v.IsInt(isNumber)],
      [design, v.IsEnum({ A: 'a' }, truthy)],
      [design, v.IsBoolean(truthy)],
      [design, v.IsArray(truthy), v.IsString({ each: true, ...isString })],
      [design, v.IsObject(truthy)],
      [design, v.IsInt(notX), v.IsString(truthy)],
      [design, v.IsInt(ofB), v.IsString(isString)],
      [design, v.IsEmail({}, truthy)],
      [design, v.IsDateString({}, isString)],
      [design, v.IsIn([''], truthy), v.IsOptional()],
      [design, v.IsIn([''], truthy), v.IsString()],
      [design, v.Matches(/^a/, truthy)],
      [design, v.IsNumberString({}, truthy), v.Length(1, 3)],
      [design, v.IsNotIn(['a', 0], truthy)],
      [design, v.IsEmpty(truthy)],
      [design, v.IsNotEmptyObject({}, truthy)],
    ]),
    [String, v.IsIn(['', 1], { ...truthy, each: true })],
    [Object, v.IsIn(['', 1], { ...truthy, each: true })],
    [Array, v.IsIn(['', 1], { ...truthy, each: true })],
  ],
  'a rule of lists with validateIf': [
    ...[String, Number, Object, Boolean, Array].flatMap((design): Kind[] => [
      [design, v.ArrayNotEmpty(isList)],
      [design, v.IsArray(ofB), v.IsString(isString)],
      [design, v.IsDefined(notX), v.ArrayNotEmpty(notX)],
      [design, v.IsDateString({}, notX), v.ArrayUnique(isNumber)],
    ]),
    [Object, v.ArrayMinSize(1, ofB)],
    [Array, v.ArrayMinSize(1, ofB)],
    [Number, v.ArrayMinSize(1, ofB), v.MinLength(2, isString)],
    [Object, v.ArrayNotEmpty(isList), v.Length(1, 3, isNumber)],
    [Object, v.IsString({ each: true, ...truthy }), v.IsDateString({}, notX)],
    [Object, v.ArrayNotEmpty(never), v.IsNotEmpty({ each: true }), v.IsPositive(notX)],
    [Object, v.IsNotEmpty({ each: true }), v.IsPositive(notX)],
  ],
  groups: [
    [Array, v.Min(1, { each: true, groups: ['b'] }), v.Min(1, { groups: ['a'] })],
    [String, v.IsOptional({ groups: ['a'] }), v.IsString({ groups: ['b'] })],
    [Number, v.IsOptional({ groups: ['a'] }), v.IsInt({ groups: ['b'] }), v.Min(2, { groups: ['a'] })],
    [Object, v.ValidateIf((_, value) => value !== null, { groups: ['a'] }), v.IsInt({ groups: ['b'] })],
    [Object, v.IsDefined({ groups: ['a'] }), v.IsString({ groups: ['b'], always: true })],
    [Part, v.ValidateNested({ groups: ['b'] }), part, v.IsOptional({ groups: ['a'] })],
    [Array, v.IsArray({ groups: ['a'] }), v.IsString({ groups: ['b'], each: true })],
    [Object, v.IsInt({ groups: ['a'] }), v.IsString({ groups: ['b'] })],
  ],
  'Date beside rules of other types': [
    [Date, date, v.IsObject()],
    [Date, date, v.IsNotEmptyObject()],
    [Date, date, v.IsString()],
    [Date, date, v.IsInt()],
    [Date, date, v.IsArray()],
    [Date, date, v.IsDate({ each: true })],
    [Array, date, v.IsObject({ each: true })],
    [Array, date, v.IsDate({ each: true }), v.IsNotEmpty()],
    [Date, date, v.IsDateString()],
    [Date, date, v.IsNotEmpty(), v.IsOptional()],
    [Date, date, v.IsIn(['a'])],
    [Date, date, v.IsDefined(), v.IsInstance(Date)],
    [Object, date, v.IsObject(), v.IsDate()],
    [Date, date, v.Min(1)],
    [Date, date, v.IsEmpty()],
    [Date, date, v.IsBoolean()],
  ],
  discriminators: [
    [Object, v.ValidateNested(), union],
    [Array, v.ValidateNested({ each: true }), union],
    [Array, v.IsArray(), v.IsArray({ each: true }), v.ValidateNested({ each: true }), union],
    [Array, v.IsArray({ each: true }), union],
    [Object, v.IsObject(), union],
    [Array, v.ValidateNested(), union],
    [Array, v.ValidateNested({ each: true }), v.ArrayMinSize(1), union],
    [Object, v.IsNotEmpty(), union],
  ],
  'other types': [
    [Object, part, v.IsString()],
    [Object, part, v.IsNotEmpty()],
    [Object, part, v.IsArray()],
    [Array, part, v.IsObject()],
    [Object, Type(() => Number), v.IsString()],
    [Object, Type(() => Number), v.IsObject()],
    [Array, Type(() => Number), v.IsArray()],
    [Object, Type(() => Boolean), v.IsInt()],
    [Object, Type(() => String), v.IsInt()],
    [Object, Type(() => String), v.IsObject()],
    [Array, Type(() => String), v.ArrayMinSize(1)],
    [Set, Type(() => Number), v.IsArray()],
    [Map, part, v.IsObject()],
    [Map, part, v.ValidateNested({ each: true }), v.IsNotEmpty()],
    [Part, v.IsNotEmpty(), v.ValidateNested(), part],
    [Part, v.IsNotEmpty({ each: true }), v.ValidateNested(), part],
    [Object, Type(() => Number), v.IsIn(['1', 1])],
    [Object, Type(() => Boolean), v.Equals(true)],
  ],
  'null beside @ValidateIf': [
    ...conditions.flatMap((condition): Kind[] => [
      [String, condition, v.IsString()],
      [Number, condition, v.IsInt(), v.IsOptional()],
      [String, condition, v.IsDefined(), v.IsString(), initial('a')],
      [String, condition, v.IsString(), initial([])],
      [Number, condition, v.IsInt(), v.IsOptional(), initial([])],
      [String, condition, v.IsString(), v.IsOptional(), Required(), initial([])],
      [Date, condition, date, v.IsDate(truthy), v.IsOptional({ groups: ['a'] }), Required(), initial([])],
      [Object, condition, conditions[0]!, v.IsString(), initial([])],
    ]),
  ],
  '@IsArray({ each: true }) beside another type': [
    ...[String, Number, Object, Array].flatMap((design): Kind[] => [
      [design, v.IsArray({ each: true }), v.IsString()],
      [design, v.IsArray({ each: true }), v.IsString(), Required()],
      [design, v.IsArray({ each: true }), v.IsInt({ each: true })],
      [design, v.IsArray({ each: true }), v.IsObject(), v.IsOptional()],
      [design, v.IsArray({ each: true }), v.IsEnum({ A: 'a' })],
      [design, v.IsArray({ each: true }), v.IsBoolean(isNumber)],
      [design, v.IsArray({ each: true }), v.IsArray(), v.ArrayMaxSize(1)],
      [design, v.IsArray({ each: true, ...isString }), v.IsString()],
    ]),
    [Map, part, v.IsArray({ each: true }), v.ValidateNested({ each: true })],
    [Array, part, v.IsArray({ each: true }), v.ValidateNested()],
  ],
  'contradictory rules of groups': [
    ...[String, Number, Object, Array].flatMap((design): Kind[] => [
      [design, v.IsInt({ groups: ['a'] }), v.IsString({ groups: ['b'] })],
      [design, v.IsBoolean({ groups: ['a'] }), v.IsArray({ groups: ['b'] })],
      [design, v.IsIn(['a'], { groups: ['a'] }), v.IsIn(['abc'], { groups: ['b'] })],
      [design, v.Equals('a', { groups: ['a'] }), v.Equals(1, { groups: ['b'] })],
      [design, v.MinLength(2, { groups: ['a'] }), v.MaxLength(1, { groups: ['b'] })],
      [design, v.IsEmpty({ groups: ['a'] }), v.IsInt({ groups: ['b'] }), v.Min(1, { groups: ['b'] })],
      [design, v.IsObject({ groups: ['a'] }), v.IsInt({ groups: ['b'], each: true }), v.IsOptional()],
      [design, v.IsInt({ groups: ['a'] }), v.IsString({ groups: ['b'] }), Required()],
      [design, v.IsDateString({}, { groups: ['a'] }), v.IsInt({ groups: ['b'] }), initial('a')],
      [design, v.ArrayMinSize(2, { groups: ['a'] }), v.ArrayMaxSize(1, { groups: ['b'] })],
    ]),
    [Date, date, v.IsDate({ groups: ['a'] }), v.IsString({ groups: ['b'] })],
    [Part, part, v.ValidateNested({ groups: ['a'] }), v.IsString({ groups: ['b'] })],
  ],
  'converted values beside a rule that may be off': [
    ...[String, Number, Boolean].flatMap((design): Kind[] => [
      [design, v.IsIn([0, 1]), v.IsPositive(truthy), v.IsOptional()],
      [design, v.IsIn(['', 'a'], truthy)],
      [design, v.IsBoolean(truthy), v.IsOptional()],
      [design, v.Min(1, truthy), v.IsInt()],
      [design, v.MinLength(2, truthy), v.IsString()],
    ]),
  ],
  names: [
    [String, Expose({ name: 'q' }), v.IsString()],
    [String, Expose({ name: 'b' }), v.IsOptional(), v.IsInt()],
  ],
};

const OPTIONS: readonly ValidationOptions[] = [
  {},
  { skipNullProperties: true },
  { skipMissingProperties: true },
  { skipUndefinedProperties: true, forbidUnknownValues: false },
  { groups: ['a'] },
  { groups: ['b'] },
  { groups: ['a', 'b'] },
  { groups: ['b'], always: true },
  { strictGroups: true },
  { whitelist: true, forbidNonWhitelisted: true },
  { enableImplicitConversion: true },
];

function classOf([design, ...decorators]: Kind): Constructor {
  const values = decorators.flatMap((decorator) => ('value' in decorator ? [decorator.value] : []));
  class Case {
    constructor() {
      for (const value of values) Object.assign(this, { p: structuredClone(value) });
    }
  }
  Reflect.defineMetadata('design:type', design, Case.prototype, 'p');
  for (const decorator of decorators) decorator(Case.prototype, 'p');
  v.Allow()(Case.prototype, 'b');
  return Case;
}

describe.each(Object.keys(KINDS))('the schema accepts what validation accepts: %s', (name) => {
  it.each(KINDS[name]!.map((kind, index) => [index, kind] as const))('class %i', async (index, kind) => {
    const wrong: object[] = [];
    // The classes of one kind take turns, so that each of the options is used with every kind.
    for (const options of byTurns(OPTIONS, index)) {
      const target = classOf(kind);
      const compared = await compare({ target }, options, VALUES);
      wrong.push(...compared.wrong);
      forget(target);
    }
    expect(wrong).toEqual([]);
  });
});
