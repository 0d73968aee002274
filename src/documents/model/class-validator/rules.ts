import * as classValidator from 'class-validator';
import type { Constructor, Writable } from '../../../shared/types.js';
import { ruleEntryOf } from '../../rules/rule-table.js';
import type { Rule } from '../types.js';
import { isOptionalCondition, mayBeOff } from './conditions.js';
import {
  ALL_RULES,
  allMetadataOf,
  KINDS,
  storage,
  type Condition,
  type Constraint,
  type RuleSelection,
  type ValidationMetadata,
} from './metadata.js';
import { ruleAccepts, type CallableRule, isOwnRule } from './rule-calls.js';

export interface DeclaredRule extends Rule, CallableRule {}

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
  /** True if a rule requires an object, which `toJSON` may write as another value. */
  readonly hasObjectRule: boolean;
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
  hasObjectRule: false,
  hasInstanceRule: false,
};

const INSTANCE_RULES: ReadonlySet<string> = new Set(['isDate', 'minDate', 'maxDate', 'isInstance']);

/** Reads the decorators of class-validator on a class and its base classes in one pass. */
export function readRules(
  target: Constructor,
  selection: RuleSelection = ALL_RULES,
): ReadonlyMap<string, PropertyRules> {
  const properties = new Map<string, Writable<PropertyRules>>();
  for (const metadata of allMetadataOf(target, selection)) {
    const { type, propertyName } = metadata;
    let property = properties.get(propertyName);
    if (property === undefined) properties.set(propertyName, (property = { ...NO_PROPERTY_RULES }));
    if (type === KINDS.custom || type === KINDS.defined) addRule(property, ruleOf(metadata));
    else if (type === KINDS.nested)
      property.nested = metadata.each === true || property.nested === 'each' ? 'each' : 'value';
    else if (isOptionalCondition(metadata)) property.optional = true;
    else if (type === KINDS.conditional)
      property.conditions = [...property.conditions, metadata.constraints?.[0] as Condition];
  }
  return properties;
}

/** Adds a rule to a property, with the flags that it sets. */
function addRule(property: Writable<PropertyRules>, rule: DeclaredRule): void {
  // Most properties have one or two rules, and a list that grows by push reserves room for seventeen.
  property.rules = property.rules.length === 0 ? [rule] : [...property.rules, rule];
  if (rule.each) property.hasEach = true;
  if (rule.type === 'array') addListRule(property, rule);
  if (rule.type === 'object' || rule.name === 'isInstance') property.hasObjectRule = true;
  if (rule.condition !== undefined) property.hasCondition = true;
  if (rule.mayBeOff) property.mayBeOff = true;
  if (rule.custom) property.hasCustom = true;
  else if (INSTANCE_RULES.has(rule.name)) property.hasInstanceRule = true;
  if (rule.entry === undefined) property.hasUnknown = true;
}

function addListRule(property: Writable<PropertyRules>, rule: DeclaredRule): void {
  if (!rule.each && !rule.mayBeOff) property.hasListRule = true;
  if (rule.each && rule.condition === undefined) property.hasListElements = true;
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

/**
 * Reads constraints that class-validator keeps in a closure. For example, `@ArrayUnique(identifier)` is
 * called with two objects that throw when they are read, which shows whether it has an identifier.
 */
const HIDDEN: ReadonlyMap<unknown, (rule: CallableRule) => unknown[]> = new Map([
  [
    classValidator.ARRAY_UNIQUE,
    (rule) => {
      const whole = { ...rule, metadata: { ...rule.metadata, each: false } };
      return ruleAccepts(whole, [unreadable(), unreadable()]) ? [] : [true];
    },
  ],
]);

function unreadable(): object {
  const get = (): never => {
    throw new TypeError('This object must not be read.');
  };
  return new Proxy({}, { get });
}
