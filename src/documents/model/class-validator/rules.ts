import * as classValidator from 'class-validator';
import type { Constructor } from '../../../shared/types.js';
import { decoratorNamed, decoratorNameOf, PHONE_NUMBER_MESSAGE } from '../../rules/decorators.js';
import { ruleEntryOf } from '../../rules/rule-table.js';
import type { Rule } from '../types.js';
import { isOptionalCondition, mayBeOff, recordReads } from './conditions.js';
import {
  ALL_RULES,
  KINDS,
  metadataOf,
  validationStorage,
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

/** The class-validator decorators of a property. */
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
  /** True if a rule has a condition of its own. */
  readonly hasCondition: boolean;
  /** True if a rule belongs to the application. */
  readonly hasCustom: boolean;
  /** True if a rule of class-validator requires an instance, which JSON has not. */
  readonly hasInstanceRule: boolean;
}

const INSTANCE_RULES: ReadonlySet<string> = new Set(['isDate', 'minDate', 'maxDate', 'isInstance']);

function propertyRulesOf(list: readonly ValidationMetadata[]): PropertyRules {
  const rules: DeclaredRule[] = [];
  const conditions: Condition[] = [];
  let nested = 'none' as PropertyRules['nested'];
  let optional = false;
  let hasEach = false;
  let hasListRule = false;
  let hasCondition = false;
  let hasCustom = false;
  let hasInstanceRule = false;
  for (const metadata of list) {
    const { type } = metadata;
    if (type === KINDS.custom || type === KINDS.defined) {
      const rule = ruleOf(metadata);
      rules.push(rule);
      hasEach ||= rule.each;
      hasListRule ||= rule.type === 'array' && !rule.each && !rule.mayBeOff;
      hasCondition ||= rule.condition !== undefined;
      hasCustom ||= rule.custom;
      hasInstanceRule ||= !rule.custom && INSTANCE_RULES.has(rule.name);
    } else if (type === KINDS.nested) nested = metadata.each || nested === 'each' ? 'each' : 'value';
    else if (isOptionalCondition(metadata)) optional = true;
    else if (type === KINDS.conditional) conditions.push(metadata.constraints?.[0] as Condition);
  }
  return {
    rules,
    nested,
    optional,
    conditions,
    hasEach,
    hasListRule,
    hasCondition,
    hasCustom,
    hasInstanceRule,
  };
}

export const NO_PROPERTY_RULES = propertyRulesOf([]);

export function readRules(
  target: Constructor,
  selection: RuleSelection = ALL_RULES,
): ReadonlyMap<string, PropertyRules> {
  const rules = new Map<string, PropertyRules>();
  for (const [key, list] of metadataOf(target, selection)) rules.set(key, propertyRulesOf(list));
  return rules;
}

function ruleOf(metadata: ValidationMetadata): DeclaredRule {
  const checks = constraintsOf(metadata);
  // @Validate(Constraint) has no name, so the name of its constraint is used.
  const name = metadata.name ?? checks[0]?.name ?? metadata.type;
  const custom = !isOwnRule(metadata, checks);
  const entry = ruleEntryOf({ name, custom });
  const constraints = metadata.constraints ?? HIDDEN.get(metadata.name)?.({ metadata, checks, custom }) ?? [];
  return {
    metadata,
    checks,
    name,
    custom,
    constraints,
    each: metadata.each ?? false,
    condition: metadata.validateIf,
    mayBeOff: metadata.validateIf !== undefined && mayBeOff(metadata.validateIf, metadata.propertyName),
    entry,
    type: typeof entry?.type === 'function' ? entry.type(constraints) : entry?.type,
  };
}

export function constraintsOf({
  constraintCls,
}: Pick<ValidationMetadata, 'constraintCls'>): readonly Constraint[] {
  return constraintCls === undefined ? [] : validationStorage().getTargetValidatorConstraints(constraintCls);
}

const IS_PHONE_NUMBER = 'isPhoneNumber';

/** Has the message that the constraint of `@IsPhoneNumber` has, without an import of its library. */
const PHONE_NUMBER = {
  target: { prototype: { validate: () => false, defaultMessage: () => PHONE_NUMBER_MESSAGE } },
} as Pick<Constraint, 'target'>;

interface OwnRule {
  /** The constraint of class-validator's decorator; undefined if it has none of this name. */
  readonly constraint: Pick<Constraint, 'target'> | undefined;
  /** Messages found so far. Most decorators have one message for all constraints. */
  readonly messages: Set<string | undefined>;
}

const own = new Map<string, OwnRule>();

/**
 * Returns whether a rule is built into class-validator. An application's rule may have the same name, so the rule's
 * default message is compared with that of class-validator's decorator.
 */
export function isOwnRule(metadata: ValidationMetadata, checks = constraintsOf(metadata)): boolean {
  const { name, constraints = [], propertyName: property } = metadata;
  if (name === undefined || checks.length === 0) return false;
  let known = own.get(name);
  if (known === undefined) own.set(name, (known = { constraint: readOwn(name), messages: new Set() }));
  const { constraint, messages } = known;
  if (constraint === undefined) return false;
  const args = { value: undefined, constraints, object: NOTHING, property, targetName: '' };
  for (const check of checks) {
    if (check.async === true) return false;
    const message = defaultMessage(check, args);
    const text = metadata.each === true ? message?.replace('each value in ', '') : message;
    if (messages.has(text)) continue;
    const expected = defaultMessage(constraint, args);
    if (expected !== undefined) messages.add(expected);
    if (text !== expected) return false;
  }
  return true;
}

function defaultMessage(
  { target: { prototype } }: Pick<Constraint, 'target'>,
  args: classValidator.ValidationArguments,
): string | undefined {
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
  const { validationMetadatas } = validationStorage();
  const registered = validationMetadatas.get(target)?.find((metadata) => metadata.name === name);
  (validationMetadatas as Map<unknown, unknown>).delete(target);
  return registered && constraintsOf(registered)[0];
}

/** Returns whether a rule accepts a value. A rule of the application whose result is unknown counts as acceptance. */
export function accepts(rule: Checked, value: unknown): boolean {
  return rule.custom ? resultOfCustom(rule, value) !== false : acceptsBuiltIn(rule, value);
}

function acceptsBuiltIn({ metadata, checks }: Checked, value: unknown): boolean {
  const { constraints, propertyName: property } = metadata;
  // The built-in rules do not read the object.
  const args = { value, constraints, object: NOTHING, property, targetName: '' };
  const values: readonly unknown[] = metadata.each === true && Array.isArray(value) ? value : [value];
  try {
    for (const { target } of checks)
      for (const item of values) if (!target.prototype.validate(item, args)) return false;
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
  const args = { value, constraints, object, property, targetName: '' };
  const results = checks.map((check) => {
    const result = resultAtOnce(check, args);
    return watch.looksElsewhere ? undefined : result;
  });
  if (results.includes(false)) return false;
  return results.includes(undefined) ? undefined : true;
}

type Checked = Pick<DeclaredRule, 'metadata' | 'checks' | 'custom'>;

const NOTHING: object = Object.freeze({});

function resultAtOnce(constraint: Constraint, args: { readonly value: unknown }): boolean | undefined {
  if (constraint.async === true) return undefined;
  try {
    const answer = constraint.instance.validate(args.value, args);
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
