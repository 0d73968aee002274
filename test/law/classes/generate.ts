import * as theirs from '@nestjs/mapped-types';
import { getMetadataStorage, validateSync } from 'class-validator';
import * as ours from '../../../src/documents/model/mapped-types.js';
import { seededRandom, type Random } from '../../fixtures/random.js';
import type { Constructor } from '../../../src/shared/types.js';
import { DecoratorError } from '../../../decorators/arguments.js';
import { SPELLINGS } from '../spellings.js';
import { samples, type Sample } from '../rules/samples.js';
import { INITIAL, MODIFIERS, NAMED, RULE_OPTIONS, RULES, TYPES, type TypeRecipe } from './recipes.js';

const KEYS = ['a', 'b', 'c', 'd'];

/**
 * A class that nobody would write, and its base where it has one. The same number, the same class.
 *
 * @param initial whether fields begin with values, be they of the field's type or not
 */
export function generateClass(number: number, { initial = true } = {}): Constructor {
  const random = seededRandom(number);
  const kinds: Kinds = new Map();
  const make = (target: Made): Made => {
    const [decorated, values] = decorateAll(target, random, kinds);
    return initial ? withInitial(decorated, values) : decorated;
  };
  const base = random.below(4) === 0 ? make(class Base {}) : undefined;
  const made = make(base === undefined ? class Generated {} : class Generated extends base {});
  return random.below(3) === 0 ? mapped(made, make(class Other {}), random) : made;
}

/** A mapped type of dtospec or of Nest. */
function mapped(made: Made, other: Made, random: Random): Made {
  const { PartialType, PickType, OmitType, IntersectionType } = random.pick([
    ours,
    theirs as unknown as typeof ours,
  ]);
  const keys = KEYS.filter(() => random.below(2) === 0) as never[];
  return random.pick([
    () => PartialType(made),
    () => PickType(made, keys),
    () => OmitType(made, keys),
    () => IntersectionType(made, other),
    () => class Heir extends PartialType(made) {},
  ])() as Made;
}

/** What properties are: a class that redeclares one of its base's does so with its type. */
interface Kinds extends Map<string, TypeRecipe> {
  /** The property that each decorator gives another name. */
  named?: Map<PropertyDecorator, string>;
}

type Made = new () => object;

type Initial = [key: string, value: unknown];

function decorateAll(target: Made, random: Random, kinds: Kinds): [Made, Initial[]] {
  const initial: Initial[] = [];
  for (const key of KEYS.slice(0, 1 + random.below(KEYS.length))) {
    decorate(target, key, random, kinds);
    const value = random.pick(INITIAL);
    if (value !== undefined) initial.push([key, value]);
  }
  return [target, initial];
}

/** Field initializers: each instance has its own values. */
function withInitial(target: Made, initial: readonly Initial[]): Made {
  return class extends target {
    static override readonly name = target.name;
    constructor() {
      super();
      for (const [key, value] of initial) Object.assign(this, { [key]: structuredClone(value) });
    }
  };
}

/** Decorators of a type, of rules and of presence, in any order. */
function decorate(target: Made, key: string, random: Random, kinds: Kinds): void {
  const kind = kinds.get(key) ?? random.pick(TYPES);
  kinds.set(key, kind);
  const { design, decorators, subjects } = kind;
  if (design !== undefined) Reflect.defineMetadata('design:type', design, target.prototype as object, key);
  // Rules about one thing: those about several let nothing pass.
  const about = random.pick(subjects);
  const rules = Array.from({ length: random.below(3) }, () => {
    const options = random.pick(RULE_OPTIONS);
    const isOff = about === 'list' && options.each === true;
    return random.pick([...RULES[about], ...RULES.anything])(isOff ? {} : options);
  });
  const modifiers = [random.pick(MODIFIERS), random.pick(MODIFIERS)].filter(
    (one) => one !== undefined && (!NAMED.has(one) || takesName(kinds, one, key)),
  ) as PropertyDecorator[];
  for (const decorator of shuffled([...decorators, ...rules, ...modifiers], random))
    apply(decorator, target, key);
}

/** Whether no other property of the class has the name. */
function takesName(kinds: Kinds, decorator: PropertyDecorator, key: string): boolean {
  kinds.named ??= new Map();
  const known = kinds.named.get(decorator) ?? key;
  kinds.named.set(decorator, known);
  return known === key;
}

/** Two of ours may contradict each other, which they say at once. */
function apply(decorator: PropertyDecorator, target: Made, key: string): void {
  try {
    decorator(target.prototype as object, key);
  } catch (error) {
    if (!(error instanceof DecoratorError)) throw error;
  }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0]!);
}

/** A class whose property `p` has two or three uses of any decorators, and values that each of them is about. */
export function generateTuple(number: number): {
  target: Constructor;
  uses: readonly Sample[];
  values: unknown[];
} {
  const random = seededRandom(number);
  class Tuple {}
  const uses = Array.from({ length: 2 + random.below(2) }, () => random.pick(ALONE));
  for (const { apply: decorator } of uses) decorator(Tuple.prototype, 'p');
  const seeds = documented(
    Tuple,
    uses.flatMap((use) => use.seeds.filter((seed) => !isFolded(seed) && !isHuge(seed))),
  );
  return {
    target: Tuple,
    uses,
    values: [{}, { p: null }, ...seeds.map((p) => ({ p })), ...seeds.map((p) => ({ p: [p] }))],
  };
}

/** Letters that are of ASCII in upper case only: of an IBAN with them, the validator counts other check digits. */
function isFolded(seed: unknown): boolean {
  return typeof seed === 'string' && /[\u00DF\u0131\u017F\uFB00-\uFB06]/.test(seed);
}

/** Ajv's multipleOf asks parseInt of a quotient that may print with an exponent. */
function isHuge(seed: unknown): boolean {
  return typeof seed === 'number' && Math.abs(seed) > Number.MAX_SAFE_INTEGER;
}

/** Without those that pass, where all of them are spelled otherwise than documents spell them: nothing is left then. */
function documented(target: Made, seeds: readonly unknown[]): readonly unknown[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(target, '', false, false);
  const isSpelledSo = (seed: unknown): boolean =>
    rules.every(({ name, type, constraints }) =>
      SPELLED.every((narrowing) => {
        const rule = { name: name ?? type, constraints: (constraints as unknown[] | undefined) ?? [] };
        const others: readonly unknown[] = SPELLINGS[narrowing](seed, rule);
        return others.length === 0 || others[0] === seed;
      }),
    );
  const passing = seeds.filter((p) => passes(target, p));
  return passing.length === 0 || passing.some(isSpelledSo) ? seeds : seeds.filter((p) => !passes(target, p));
}

const SPELLED = ['member names of an enum', 'other spellings of codes and coordinates'] as const;

function passes(target: Made, p: unknown): boolean {
  try {
    return validateSync(Object.assign(new target(), { p })).length === 0;
  } catch {
    return false;
  }
}

/** Those about instances need a `@Type`; what a condition compares with is none of the others' values. */
const ALONE = samples.filter(({ type, decorator }) => type === undefined && decorator !== 'ValidateIf');

/** Takes a class out of class-validator's storage, all of which each validation walks. */
export function forget(target: Constructor): void {
  const storage = getMetadataStorage() as unknown as { readonly validationMetadatas: Map<unknown, unknown> };
  for (
    let one: unknown = target;
    typeof one === 'function' && one !== Function.prototype;
    one = Object.getPrototypeOf(one)
  )
    storage.validationMetadatas.delete(one);
}
