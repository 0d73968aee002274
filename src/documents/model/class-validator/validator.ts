import type { ValidationError, ValidatorOptions } from 'class-validator';
import type { Constructor } from '../../../shared/types.js';
import { type Collection, isCollection } from '../../../shared/values.js';
import {
  type Check,
  type ClassRules,
  compileRules,
  isCurrent,
  type ParsedKeysOf,
  type PropertyChecks,
  type SkipsProperty,
} from './class-rules.js';
import { handledValidation, isPromise } from './handled-validation.js';
import { KINDS, type ValidationMetadata } from './metadata.js';
import { isAboutParsed, keepParsed } from './parsed-members.js';
import { messageOf } from './rule-message.js';
import {
  addChildren,
  addConstraint,
  addContexts,
  BriefError,
  extraneousError,
  newError,
  unknownValue,
} from './validation-errors.js';

/** Returns the errors of an object: at once, or as a promise if a rule is asynchronous. */
export type Validate = (object: object) => readonly ValidationError[] | Promise<readonly ValidationError[]>;

type Errors = ValidationError[];

const VALID: readonly ValidationError[] = [];

/** The members of classes that a validator treats in another way than class-validator. */
interface ValidatedMembers {
  /** Returns whether the rules of a property do not count. @default none */
  readonly skips?: SkipsProperty;
  /**
   * The treatment of members without a rule that every new instance
   * has, such as class fields: `forbidNonWhitelisted` rejects them, or
   * they are removed because no request sent them. @default 'rejected'
   */
  readonly unsent?: 'rejected' | 'removed';
  /**
   * Returns the properties that registered types parse.
   * @default none, and their values are objects as any other
   */
  readonly parsedKeysOf?: ParsedKeysOf;
  /**
   * Number of errors with a message and a place. Errors after them only name an object and its property; they
   * are the last of the list. If a rule is asynchronous, each error has both. @default Infinity
   */
  readonly most?: number;
}

/**
 * Creates a validator with the errors of class-validator's `validate`, several times as fast: it looks up the
 * rules of a class once, and creates nothing for a valid object. class-validator itself validates objects
 * with asynchronous rules.
 *
 */
export function createValidator(
  options: ValidatorOptions,
  { skips = () => false, unsent = 'rejected', parsedKeysOf, most = Infinity }: ValidatedMembers = {},
): Validate {
  const isUnsent = unsent === 'removed' ? createUnsentCheck() : isNever;
  const compiled = new WeakMap<Constructor, ClassRules | undefined>();
  const rulesOf = (target: unknown): ClassRules | undefined => {
    if (typeof target !== 'function') return undefined;
    const known = compiled.get(target as Constructor);
    if (known === undefined ? compiled.has(target as Constructor) : isCurrent(known)) return known;
    const rules = compileRules(target as Constructor, options, skips, parsedKeysOf);
    compiled.set(target as Constructor, rules);
    return rules;
  };
  return (object) => {
    const walk = new Walk({ options, rulesOf, isUnsent }, most);
    try {
      return walk.errorsOf(object);
    } catch (error) {
      if (!(error instanceof Asynchronous)) throw error;
      if (error.target !== undefined) compiled.set(error.target, undefined);
    }
    walk.restore();
    const restore = parsedKeysOf && keepParsed(object, parsedKeysOf);
    // It reads the object before it returns.
    const errors = handledValidation(object, options);
    restore?.();
    return errors.then((reported) => withoutSkipped(reported, { skips, isUnsent, parsedKeysOf }));
  };
}

/** Ends a walk at a rule that only class-validator can await. */
class Asynchronous extends Error {
  constructor(readonly target?: Constructor) {
    super('A rule is asynchronous.');
  }
}

type IsUnsent = (object: object, key: string, value: unknown) => boolean;

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

interface Skipping {
  readonly skips: SkipsProperty;
  readonly isUnsent: IsUnsent;
  readonly parsedKeysOf: ParsedKeysOf | undefined;
}

function withoutSkipped(errors: readonly ValidationError[], skipping: Skipping): ValidationError[] {
  const { skips, isUnsent, parsedKeysOf } = skipping;
  return errors.flatMap((error) => {
    if (parsedKeysOf !== undefined && isAboutParsed(error, parsedKeysOf)) return [];
    const { target, property, constraints, children = [] } = error;
    if (target !== undefined) {
      if (skips(target.constructor as Constructor, property)) return [];
      const isExtraneous = Object.keys(constraints ?? {}).join() === KINDS.whitelist;
      if (isExtraneous && isUnsent(target, property, error.value)) return [];
    }
    if (children.length === 0) return [error];
    const nested = withoutSkipped(children, skipping);
    if (constraints === undefined && nested.length === 0) return [];
    return [Object.assign(error, { children: nested })];
  });
}

interface WalkOptions {
  readonly options: ValidatorOptions;
  readonly rulesOf: (target: unknown) => ClassRules | undefined;
  readonly isUnsent: IsUnsent;
}

/** One validation of an object and of those in it. */
class Walk {
  readonly #options: ValidatorOptions;
  readonly #rulesOf: (target: unknown) => ClassRules | undefined;
  readonly #isUnsent: IsUnsent;
  #stripped: (readonly [object: object, members: PropertyDescriptorMap])[] | undefined;
  /** Number of further errors with a message and a place. */
  #left: number;
  readonly #brief: BriefError[] = [];

  constructor({ options, rulesOf, isUnsent }: WalkOptions, most: number) {
    this.#options = options;
    this.#rulesOf = rulesOf;
    this.#isUnsent = isUnsent;
    this.#left = most;
  }

  /** Gives the objects back what `whitelist` removed from them. */
  restore(): void {
    for (const [object, members] of this.#stripped?.toReversed() ?? []) {
      for (const key of Object.keys(members)) Reflect.deleteProperty(object, key);
      Object.defineProperties(object, members);
    }
  }

  errorsOf(object: object): readonly ValidationError[] {
    const errors = this.#errorsBy(this.#rulesOf(object.constructor), object);
    for (const brief of this.#brief) errors?.push(brief);
    return errors ?? VALID;
  }

  #errorsBy(rules: ClassRules | undefined, object: object): Errors | undefined {
    if (rules === undefined) throw new Asynchronous();
    if (rules.isEmpty) {
      if (rules.isParsed) return undefined;
      if (this.#options.forbidUnknownValues !== false) return [unknownValue(object)];
    }
    let errors = this.#options.whitelist === true ? this.#strip(object, rules) : undefined;
    for (const property of rules.properties) {
      const error = this.#errorOf(object, property);
      if (error === undefined || error instanceof BriefError) continue;
      if (errors === undefined) errors = [error];
      else errors.push(error);
    }
    return errors;
  }

  /** Removes the members that `whitelist` removes, or returns the errors of `forbidNonWhitelisted`. */
  #strip(object: object, { listed }: ClassRules): Errors | undefined {
    const extraneous = Object.keys(object).filter((key) => !listed.has(key));
    if (extraneous.length === 0) return undefined;
    if (this.#options.forbidNonWhitelisted === true) {
      const sent = extraneous.filter((key) => !this.#isUnsent(object, key, memberOf(object, key)));
      if (sent.length > 0) return this.#extraneous(object, sent);
    }
    (this.#stripped ??= []).push([object, Object.getOwnPropertyDescriptors(object)]);
    for (const key of extraneous)
      if (!Reflect.deleteProperty(object, key)) throw new TypeError(`Cannot delete property '${key}'`);
    return undefined;
  }

  #extraneous(object: object, keys: readonly string[]): Errors | undefined {
    const errors = keys.slice(0, this.#left).map((key) => extraneousError(object, key));
    for (const key of keys.slice(this.#left)) this.#briefly(object, key);
    this.#left -= errors.length;
    return errors.length > 0 ? errors : undefined;
  }

  #briefly(object: object, key: string): BriefError {
    const error = new BriefError(object, key);
    this.#brief.push(error);
    return error;
  }

  #errorOf(object: object, property: PropertyChecks): ValidationError | undefined {
    const value = memberOf(object, property.key);
    if (!isAsked(object, value, property)) return undefined;
    let error: ValidationError | undefined;
    for (const check of property.defined) error = this.#checked(check, object, value, error);
    if (property.contexts !== undefined) addContexts(error, property.contexts.defined);
    if (this.#skips(value)) return error;
    for (const check of property.rules) error = this.#checked(check, object, value, error);
    if (property.nested.length > 0) error = this.#nested(object, property.key, value, property, error);
    if (property.contexts !== undefined) addContexts(error, property.contexts.all);
    return error;
  }

  #skips(value: unknown): boolean {
    const { skipMissingProperties, skipUndefinedProperties, skipNullProperties } = this.#options;
    if (value === undefined) return skipUndefinedProperties === true || skipMissingProperties === true;
    return value === null && (skipNullProperties === true || skipMissingProperties === true);
  }

  #checked(
    check: Check,
    object: object,
    value: unknown,
    error: ValidationError | undefined,
  ): ValidationError | undefined {
    if (check.condition !== undefined && !check.condition(object, value)) return error;
    if (this.#stops(error) || passes(check, object, value)) return error;
    const { metadata, constraint, own, name } = check;
    if (this.#left === 0) return error ?? this.#briefly(object, metadata.propertyName);
    this.#left -= 1;
    const refused = error ?? newError(object, value, metadata.propertyName);
    addConstraint(
      refused,
      name,
      messageOf(metadata, own ?? constraint.instance, { object, value }, this.#hasDefaults),
    );
    return refused;
  }

  get #hasDefaults(): boolean {
    return this.#options.dismissDefaultMessages !== true;
  }

  #stops(error: ValidationError | undefined): boolean {
    return this.#options.stopAtFirstError === true && error?.constraints !== undefined;
  }

  /** Validates the objects in a property, or in an item of it. */
  #nested(
    owner: object,
    key: unknown,
    value: unknown,
    property: PropertyChecks,
    known: ValidationError | undefined,
  ): ValidationError | undefined {
    if (value === undefined) return known;
    let error = known;
    for (const metadata of property.nested) {
      if (this.#stops(error)) continue;
      const nestedErrors = isCollection(value)
        ? this.#itemErrors(value, property)
        : value instanceof Object
          ? this.#errorsBy(this.#rulesIn(property, value), value)
          : metadata;
      if (nestedErrors === undefined) continue;
      if (nestedErrors === metadata) error = this.#notNested(metadata, owner, [key, value], error);
      else if (error !== undefined) addChildren(error, nestedErrors as Errors);
      else error = newError(owner, value, String(key), nestedErrors as Errors);
    }
    return error;
  }

  /** Refuses a value that is no object. */
  #notNested(
    metadata: ValidationMetadata,
    owner: object,
    [key, value]: readonly [key: unknown, value: unknown],
    known: ValidationError | undefined,
  ): ValidationError {
    if (this.#left === 0) return known ?? this.#briefly(owner, String(key));
    this.#left -= 1;
    const error = known ?? newError(owner, value, String(key));
    addConstraint(error, metadata.type, this.#refusal(metadata, value));
    return error;
  }

  #rulesIn({ last }: PropertyChecks, value: object): ClassRules | undefined {
    const target: unknown = value.constructor;
    if (last.target === target && last.rules !== undefined && isCurrent(last.rules)) return last.rules;
    last.rules = this.#rulesOf(target);
    last.target = target;
    return last.rules;
  }

  #itemErrors(items: Collection, property: PropertyChecks): Errors | undefined {
    let errors: Errors | undefined;
    const values = Array.isArray(items) ? (items as unknown[]) : [...items.values()];
    const keys = items instanceof Map ? [...items.keys()] : undefined;
    for (let index = 0; index < values.length; index += 1) {
      const item = values[index];
      if (this.#skips(item)) continue;
      const key = keys === undefined ? index : keys[index];
      const error = this.#nested(items, key, item, property, undefined);
      if (error === undefined || error instanceof BriefError) continue;
      if (property.contexts !== undefined) addContexts(error, property.contexts.nested);
      if (errors === undefined) errors = [error];
      else errors.push(error);
    }
    return errors;
  }

  #refusal(metadata: ValidationMetadata, value: unknown): string {
    // class-validator passes the class in the place of the object.
    return messageOf(metadata, undefined, { object: metadata.target, value }, this.#hasDefaults);
  }
}

function memberOf(object: object, key: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[key];
}

/** Returns whether the rules of a property run. It calls every condition, since a later one may throw. */
function isAsked(object: object, value: unknown, { isOptional, conditions }: PropertyChecks): boolean {
  let isAsked = !isOptional || (value !== undefined && value !== null);
  for (const condition of conditions) if (!condition(object, value)) isAsked = false;
  return isAsked;
}

function passes(check: Check, object: object, value: unknown): boolean {
  const { own, each } = check;
  if (own === undefined) return ofApplication(check, object, value);
  if (!each || !isCollection(value)) return passesOwn(check, own, value);
  for (const item of value.values()) if (!passesOwn(check, own, item)) return false;
  return true;
}

function passesOwn({ quick, args }: Check, own: NonNullable<Check['own']>, value: unknown): boolean {
  return quick?.(value) === true || Boolean(own.validate(value, args));
}

/** Calls a rule of the application for each value, as class-validator does. */
function ofApplication({ constraint, metadata, each }: Check, object: object, value: unknown): boolean {
  const { propertyName: property, constraints } = metadata;
  const targetName = object.constructor.name;
  const args = { targetName, property, object, value, constraints };
  const values: Iterable<unknown> = each && isCollection(value) ? value.values() : [value];
  const verdicts = Array.from(values, (item) => {
    const verdict: unknown = constraint.instance.validate(item, args);
    // class-validator calls the rule again, and awaits it.
    if (isPromise(verdict)) verdict.then(undefined, () => undefined);
    return verdict;
  });
  if (verdicts.some(isPromise)) throw new Asynchronous(object.constructor as Constructor);
  return verdicts.every(Boolean);
}
