import * as classValidator from 'class-validator';
import type { ValidationError, ValidatorOptions } from 'class-validator';
import type { Constructor } from '../../../shared/types.js';
import {
  ancestorsOf,
  KINDS,
  ownMetadataOf,
  type Condition,
  type Constraint,
  type ValidationMetadata,
} from './metadata.js';
import { isMemberRule } from './member-rule.js';
import { constraintsOf, isOwnRule } from './rules.js';

/** Returns no errors at once for a valid object; otherwise a promise of errors. */
export type Validate = (object: object) => readonly ValidationError[] | Promise<readonly ValidationError[]>;

const VALID: readonly ValidationError[] = [];

/**
 * Creates a validator with the verdicts of class-validator's `validate`, several times as fast for valid objects: it
 * looks up the rules of a class once. It passes all other objects to class-validator, which creates the errors.
 *
 * @param skips the properties whose rules do not count
 * @param unsent what happens to members without a rule that every new instance has, such as class fields:
 * `forbidNonWhitelisted` rejects them, or they are removed because no request sent them
 */
export function createValidator(
  options: ValidatorOptions,
  skips: SkipsProperty = skipsNone,
  unsent: 'rejected' | 'removed' = 'rejected',
): Validate {
  const isUnsent = unsent === 'removed' ? createUnsentCheck() : isNever;
  const isValid = createCheck(options, skips, isUnsent);
  return (object) => {
    const stripped: Stripped[] = [];
    try {
      if (isValid(object, stripped)) return VALID;
    } catch {
      // class-validator's `validate` throws this error, too.
    }
    stripped.toReversed().forEach(restore);
    const errors = classValidator.validate(object, options);
    if (skips === skipsNone && isUnsent === isNever) return errors;
    const isLeftOut: IsLeftOut = (error) => {
      const { target, property, constraints } = error;
      if (target === undefined) return false;
      if (skips(target.constructor as Constructor, property)) return true;
      const isExtraneous = Object.keys(constraints ?? {}).join() === KINDS.whitelist;
      return isExtraneous && isUnsent(target, property, error.value);
    };
    return errors.then((found) => withoutSkipped(found, isLeftOut));
  };
}

type SkipsProperty = (target: Constructor, key: string) => boolean;
type IsUnsent = (object: object, key: string, value: unknown) => boolean;
type IsLeftOut = (error: ValidationError) => boolean;

const skipsNone: SkipsProperty = () => false;
const isNever: IsUnsent = () => false;

/** Returns whether no request sent a member: it has no value, or a new instance has it already. */
function createUnsentCheck(): IsUnsent {
  const fieldsOf = new WeakMap<object, ReadonlySet<string>>();
  return ({ constructor }, key, value) => {
    if (value === undefined) return true;
    const fields = fieldsOf.get(constructor) ?? new Set(Object.keys(newInstance(constructor)));
    fieldsOf.set(constructor, fields);
    return fields.has(key);
  };
}

function newInstance(target: unknown): object {
  try {
    return new (target as new () => object)();
  } catch {
    return {};
  }
}

function withoutSkipped(errors: readonly ValidationError[], isLeftOut: IsLeftOut): ValidationError[] {
  return errors.flatMap((error) => {
    const { constraints, children = [] } = error;
    if (isLeftOut(error)) return [];
    const inner = withoutSkipped(children, isLeftOut);
    if (constraints === undefined && children.length > 0 && inner.length === 0) return [];
    return [Object.assign(error, { children: inner })];
  });
}

interface Stripped {
  readonly object: object;
  readonly members: PropertyDescriptorMap;
}

function restore({ object, members }: Stripped): void {
  for (const key of Object.keys(members)) Reflect.deleteProperty(object, key);
  Object.defineProperties(object, members);
}

interface PropertyRules {
  readonly key: string;
  readonly conditions: readonly Condition[];
  readonly defined: readonly Rule[];
  readonly rules: readonly Rule[];
  readonly isNested: boolean;
}

interface Rule {
  readonly metadata: ValidationMetadata;
  readonly constraint: Constraint['instance'];
}

interface ClassRules {
  readonly grouped: Readonly<Record<string, readonly unknown[]>>;
  readonly properties: readonly PropertyRules[];
  /** The number of decorators of the class and of each base class. If it grows, the rules are compiled again. */
  readonly sizes: readonly (readonly [Constructor, number])[];
}

function createCheck(
  options: ValidatorOptions,
  skips: SkipsProperty,
  isUnsent: IsUnsent,
): (object: object, stripped: Stripped[]) => boolean {
  const { whitelist, forbidUnknownValues = true } = options;
  const { skipMissingProperties, skipUndefinedProperties, skipNullProperties } = options;
  const compiled = new WeakMap<Constructor, ClassRules | undefined>();

  function rulesOf(target: unknown): ClassRules | undefined {
    if (typeof target !== 'function') return undefined;
    const known = compiled.get(target as Constructor);
    if (known === undefined ? compiled.has(target as Constructor) : isCurrent(known)) return known;
    const rules = compile(target as Constructor, options, skips);
    compiled.set(target as Constructor, rules);
    return rules;
  }

  function isValid(object: object, stripped: Stripped[]): boolean {
    const all = rulesOf(object.constructor);
    if (all === undefined || (forbidUnknownValues && all.properties.length === 0)) return false;
    if (whitelist === true && !strip(object, all, stripped)) return false;
    for (const property of all.properties) if (!isPropertyValid(object, property, stripped)) return false;
    return true;
  }

  /** Removes the members that `whitelist` removes. Returns false if `forbidNonWhitelisted` rejects one. */
  function strip(object: object, { grouped }: ClassRules, stripped: Stripped[]): boolean {
    const extraneous = Object.keys(object).filter((key) => !grouped[key] || grouped[key].length === 0);
    if (extraneous.length === 0) return true;
    const isSent = (key: string): boolean => !isUnsent(object, key, (object as Record<string, unknown>)[key]);
    if (options.forbidNonWhitelisted === true && extraneous.some(isSent)) return false;
    stripped.push({ object, members: Object.getOwnPropertyDescriptors(object) });
    return extraneous.every((key) => Reflect.deleteProperty(object, key));
  }

  function isPropertyValid(object: object, property: PropertyRules, stripped: Stripped[]): boolean {
    const value = (object as Record<string, unknown>)[property.key];
    if (!isAsked(object, value, property)) return true;
    for (const rule of property.defined) if (!passes(rule, object, value)) return false;
    if (isSkipped(value)) return true;
    for (const rule of property.rules) if (!passes(rule, object, value)) return false;
    return !property.isNested || isNestedValid(value, stripped);
  }

  function isSkipped(value: unknown): boolean {
    if (value === undefined) return skipUndefinedProperties === true || skipMissingProperties === true;
    return value === null && (skipNullProperties === true || skipMissingProperties === true);
  }

  function isNestedValid(value: unknown, stripped: Stripped[]): boolean {
    if (value === undefined) return true;
    if (!isCollection(value)) return value instanceof Object && isValid(value, stripped);
    for (const item of value.values()) if (!isSkipped(item) && !isNestedValid(item, stripped)) return false;
    return true;
  }

  return isValid;
}

/** Returns undefined for a class with rules of the application, which may be asynchronous or have side effects. */
function compile(
  target: Constructor,
  options: ValidatorOptions,
  skips: SkipsProperty,
): ClassRules | undefined {
  const { always = false, strictGroups = false, groups } = options;
  const storage = classValidator.getMetadataStorage();
  const all = storage.getTargetValidationMetadatas(target, '', always, strictGroups, groups);
  const asked = all.filter(({ propertyName }) => !skips(target, propertyName));
  if (!(asked as unknown as ValidationMetadata[]).every(isOrdinary)) return undefined;
  // `whitelist` also keeps properties whose rules are skipped.
  const grouped = storage.groupByPropertyName(all);
  const byProperty = storage.groupByPropertyName(asked) as unknown as Record<string, ValidationMetadata[]>;
  const properties = Object.entries(byProperty).map(([key, list]) => rulesOfProperty(key, list));
  const sizes = [target, ...ancestorsOf(target)].map((one) => [one, ownMetadataOf(one).length] as const);
  return { grouped, properties, sizes };
}

function isCurrent({ sizes }: ClassRules): boolean {
  for (const [target, size] of sizes) if (ownMetadataOf(target).length !== size) return false;
  return true;
}

function isOrdinary(metadata: ValidationMetadata): boolean {
  const { type, propertyName } = metadata;
  if (isMemberRule(propertyName)) return true;
  if (type === KINDS.custom || type === KINDS.defined) return isOwnRule(metadata);
  return type !== KINDS.promise;
}

function rulesOfProperty(key: string, list: readonly ValidationMetadata[]): PropertyRules {
  const conditions = list.filter((one) => one.type === KINDS.conditional);
  return {
    key,
    conditions: conditions.map(({ constraints }) => constraints?.[0] as Condition),
    defined: list.filter((one) => one.type === KINDS.defined).flatMap(rulesFrom),
    rules: list.filter((one) => one.type === KINDS.custom).flatMap(rulesFrom),
    isNested: list.some((one) => one.type === KINDS.nested),
  };
}

/**
 * Returns whether the rules of a property run. It calls every condition, as class-validator does, since a later one may
 * throw.
 */
function isAsked(object: object, value: unknown, { conditions }: PropertyRules): boolean {
  let isAsked = true;
  for (const condition of conditions) if (!condition(object, value)) isAsked = false;
  return isAsked;
}

function rulesFrom(metadata: ValidationMetadata): Rule[] {
  return constraintsOf(metadata).map(({ instance }) => ({ metadata, constraint: instance }));
}

function passes({ metadata, constraint }: Rule, object: object, value: unknown): boolean {
  const { validateIf, propertyName: property, constraints, each } = metadata;
  if (validateIf !== undefined && !validateIf(object, value)) return true;
  const args = { targetName: object.constructor.name, property, object, value, constraints };
  if (each !== true || !isCollection(value)) return isYes(constraint.validate(value, args));
  for (const item of value.values()) if (!isYes(constraint.validate(item, args))) return false;
  return true;
}

/** Returns whether a rule accepted synchronously; a promise is not a result. */
function isYes(verdict: unknown): boolean {
  return Boolean(verdict) && typeof verdict !== 'object';
}

function isCollection(value: unknown): value is unknown[] | Set<unknown> | Map<unknown, unknown> {
  return Array.isArray(value) || value instanceof Set || value instanceof Map;
}
