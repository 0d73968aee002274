import * as mapped from '@nestjs/mapped-types';
import * as swagger from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import * as v from 'class-validator';
import * as ours from '../../../../src/documents/model/mapped-types.js';
import type { Constructor } from '../../../../src/shared/types.js';
import type { Dice } from './dice.js';

enum Shade {
  Light = 'light',
  Dark = 'dark',
}
enum Step {
  First,
  Second,
}

class Leaf {
  @v.IsInt() @v.Min(0) @v.Max(9) size!: number;
  @v.IsOptional() @v.IsString() @v.MaxLength(3) note?: string;
}
class Shape {
  @v.IsString() kind!: string;
}
class Circle extends Shape {
  @v.IsInt() radius!: number;
}
class Square extends Shape {
  @v.IsInt() side!: number;
}

const discriminator = {
  property: 'kind',
  subTypes: [
    { name: 'circle', value: Circle },
    { name: 'square', value: Square },
  ],
};

interface Recipe {
  readonly design: unknown;
  readonly decorators: readonly PropertyDecorator[];
}

const recipe = (design: unknown, ...decorators: PropertyDecorator[]): Recipe => ({ design, decorators });
const leaf = Type(() => Leaf);

/** By the name of the property. Validation reads the names of `Converted` after a conversion. */
const PLAIN: Readonly<Record<string, Recipe>> = {
  text: recipe(String, v.IsString(), v.Length(1, 4)),
  code: recipe(String, v.Matches(/^[a-c]{2}$/)),
  choice: recipe(String, v.IsIn(['x', 'y'])),
  count: recipe(Number, v.IsInt(), v.Min(-2), v.Max(9)),
  share: recipe(Number, v.IsNumber(), v.IsPositive()),
  flag: recipe(Boolean, v.IsBoolean()),
  shade: recipe(String, v.IsEnum(Shade)),
  tags: recipe(Array, v.IsArray(), v.ArrayMaxSize(2), v.IsString({ each: true })),
  sizes: recipe(Array, v.IsArray(), v.IsInt({ each: true })),
  bag: recipe(Object, v.IsObject()),
  open: recipe(Object, v.IsDefined()),
  leaf: recipe(Leaf, v.IsDefined(), v.ValidateNested(), leaf),
  leaves: recipe(Array, v.IsArray(), v.ValidateNested({ each: true }), leaf),
  grouped: recipe(String, v.IsString({ groups: ['create'] })),
  always: recipe(Number, v.IsInt({ always: true })),
};

const CONVERTED: Readonly<Record<string, Recipe>> = {
  date: recipe(
    Date,
    v.IsDate(),
    Type(() => Date),
  ),
  number: recipe(
    Number,
    v.IsInt(),
    Type(() => Number),
  ),
  trimmed: recipe(
    String,
    v.IsString(),
    v.MinLength(1),
    Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown))),
  ),
  list: recipe(
    Array,
    v.IsArray(),
    v.IsString({ each: true }),
    Transform(({ value }) => (value == null ? (value as unknown) : [value].flat())),
  ),
  step: recipe(Number, v.IsEnum(Step)),
  shape: recipe(
    Object,
    v.IsDefined(),
    v.ValidateNested(),
    Type(() => Shape, { discriminator, keepDiscriminatorProperty: true }),
  ),
};

export const CONVERTED_NAMES: ReadonlySet<string> = new Set(Object.keys(CONVERTED));

const RECIPES = Object.entries({ ...PLAIN, ...CONVERTED });
const SCALARS = RECIPES.filter(([name]) => !/leaf|leaves|bag|open|shape|grouped|always/.test(name));

let made = 0;

/** Returns a random class with rules. */
export function classFrom(dice: Dice, isFlat = false): Constructor {
  const base = freshClass(dice, isFlat);
  if (dice.chance(0.5)) return base;
  const maker = dice.one([mapped, swagger, ours as unknown as typeof mapped]);
  const names = Object.getOwnPropertyNames(new (base as new () => object)()) as never[];
  const derived = dice.one<() => unknown>([
    () => maker.PartialType(base as never),
    () => maker.PickType(base as never, dice.some(names, 0.6)),
    () => maker.OmitType(base as never, dice.some(names, 0.3)),
    () => maker.IntersectionType(base as never, freshClass(dice, isFlat) as never),
    () => base,
  ])() as new () => object;
  if (dice.chance(0.5)) return named(class extends derived {});
  return decorate(named(class extends derived {}), dice.some(isFlat ? SCALARS : RECIPES, 0.1), dice);
}

function named<T extends Constructor>(target: T): T {
  Object.defineProperty(target, 'name', { value: `Class${(made += 1)}` });
  return target;
}

function freshClass(dice: Dice, isFlat: boolean): Constructor {
  const own = dice.some(isFlat ? SCALARS : RECIPES, isFlat ? 0.3 : 0.25);
  return decorate(named(class {}), own.length === 0 ? [RECIPES[0]!] : own, dice);
}

function decorate(
  target: Constructor,
  recipes: readonly (readonly [string, Recipe])[],
  dice: Dice,
): Constructor {
  const prototype = target.prototype as object;
  for (const [key, { design, decorators }] of recipes) {
    Reflect.defineMetadata('design:type', design, prototype, key);
    const modifiers =
      key in CONVERTED
        ? dice.one([[], [v.IsOptional()]])
        : dice.one<PropertyDecorator[]>([
            [],
            [],
            [v.IsOptional()],
            [v.ValidateIf((_, value) => value !== undefined)],
            [Expose()],
            [v.IsOptional(), Expose()],
          ]);
    for (const decorator of [...decorators, ...modifiers]) decorator(prototype, key);
  }
  return target;
}
