import { Exclude, Expose, Transform, Type } from 'class-transformer';
import * as v from 'class-validator';
import { Nullable, Optional, Required } from '../../../decorators/annotations.js';
import { ArrayOf, Enum, MapOf, OneOf, TupleOf, TypeOf } from '../../../decorators/types.js';

export enum Shade {
  Light = 'light',
  Dark = 'dark',
}

export enum Step {
  First,
  Second,
}

export class Part {
  @v.IsInt() size!: number;
  @v.IsOptional() @v.IsString() note?: string;
}

export class Whole extends Part {
  @v.IsOptional() @v.ValidateNested() @Type(() => Whole) inner?: Whole;
}

const discriminator = {
  property: 'kind',
  subTypes: [
    { name: 'part', value: Part },
    { name: 'whole', value: Whole },
  ],
};

/** What rules are about. */
type Subject = 'string' | 'number' | 'boolean' | 'date' | 'list' | 'object' | 'anything';

/** What decides the type of a property, as people write it together, and what its rules can be about. */
export interface TypeRecipe {
  /** What the compiler records. */
  readonly design: unknown;
  readonly decorators: readonly PropertyDecorator[];
  readonly subjects: readonly Subject[];
}

const ALL: readonly Subject[] = ['string', 'number', 'boolean', 'date', 'list', 'object', 'anything'];

function typed(
  design: unknown,
  subjects: readonly Subject[],
  ...decorators: PropertyDecorator[]
): TypeRecipe {
  return { design, decorators, subjects: [...subjects, 'anything'] };
}

const kept = Type(() => Part, { discriminator, keepDiscriminatorProperty: true });
const trim = Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)));

export const TYPES: readonly TypeRecipe[] = [
  // The compiler's word alone gives way to rules of any type.
  ...[String, Number, Boolean, Array, Object, undefined].map((design) => typed(design, ALL)),
  typed(
    Date,
    ['date'],
    Type(() => Date),
  ),
  // Rules of other types see the Date that class-transformer makes.
  typed(
    Date,
    ['date', 'object', 'string', 'number'],
    Type(() => Date),
  ),
  typed(
    Number,
    ['number'],
    Type(() => Number),
  ),
  typed(
    Boolean,
    ['boolean'],
    Type(() => Boolean),
  ),
  typed(
    String,
    ['string'],
    Type(() => String),
  ),
  // Rules about scalars refuse the instances that @Type makes, and take what it makes none of.
  typed(
    Part,
    ['object', 'string', 'number'],
    Type(() => Part),
  ),
  typed(
    Array,
    ['list', 'string'],
    Type(() => Part),
  ),
  typed(
    Part,
    ['object'],
    v.ValidateNested(),
    Type(() => Part),
  ),
  typed(
    Array,
    ['list'],
    v.ValidateNested({ each: true }),
    Type(() => Part),
  ),
  typed(
    Array,
    ['list'],
    v.IsArray(),
    v.ValidateNested({ each: true }),
    Type(() => Whole),
  ),
  typed(Object, ['object'], v.ValidateNested(), kept),
  typed(
    Array,
    ['list'],
    v.ValidateNested({ each: true }),
    Type(() => Part, { discriminator }),
  ),
  typed(
    Map,
    [],
    v.ValidateNested({ each: true }),
    Type(() => Part),
  ),
  typed(
    Set,
    [],
    Type(() => Number),
  ),
  typed(
    Array,
    ['list'],
    ArrayOf(() => String),
  ),
  typed(
    Object,
    ['object'],
    MapOf(() => Number),
  ),
  typed(
    Array,
    [],
    TupleOf(() => [String, Number]),
  ),
  typed(
    Object,
    [],
    OneOf(() => [String, Part]),
  ),
  typed(String, [], Enum(Shade, { name: 'Shade' }), v.IsEnum(Shade)),
  typed(
    String,
    ['string'],
    TypeOf(() => String),
    trim,
  ),
  typed(
    Number,
    ['number'],
    Transform(({ value }) => Number(value)),
  ),
];

/** Rules that take options, by what they are about. */
export const RULES: Readonly<
  Record<Subject, readonly ((options: v.ValidationOptions) => PropertyDecorator)[]>
> = {
  string: [
    (o) => v.IsString(o),
    (o) => v.Length(1, 3, o),
    (o) => v.MaxLength(4, o),
    (o) => v.Matches(/^[a-z]/i, o),
    (o) => v.IsEmail({}, o),
    (o) => v.IsISO31661Alpha2(o),
    (o) => v.IsDateString({}, o),
    (o) => v.IsNumberString({}, o),
    (o) => v.IsEnum(Shade, o),
    (o) => v.IsIn(['', 'a'], o),
    (o) => v.Equals('a', o),
    (o) => v.Contains('a', o),
  ],
  number: [
    (o) => v.IsInt(o),
    (o) => v.IsNumber({}, o),
    (o) => v.Min(0, o),
    (o) => v.Max(9, o),
    (o) => v.IsLatitude(o),
    (o) => v.IsEnum(Step, o),
    (o) => v.IsPositive(o),
    (o) => v.IsDivisibleBy(2, o),
    (o) => v.IsIn([0, 1], o),
  ],
  boolean: [(o) => v.IsBoolean(o)],
  date: [(o) => v.IsDate(o)],
  list: [
    (o) => v.IsArray(o),
    (o) => v.ArrayMinSize(1, o),
    (o) => v.ArrayMaxSize(2, o),
    (o) => v.ArrayUnique(o),
  ],
  object: [(o) => v.IsObject(o), (o) => v.IsNotEmptyObject({}, o)],
  anything: [
    (o) => v.IsDefined(o),
    (o) => v.IsNotEmpty(o),
    (o) => v.IsNotIn(['a', 0], o),
    // Rules of an application, one of them under the name of one of class-validator's.
    (o) => v.ValidateBy({ name: 'isKnown', validator: { validate: (value) => value !== 'b' } }, o),
    (o) => v.ValidateBy({ name: 'isEmail', validator: { validate: (value) => value !== null } }, o),
    // A function is a class of constraints, and this one is not registered: the rule never runs.
    (o) => v.ValidateBy({ name: 'isInt', validator: () => false }, o),
  ],
};

/** Options of rules, most often none. */
export const RULE_OPTIONS: readonly v.ValidationOptions[] = [
  {},
  {},
  {},
  { each: true },
  { each: true },
  { groups: ['create'] },
  { groups: ['admin', 'update'] },
  { always: true },
  { validateIf: (_, value) => value !== 'x' },
  { validateIf: (object: Record<string, unknown>) => object.a !== 1 },
  { validateIf: (_, value) => Boolean(value) },
  { validateIf: (_, value) => value !== undefined },
  { validateIf: (_, value) => typeof value === 'string' },
  { validateIf: (_, value) => typeof value === 'number', each: true },
];

/** For one property of a class: of two with one name, class-transformer knows the first only. */
const RENAMED = Expose({ name: 'renamed' });
const OUT = Expose({ name: 'out', toPlainOnly: true });
export const NAMED: ReadonlySet<unknown> = new Set([RENAMED, OUT]);

/** What else stands on properties; `undefined` for nothing. */
export const MODIFIERS: readonly (PropertyDecorator | undefined)[] = [
  ...[undefined, undefined, undefined, v.IsOptional(), v.IsOptional(), v.IsOptional()],
  v.IsOptional({ groups: ['create'] }),
  v.ValidateIf((_, value) => value !== null),
  v.ValidateIf((_, value) => value !== undefined),
  v.ValidateIf((_, value) => Boolean(value)),
  v.ValidateIf((_, value) => typeof value === 'string'),
  v.ValidateIf((object: Record<string, unknown>) => object.b !== 'a'),
  v.Allow(),
  Nullable(),
  Required(),
  Optional(),
  Expose(),
  RENAMED,
  Expose({ groups: ['create'] }),
  OUT,
  Exclude(),
  Exclude({ toPlainOnly: true }),
];

/** What a class itself gives a property. */
export const INITIAL: readonly unknown[] = [
  undefined,
  undefined,
  undefined,
  undefined,
  null,
  'a',
  1,
  [],
  true,
];
