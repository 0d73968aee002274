import { BUFFERS } from '../../shared/bytes.js';
import { plainToInstance } from 'class-transformer';
import {
  registerDecorator,
  ValidateNested,
  ValidatorConstraint,
  type ValidationArguments,
  type ValidationError,
} from 'class-validator';
import { DecoratorError, placeOf } from '../../../decorators/arguments.js';
import type { Constructor } from '../../shared/types.js';
import { isRecord } from '../../shared/values.js';
import type { Schema } from '../json-schema/schema.js';
import { propertyAnnotationsOf } from '../model/annotations.js';
import { createValidator, type Validate } from '../model/class-validator/validator.js';
import { VALIDATE_VALUES } from '../rules/value-rules.js';
import { jsonSchemaOf } from './json-schema.js';

/**
 * Runs rules on each value of a record or a `Map`, in class-validator: the given ones, and those of the
 * class of `@MapOf`. The schema of the values has the same rules.
 *
 * For example `@ValidateValues(IsInt(), Min(1)) stock!: Record<string, number>`.
 *
 * @param rules decorators of class-validator for one value
 * @throws ConfigError if a rule is not a decorator, such as `IsInt` without parentheses
 */
export function ValidateValues(...rules: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, key) => {
    const place = placeOf(target, key);
    if (!rules.every(isDecorator))
      throw new DecoratorError('@ValidateValues', place, 'needs decorators, such as IsInt().');
    const schemaOfValue = (): Schema => valueSchema(rules);
    registerDecorator({
      name: VALIDATE_VALUES,
      target: target.constructor,
      propertyName: key as string,
      constraints: [schemaOfValue],
      validator: createConstraint(rules),
    });
  };
}

/** Returns whether a value is a decorator. `IsInt` without parentheses returns one instead. */
function isDecorator(rule: unknown): boolean {
  if (typeof rule !== 'function') return false;
  const decorate = rule as (target: object, key: string) => unknown;
  return typeof decorate(Probe.prototype, 'value') !== 'function';
}

class Probe {
  declare value?: unknown;
}

/** A class with one property, which has the rules of a value. */
function holderOf(rules: readonly PropertyDecorator[]): new () => { value?: unknown } {
  class Holder {
    declare value?: unknown;
  }
  const prototype = Holder.prototype as object;
  for (const rule of rules) rule(prototype, 'value');
  return Holder;
}

function valueSchema(rules: readonly PropertyDecorator[]): Schema {
  if (rules.length === 0) return {};
  const { properties } = jsonSchemaOf(holderOf(rules), { refs: 'inline', onDiagnostic: () => undefined });
  const value = properties?.value;
  return typeof value === 'object' ? value : {};
}

type ValueErrors = readonly ValidationError[] | Promise<readonly ValidationError[]>;

function createConstraint(rules: readonly PropertyDecorator[]): new () => object {
  const checks = new WeakMap<Constructor, (value: unknown) => ValueErrors>();
  const messages = new WeakMap<object, string>();
  class ValuesConstraint {
    validate(values: unknown, { object, property }: ValidationArguments): boolean | Promise<boolean> {
      const entries = entriesOf(values);
      if (entries === undefined) return false;
      const owner = object.constructor as Constructor;
      const check = checks.get(owner) ?? createCheck(rules, owner, property);
      checks.set(owner, check);
      const results = entries.map(([name, value]) => [name, check(value)] as const);
      const conclude = (errors: readonly (readonly [string, readonly ValidationError[]])[]): boolean => {
        const texts = errors.flatMap(([name, some]) =>
          some.flatMap((error) => textsOf(error, [property, name])),
        );
        messages.set(values as object, texts.join('; '));
        return texts.length === 0;
      };
      if (results.every((entry): entry is [string, ValidationError[]] => Array.isArray(entry[1])))
        return conclude(results);
      return Promise.all(results.map(async ([name, errors]) => [name, await errors] as const)).then(conclude);
    }

    defaultMessage({ value, property }: ValidationArguments): string {
      const known = typeof value === 'object' && value !== null ? messages.get(value as object) : undefined;
      return known ?? `${property} must be an object`;
    }
  }
  ValidatorConstraint({ name: VALIDATE_VALUES })(ValuesConstraint);
  return ValuesConstraint;
}

function entriesOf(values: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (values instanceof Map) return [...(values as Map<string, unknown>)];
  return isRecord(values) ? Object.entries(values) : undefined;
}

/** Creates the check of one value, with the rules of the class that `@MapOf` declares for the property. */
function createCheck(
  rules: readonly PropertyDecorator[],
  owner: Constructor,
  property: string,
): (value: unknown) => ValueErrors {
  const Holder = holderOf(rules);
  const { inputType, type = inputType } = propertyAnnotationsOf(owner, property);
  const declared: unknown = type?.form === 'map' ? type.values() : undefined;
  const isList = Array.isArray(declared);
  const item: unknown = isList ? (declared as readonly unknown[])[0] : declared;
  const itemClass = isValidated(item) ? item : undefined;
  if (itemClass !== undefined) ValidateNested({ each: isList })(Holder.prototype as object, 'value');
  const validate: Validate = createValidator({});
  return (value) => {
    const holder = new Holder();
    holder.value = itemClass === undefined ? value : instanceOf(itemClass, value);
    return validate(holder);
  };
}

const PLAIN: ReadonlySet<unknown> = new Set([
  String,
  Number,
  Boolean,
  Date,
  BigInt,
  ...BUFFERS,
  Object,
  Map,
  Set,
]);

function isValidated(item: unknown): item is Constructor<object> {
  return typeof item === 'function' && !PLAIN.has(item);
}

/** A value as its class; operations have created the instances already. */
function instanceOf(target: Constructor<object>, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  return items.every((item) => item instanceof target)
    ? value
    : plainToInstance(target as new () => object, value);
}

/** The messages of an error and its children, with the place of each. */
function textsOf({ property, constraints, children }: ValidationError, place: readonly string[]): string[] {
  const own = Object.values(constraints ?? {}).map((message) => `${place.join('.')}: ${message}`);
  const path = property === 'value' ? place : [...place, property];
  return [...own, ...(children ?? []).flatMap((child) => textsOf(child, path))];
}
