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
import { constraintsOf, isOwnRule } from './rules.js';

/** Validates an object: no errors at once, others when class-validator has found them. */
export type Validate = (object: object) => readonly ValidationError[] | Promise<readonly ValidationError[]>;

const VALID: readonly ValidationError[] = [];

/**
 * As class-validator's `validate` under these options, several times as fast for an object that is valid: the rules of
 * its class are looked up once, and not for each object among those of all classes. What is not seen to be valid,
 * `validate` judges itself, so that errors, waiting and what rules throw are its own.
 *
 * @param skips the properties whose rules do not count
 */
export function createValidator(options: ValidatorOptions, skips: SkipsProperty = skipsNone): Validate {
  const isValid = createCheck(options, skips);
  return (object) => {
    const stripped: Stripped[] = [];
    try {
      if (isValid(object, stripped)) return VALID;
    } catch {
      // It throws for validate, too.
    }
    stripped.toReversed().forEach(restore);
    const errors = classValidator.validate(object, options);
    return skips === skipsNone ? errors : errors.then((found) => withoutSkipped(found, skips));
  };
}

/** Returns whether the rules of a property do not count. */
type SkipsProperty = (target: Constructor, key: string) => boolean;

const skipsNone: SkipsProperty = () => false;

function withoutSkipped(errors: readonly ValidationError[], skips: SkipsProperty): ValidationError[] {
  return errors.flatMap((error) => {
    const { target, property, constraints, children = [] } = error;
    if (target !== undefined && skips(target.constructor as Constructor, property)) return [];
    const inner = withoutSkipped(children, skips);
    if (constraints === undefined && children.length > 0 && inner.length === 0) return [];
    return [Object.assign(error, { children: inner })];
  });
}

/** An object that `whitelist` took members from, and the members that it had, in their order. */
interface Stripped {
  readonly object: object;
  readonly members: PropertyDescriptorMap;
}

/** Gives an object its members back, for class-validator to judge what came in. */
function restore({ object, members }: Stripped): void {
  for (const key of Object.keys(members)) Reflect.deleteProperty(object, key);
  Object.defineProperties(object, members);
}

/** The rules of one property, in the groups that they run in. */
interface PropertyRules {
  readonly key: string;
  readonly conditions: readonly Condition[];
  /** `@IsDefined`: no option skips it. */
  readonly defined: readonly Rule[];
  readonly rules: readonly Rule[];
  readonly isNested: boolean;
}

interface Rule {
  readonly metadata: ValidationMetadata;
  readonly constraint: Constraint['instance'];
}

interface ClassRules {
  /** By property, as class-validator groups them. */
  readonly grouped: Readonly<Record<string, readonly unknown[]>>;
  readonly properties: readonly PropertyRules[];
  /** How many decorators the class and each of its bases had: a class may get more. */
  readonly sizes: readonly (readonly [Constructor, number])[];
}

/** Answers true for valid objects only, false where class-validator must judge. Notes what it took away. */
function createCheck(
  options: ValidatorOptions,
  skips: SkipsProperty,
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

  /** Takes away what `whitelist` does; false where that is an error. */
  function strip(object: object, { grouped }: ClassRules, stripped: Stripped[]): boolean {
    const extraneous = Object.keys(object).filter((key) => !grouped[key] || grouped[key].length === 0);
    if (extraneous.length === 0) return true;
    if (options.forbidNonWhitelisted === true) return false;
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

/** Undefined for a class whose rules cannot be asked twice or wait: those of the application may. */
function compile(
  target: Constructor,
  options: ValidatorOptions,
  skips: SkipsProperty,
): ClassRules | undefined {
  const { always = false, strictGroups = false, groups } = options;
  const storage = classValidator.getMetadataStorage();
  const all = storage
    .getTargetValidationMetadatas(target, '', always, strictGroups, groups)
    .filter(({ propertyName }) => !skips(target, propertyName));
  if (!(all as unknown as ValidationMetadata[]).every(isOrdinary)) return undefined;
  const grouped = storage.groupByPropertyName(all) as unknown as Record<string, ValidationMetadata[]>;
  const properties = Object.entries(grouped).map(([key, list]) => rulesOfProperty(key, list));
  const sizes = [target, ...ancestorsOf(target)].map((one) => [one, ownMetadataOf(one).length] as const);
  return { grouped, properties, sizes };
}

function isCurrent({ sizes }: ClassRules): boolean {
  for (const [target, size] of sizes) if (ownMetadataOf(target).length !== size) return false;
  return true;
}

function isOrdinary(metadata: ValidationMetadata): boolean {
  const { type } = metadata;
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

/** Each condition is asked, as class-validator does: a later one may throw. */
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

/** A promise of a verdict is none yet. */
function isYes(verdict: unknown): boolean {
  return Boolean(verdict) && typeof verdict !== 'object';
}

function isCollection(value: unknown): value is unknown[] | Set<unknown> | Map<unknown, unknown> {
  return Array.isArray(value) || value instanceof Set || value instanceof Map;
}
