import type { Constructor } from '../../shared/types.js';
import {
  ALL_RULES,
  isKind,
  isRule,
  metadataOf,
  namesGroups,
  type Condition,
  type RuleSelection,
  type ValidationMetadata,
} from './class-validator/metadata.js';
import { conditionHolds, isOptionalCondition } from './class-validator/conditions.js';
import { accepts, constraintsIn, isOwnRule, nameOf } from './class-validator/verdicts.js';
import type { Rule, View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

/** What class-validator does with one property in one view. */
export interface Validation {
  /** Rules that run. */
  readonly rules: readonly Rule[];
  /** Rules of every group: what a property is does not depend on the groups in force. */
  readonly declaredRules: readonly Rule[];
  /** `@ValidateNested`, and whether it said `each`. */
  readonly nested: 'none' | 'value' | 'each';
  /** `@IsOptional()`: absence and null skip every rule. */
  readonly optional: boolean;
  /** Conditions of `@ValidateIf`: a false one exempts the property from every rule. */
  readonly conditions: readonly Condition[];
  /** Some decorator of class-validator runs on it, so `whitelist` keeps it. */
  readonly listed: boolean;
  /** Whether the rules let a value through, as far as it can be asked. */
  readonly accepts: (value: unknown) => boolean;
}

/** A property that class-validator knows nothing of. */
const NO_VALIDATION: Validation = {
  rules: [],
  declaredRules: [],
  nested: 'none',
  optional: false,
  conditions: [],
  listed: false,
  accepts: () => true,
};

/** Which rules run in a view: an endpoint's groups count before the application's. */
export function selectionOf(target: Constructor, view: View, options: ResolvedValidation): RuleSelection {
  const groups = view.groups.length > 0 ? view.groups : options.groups;
  // A response of groups is a part of a valid instance: where no rule names groups, they are not the validator's.
  const count = groups.length === 0 || view.direction === 'input' || namesGroups(target);
  return { groups: count ? groups : [], always: options.always, strictGroups: options.strictGroups };
}

/** What class-validator does with the properties of a class in one view; each is looked at when it is asked for. */
export interface ClassValidation {
  /** How many properties have a decorator, of any group. */
  readonly size: number;
  readonly keys: () => Iterable<string>;
  readonly get: (key: string) => Validation;
  /** Whether any decorator runs, on the property or on any: the others are unknown to class-validator. */
  readonly runs: (key?: string) => boolean;
}

/** A rule and its decorator. */
interface DeclaredRule extends Rule {
  readonly metadata: ValidationMetadata;
}

/** The decorators of class-validator on one property, whatever the view. */
export interface PropertyRules {
  readonly rules: readonly DeclaredRule[];
  readonly nested: Validation['nested'];
  readonly optional: boolean;
  readonly conditions: readonly Condition[];
}

/** Reads the rules of a class by property, inherited rules merged as class-validator merges them. */
export function readRules(
  target: Constructor,
  selection: RuleSelection = ALL_RULES,
): ReadonlyMap<string, PropertyRules> {
  const rules = new Map<string, PropertyRules>();
  for (const [key, list] of metadataOf(target, selection)) rules.set(key, rulesOfProperty(list));
  return rules;
}

function rulesOfProperty(list: readonly ValidationMetadata[]): PropertyRules {
  const rules: DeclaredRule[] = [];
  const conditions: Condition[] = [];
  let nested = 'none' as Validation['nested'];
  let optional = false;
  for (const metadata of list) {
    if (isRule(metadata)) rules.push(ruleOf(metadata));
    else if (isKind(metadata, 'nested')) nested = metadata.each || nested === 'each' ? 'each' : 'value';
    else if (isOptionalCondition(metadata)) optional = true;
    else if (isKind(metadata, 'conditional')) conditions.push(metadata.constraints?.[0] as Condition);
  }
  return { rules, nested, optional, conditions };
}

/**
 * Returns the validation of a class in a view.
 *
 * @param declared its rules, those of every group
 */
export function validationOf(
  target: Constructor,
  view: View,
  options: ResolvedValidation,
  declared = readRules(target),
): ClassValidation {
  const selection = selectionOf(target, view, options);
  const isAll = selection.groups.length === 0 && !selection.strictGroups;
  const running = isAll ? declared : readRules(target, selection);
  return {
    size: declared.size,
    keys: () => declared.keys(),
    get: (key) => {
      const property = declared.get(key);
      if (property === undefined) return NO_VALIDATION;
      const { rules, nested, optional, conditions } = running.get(key) ?? NO_RULES;
      const accepts = (value: unknown): boolean => {
        const isSkipped = skips(value, options);
        const accepted = (rule: DeclaredRule): boolean =>
          (isSkipped && !isKind(rule.metadata, 'defined')) || acceptsIn(rule, value);
        if (!rules.every(accepted)) return false;
        if (nested === 'none' || value === undefined || isSkipped) return true;
        return acceptsNested(value, view, options, new Set());
      };
      const listed = running.has(key);
      return { rules, declaredRules: property.rules, nested, optional, conditions, listed, accepts };
    },
    runs: (key) => (key === undefined ? running.size > 0 : running.has(key)),
  };
}

/** Of a property whose rules all belong to other groups. */
const NO_RULES: PropertyRules = { rules: [], nested: 'none', optional: false, conditions: [] };

function skips(value: unknown, options: ResolvedValidation): boolean {
  if (value === undefined) return options.skipMissingProperties || options.skipUndefinedProperties;
  return value === null && (options.skipMissingProperties || options.skipNullProperties);
}

/** A rule with a condition of its own runs only where that holds. */
function acceptsIn({ metadata, condition, custom }: DeclaredRule, value: unknown): boolean {
  const runs = condition === undefined || conditionHolds(condition, metadata.propertyName, value);
  return !runs || accepts(metadata, !custom, value);
}

/** The rule that a decorator declares. */
export function ruleOf(metadata: ValidationMetadata): DeclaredRule {
  return {
    metadata,
    name: nameOf(metadata),
    custom: !isOwnRule(metadata),
    constraints: constraintsIn(metadata),
    each: metadata.each ?? false,
    condition: metadata.validateIf,
  };
}

/** Nested validation wants objects of a class with rules that accept them, or lists of such objects. */
function acceptsNested(
  value: unknown,
  view: View,
  options: ResolvedValidation,
  above: ReadonlySet<unknown>,
): boolean {
  if (typeof value !== 'object' || value === null || above.has(value)) return false;
  const path = new Set(above).add(value);
  if (Array.isArray(value) || value instanceof Set || value instanceof Map)
    return [...(value as Set<unknown>).values()].every((item) => acceptsNested(item, view, options, path));
  const validation = validationOf(value.constructor as Constructor, view, options);
  return (
    validation.size > 0 &&
    [...validation.keys()].every((key) => {
      const { optional, conditions, accepts: takes } = validation.get(key);
      const member = (value as Record<string, unknown>)[key];
      return (optional && member == null) || conditions.length > 0 || takes(member);
    })
  );
}
