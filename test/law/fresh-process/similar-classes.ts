import { Exclude, Expose, Transform, Type } from 'class-transformer';
import * as v from 'class-validator';
import {
  Description,
  Example,
  Nullable,
  Optional,
  ReadOnly,
  Required,
  WriteOnly,
} from '../../../decorators/annotations.js';
import { TypeOf } from '../../../decorators/types.js';
import type { Constructor } from '../../../src/shared/types.js';
import { seededRandom, type Random } from '../../fixtures/random.js';

export class Part {
  @v.IsInt() size!: number;
}

export class Other {
  @v.IsString({ groups: ['create'] }) name!: string;
  @Expose({ since: 2 }) @v.IsOptional() @v.IsInt() later?: number;
}

enum Shade {
  Light = 'light',
  Dark = 'dark',
}

/** A rule of the application that goes by the name of one of class-validator's. */
function isString(options?: v.ValidationOptions): PropertyDecorator {
  return v.ValidateBy({ name: 'isString', validator: { validate: () => true } }, options);
}

const discriminator = { property: 'kind', subTypes: [{ name: 'part', value: Part }] };
const isNotX = (_: unknown, value: unknown): boolean => value !== 'x';
const isSecond = (object: unknown): boolean => (object as { readonly q?: unknown }).q === 2;

type Decorators = readonly PropertyDecorator[];
type Use = (options: v.ValidationOptions) => PropertyDecorator;

const STRING_RULES: readonly Use[] = [
  (o) => v.IsString(o),
  (o) => isString(o),
  (o) => v.MinLength(1, o),
  (o) => v.MinLength(2, o),
  (o) => v.MinLength(-1, o),
  (o) => v.Length(1, 2, o),
  (o) => v.Matches(/^a/, o),
  (o) => v.Matches(/^a/i, o),
  (o) => v.IsIn(['a', 'b'], o),
  (o) => v.IsIn(['a', 'c'], o),
];

const RULES: readonly Use[] = [
  ...STRING_RULES,
  (o) => v.IsInt(o),
  (o) => v.IsNumber({}, o),
  (o) => v.IsNumber({ maxDecimalPlaces: 0 }, o),
  (o) => v.IsEnum(Shade, o),
  (o) => v.ArrayMinSize(2, o),
  (o) => v.ArrayUnique(o),
  (o) => v.ArrayUnique((one: unknown) => one, o),
  (o) => v.IsObject(o),
  (o) => v.ValidateNested(o),
  (o) => v.IsDate(o),
  (o) => v.IsEmpty(o),
  (o) => v.Allow(o),
];

const OPTIONS: readonly v.ValidationOptions[] = [
  {},
  { each: true },
  { groups: ['create'] },
  { groups: ['admin'] },
  { groups: ['create'], each: true },
  { always: true },
  { groups: ['admin'], always: false },
  { validateIf: isNotX },
  { validateIf: isSecond },
];

/** Everything that decides a property, one choice for each axis. */
const AXES = {
  key: ['p', 'q', 'toString'],
  design: [String, Number, Boolean, Array, Object, Date, Set, Map, Part, Other, undefined],
  type: [
    [],
    [Type(() => Part)],
    [Type(() => Other)],
    [Type(() => Number)],
    [Type(() => Date)],
    [Type(() => Part, { discriminator })],
    [Type((help) => (help?.property === 'q' ? Part : Other))],
  ] as readonly Decorators[],
  rule: RULES,
  options: OPTIONS,
  second: [undefined, ...STRING_RULES],
  secondOptions: OPTIONS,
  presence: [
    [],
    [v.IsDefined()],
    [v.IsOptional()],
    [v.IsOptional({ groups: ['create'] })],
    [v.IsOptional({ always: true })],
    [v.IsDefined({ groups: ['create'] })],
    [v.IsNotEmpty()],
    [v.ValidateIf(isNotX)],
    [v.ValidateIf(isSecond)],
    [v.ValidateIf((_, value) => value !== null)],
  ] as readonly Decorators[],
  exposure: [
    [],
    [Expose()],
    [Expose({ name: 'other' })],
    [Expose({ groups: ['create'] })],
    [Expose({ since: 2 })],
    [Expose({ toPlainOnly: true })],
    [Exclude()],
    [Exclude({ toPlainOnly: true })],
    [Transform(({ value }) => value as unknown)],
    [Transform(({ value }) => value as unknown, { toPlainOnly: true })],
  ] as readonly Decorators[],
  said: [
    [],
    [Nullable()],
    [Required()],
    [Optional()],
    [ReadOnly()],
    [WriteOnly()],
    [Description('A property')],
    [Example('a')],
    [TypeOf(() => Number)],
  ] as readonly Decorators[],
  initial: [undefined, null, 'a', 1],
  strategy: [[], [Exclude()], [Required()]] as readonly (readonly ClassDecorator[])[],
} as const;

type Axis = keyof typeof AXES;
type Choices = Readonly<Record<Axis, number>>;

const NAMES = Object.keys(AXES) as readonly Axis[];
/** A property without anything but a rule. */
const PLAIN = Object.fromEntries(NAMES.map((axis) => [axis, 0])) as unknown as Choices;

/** Properties as services have them; further families are made of any choices. */
const COMMON: readonly Partial<Choices>[] = [
  {},
  { rule: numberOf('MinLength'), presence: 2 },
  { rule: numberOf('MinLength'), design: 3, options: 1 },
  { rule: numberOf('ValidateNested'), design: 3, type: 1, options: 1 },
];

function numberOf(rule: string): number {
  return RULES.findIndex((use) => String(use).includes(rule));
}

/** Classes of one property: one, and those that differ from it in one choice each. */
export function generateTwins(family: number): Constructor[] {
  const random = seededRandom(family);
  const first = { ...PLAIN, ...(COMMON[family] ?? anyChoices(random)) };
  const twins = NAMES.flatMap((axis) =>
    AXES[axis].map((_, choice): Choices => ({ ...first, [axis]: choice })).slice(1),
  );
  return [first, ...twins].map((choices, index) => makeClass(choices, `Twin${family}x${index}`));
}

function anyChoices(random: Random): Partial<Choices> {
  return Object.fromEntries(NAMES.map((axis) => [axis, random.below(AXES[axis].length)]));
}

function makeClass(choices: Choices, name: string): Constructor {
  const chosen = <A extends Axis>(axis: A): (typeof AXES)[A][number] => AXES[axis][choices[axis]]!;
  const key = chosen('key');
  const initial = chosen('initial');
  const target = class {
    constructor() {
      if (initial !== undefined) Object.assign(this, { [key]: initial });
    }
  };
  Object.defineProperty(target, 'name', { value: name });
  const design = chosen('design');
  if (design !== undefined) Reflect.defineMetadata('design:type', design, target.prototype, key);
  const rules = [chosen('rule')(chosen('options')), chosen('second')?.(chosen('secondOptions')) ?? []].flat();
  const others = [chosen('type'), chosen('presence'), chosen('exposure'), chosen('said')].flat();
  for (const decorate of [...rules, ...others]) decorate(target.prototype, key);
  for (const decorate of chosen('strategy')) decorate(target);
  return target;
}
