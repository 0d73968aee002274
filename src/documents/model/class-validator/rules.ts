import * as classValidator from 'class-validator';
import type { Constructor, Writable } from '../../../shared/types.js';
import { decoratorNamed, decoratorNameOf, PHONE_NUMBER_MESSAGE } from '../../rules/decorators.js';
import { ruleEntryOf } from '../../rules/rule-table.js';
import type { Rule } from '../types.js';
import { isOptionalCondition, mayBeOff, recordReads } from './conditions.js';
import {
  ALL_RULES,
  allMetadataOf,
  constraintsOf,
  KINDS,
  storage,
  type Condition,
  type Constraint,
  type RuleSelection,
  type ValidationMetadata,
} from './metadata.js';

export interface DeclaredRule extends Rule {
  readonly metadata: ValidationMetadata;
  /** The constraints that class-validator runs for the rule. */
  readonly checks: readonly Constraint[];
}

/** The class-validator decorators of a property. A flag answers a question about all rules. */
export interface PropertyRules {
  readonly rules: readonly DeclaredRule[];
  /** `value` if `@ValidateNested` runs on the value, `each` if it runs on its elements. */
  readonly nested: 'none' | 'value' | 'each';
  /** True for `@IsOptional()`. */
  readonly optional: boolean;
  /** The conditions of `@ValidateIf`. */
  readonly conditions: readonly Condition[];
  /** True if a rule has `each`. */
  readonly hasEach: boolean;
  /** True if a rule, which no condition switches off, requires the value itself to be a list. */
  readonly hasListRule: boolean;
  /** True if a rule with `each`, which has no condition, requires the elements to be lists. */
  readonly hasListElements: boolean;
  /** True if a rule has a condition of its own. */
  readonly hasCondition: boolean;
  /** True if the condition of a rule exempts some value, so that the rule may not run. */
  readonly mayBeOff: boolean;
  /** True if a rule belongs to the application. */
  readonly hasCustom: boolean;
  /** True if a rule has no entry in the table of rules. */
  readonly hasUnknown: boolean;
  /** True if a rule of class-validator requires an instance, which JSON has not. */
  readonly hasInstanceRule: boolean;
}

const NO_RULES: readonly DeclaredRule[] = [];
const NO_CONDITIONS: readonly Condition[] = [];

export const NO_PROPERTY_RULES: PropertyRules = {
  rules: NO_RULES,
  nested: 'none',
  optional: false,
  conditions: NO_CONDITIONS,
  hasEach: false,
  hasListRule: false,
  hasListElements: false,
  hasCondition: false,
  mayBeOff: false,
  hasCustom: false,
  hasUnknown: false,
  hasInstanceRule: false,
};

const INSTANCE_RULES: ReadonlySet<string> = new Set(['isDate', 'minDate', 'maxDate', 'isInstance']);

/** Reads the decorators of class-validator on a class and its base classes in one pass. */
export function readRules(
  target: Constructor,
  selection: RuleSelection = ALL_RULES,
): ReadonlyMap<string, PropertyRules> {
  const properties = new Map<string, Writable<PropertyRules>>();
  const list = allMetadataOf(target, selection);
  const rules: DeclaredRule[] = [];
  let first = 0;
  let next = 0;
  for (const metadata of list) {
    const { type, propertyName } = metadata;
    next += 1;
    let property = properties.get(propertyName);
    if (property === undefined) properties.set(propertyName, (property = { ...NO_PROPERTY_RULES }));
    if (type === KINDS.custom || type === KINDS.defined) {
      const rule = ruleOf(metadata);
      rules.push(rule);
      if (rule.each) property.hasEach = true;
      if (rule.type === 'array' && !rule.each && !rule.mayBeOff) property.hasListRule = true;
      if (rule.type === 'array' && rule.each && rule.condition === undefined) property.hasListElements = true;
      if (rule.condition !== undefined) property.hasCondition = true;
      if (rule.mayBeOff) property.mayBeOff = true;
      if (rule.custom) property.hasCustom = true;
      else if (INSTANCE_RULES.has(rule.name)) property.hasInstanceRule = true;
      if (rule.entry === undefined) property.hasUnknown = true;
    } else if (type === KINDS.nested)
      property.nested = metadata.each === true || property.nested === 'each' ? 'each' : 'value';
    else if (isOptionalCondition(metadata)) property.optional = true;
    else if (type === KINDS.conditional)
      property.conditions = [...property.conditions, metadata.constraints?.[0] as Condition];
    // The decorators of a property are next to each other, except for those of base classes.
    if (rules.length === first || list[next]?.propertyName === propertyName) continue;
    const added = rules.slice(first);
    property.rules = property.rules.length === 0 ? added : [...property.rules, ...added];
    first = rules.length;
  }
  return properties;
}

function ruleOf(metadata: ValidationMetadata): DeclaredRule {
  const { validateIf: condition, propertyName } = metadata;
  const checks = storage.constraintMetadatas.get(metadata.constraintCls) ?? NO_CHECKS;
  // @Validate(Constraint) has no name, so the name of its constraint is used.
  const name = metadata.name ?? checks[0]?.name ?? metadata.type;
  const custom = !isOwnRule(metadata, checks);
  const entry = ruleEntryOf(name, custom);
  const constraints =
    metadata.constraints ?? HIDDEN.get(metadata.name)?.({ metadata, checks, custom }) ?? NO_CONSTRAINTS;
  return {
    metadata,
    checks,
    name,
    custom,
    constraints,
    each: metadata.each === true,
    condition,
    mayBeOff: condition !== undefined && mayBeOff(condition, propertyName),
    entry,
    type: typeof entry?.type === 'function' ? entry.type(constraints) : entry?.type,
  };
}

const NO_CHECKS: readonly Constraint[] = [];
const NO_CONSTRAINTS: readonly unknown[] = [];

const IS_PHONE_NUMBER = 'isPhoneNumber';

/** Has the message that the constraint of `@IsPhoneNumber` has, without an import of its library. */
const PHONE_NUMBER = {
  target: { prototype: { validate: () => false, defaultMessage: () => PHONE_NUMBER_MESSAGE } },
} as Pick<Constraint, 'target'>;

interface OwnRule {
  /** The constraint of class-validator's decorator; undefined if it has none of this name. */
  readonly constraint: Pick<Constraint, 'target'> | undefined;
  /** The last message of the constraint. Most decorators have one message for all constraints. */
  message: string | undefined;
}

const own = new Map<string, OwnRule>();

const NOTHING: object = Object.freeze({});

interface Arguments {
  value: unknown;
  constraints: readonly unknown[] | undefined;
  readonly object: object;
  property: string;
  readonly targetName: string;
}

/** The arguments of built-in rules and of messages. They are read at once, so one object serves all calls. */
const args: Arguments = {
  value: undefined,
  constraints: undefined,
  object: NOTHING,
  property: '',
  targetName: '',
};

/**
 * Returns whether a rule is built into class-validator. An application's rule may have the same name, so the rule's
 * default message is compared with that of class-validator's decorator.
 */
export function isOwnRule(metadata: ValidationMetadata, checks: readonly Constraint[]): boolean {
  const { name } = metadata;
  if (name === undefined || checks.length === 0) return false;
  let known = own.get(name);
  if (known === undefined) own.set(name, (known = { constraint: readOwn(name), message: undefined }));
  if (known.constraint === undefined) return false;
  for (const check of checks) {
    if (check.async === true) return false;
    const message = defaultMessage(check, metadata);
    const text = metadata.each === true ? message?.replace('each value in ', '') : message;
    if (text !== undefined && text === known.message) continue;
    known.message = defaultMessage(known.constraint, metadata);
    if (text !== known.message) return false;
  }
  return true;
}

function defaultMessage(
  { target: { prototype } }: Pick<Constraint, 'target'>,
  { constraints = NO_CONSTRAINTS, propertyName }: ValidationMetadata,
): string | undefined {
  args.value = undefined;
  args.constraints = constraints;
  args.property = propertyName;
  try {
    return prototype.defaultMessage?.(args);
  } catch {
    return undefined;
  }
}

/** Applies the decorator of a rule to a temporary class, and returns the recorded constraint. */
function readOwn(name: string): Pick<Constraint, 'target'> | undefined {
  if (name === IS_PHONE_NUMBER) return PHONE_NUMBER;
  const decorator = decoratorNamed(decoratorNameOf(name) ?? '');
  if (typeof decorator !== 'function') return undefined;
  const target = (): void => undefined;
  (decorator as (argument: object) => PropertyDecorator)({})({ constructor: target }, 'value');
  const { validationMetadatas } = storage;
  const registered = validationMetadatas.get(target)?.find((metadata) => metadata.name === name);
  validationMetadatas.delete(target);
  return registered && constraintsOf(registered)[0];
}

/** Returns whether a rule accepts a value. A rule of the application whose result is unknown counts as acceptance. */
export function accepts(rule: Checked, value: unknown): boolean {
  if (rule.custom) return resultOfCustom(rule, value) !== false;
  const { metadata, checks } = rule;
  args.value = value;
  args.constraints = metadata.constraints;
  args.property = metadata.propertyName;
  try {
    for (const { target } of checks) {
      const { prototype } = target;
      if (metadata.each === true && Array.isArray(value)) {
        for (const item of value) if (!prototype.validate(item, args)) return false;
      } else if (!prototype.validate(value, args)) return false;
    }
    return true;
  } catch {
    // For example, an unknown locale: validation throws too.
    return false;
  }
}

/**
 * Returns the result of a rule of the application, or undefined if it is unknown. The rule may query a database, so it is
 * called for absence only. The result of a promise, an error, or a read of another property is unknown.
 */
export function resultOfCustom({ metadata, checks }: Checked, value: unknown): boolean | undefined {
  if (value !== undefined) return undefined;
  const { constraints, propertyName: property } = metadata;
  const watch = { looksElsewhere: false };
  const object = recordReads({}, property, watch);
  const call = { value, constraints, object, property, targetName: '' };
  const results = checks.map((check) => {
    const result = resultAtOnce(check, call);
    return watch.looksElsewhere ? undefined : result;
  });
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

type Checked = Pick<DeclaredRule, 'metadata' | 'checks' | 'custom'>;

function resultAtOnce(constraint: Constraint, call: { readonly value: unknown }): boolean | undefined {
  if (constraint.async === true) return undefined;
  try {
    const answer = constraint.instance.validate(call.value, call);
    if (!(answer instanceof Promise)) return Boolean(answer);
    // The promise is not awaited, so its rejection must be handled here.
    answer.catch(() => undefined);
    return undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads constraints that class-validator keeps in a closure. For example, `@ArrayUnique(identifier)` is called with two
 * objects that throw when they are read, which shows whether it has an identifier.
 */
const HIDDEN: ReadonlyMap<unknown, (rule: Checked) => unknown[]> = new Map([
  [
    classValidator.ARRAY_UNIQUE,
    (rule) => {
      const whole = { ...rule, metadata: { ...rule.metadata, each: false } };
      return accepts(whole, [unreadable(), unreadable()]) ? [] : [true];
    },
  ],
]);

function unreadable(): object {
  const get = (): never => {
    throw new TypeError('This object must not be read.');
  };
  return new Proxy({}, { get });
}
