import { isCollection } from '../../shared/values.js';
import type { Constructor } from '../../shared/types.js';
import { conditionHolds } from './class-validator/conditions.js';
import { KINDS, namesGroups, type RuleSelection } from './class-validator/metadata.js';
import { ruleAccepts } from './class-validator/rule-calls.js';
import { NO_PROPERTY_RULES, type PropertyRules, readRules } from './class-validator/rules.js';
import type { View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

/** The validation of a property in a view, under the application's options. */
export interface Validation {
  /** The rules that run. */
  readonly running: PropertyRules;
  readonly view: View;
  readonly options: ResolvedValidation;
}

/** Returns whether every rule that runs accepts a value. */
export function acceptsValue({ running, view, options }: Validation, value: unknown): boolean {
  const isSkipped = skips(value, options);
  for (const rule of running.rules) {
    const { condition, metadata } = rule;
    if (isSkipped && metadata.type !== KINDS.defined) continue;
    if (condition !== undefined && !conditionHolds(condition, metadata.propertyName, value)) continue;
    if (!ruleAccepts(rule, value)) return false;
  }
  if (running.nested === 'none' || value === undefined || isSkipped) return true;
  return acceptsNested(value, view, options, new Set());
}

/** Returns whether an option exempts a value from all rules but `@IsDefined()`. */
function skips(value: unknown, options: ResolvedValidation): boolean {
  if (value === undefined) return options.skipUndefinedProperties || options.skipMissingProperties;
  return value === null && (options.skipNullProperties || options.skipMissingProperties);
}

export function selectionOf(target: Constructor, view: View, options: ResolvedValidation): RuleSelection {
  const groups = view.groups.length > 0 ? view.groups : options.groups;
  // Responses of groups contain a part of a valid instance. If no rule names groups, the groups are not meant
  // for validation.
  const count = groups.length === 0 || view.direction === 'input' || namesGroups(target);
  return { groups: count ? groups : [], always: options.always, strictGroups: options.strictGroups };
}

/** The rules of a class by property. */
export interface SelectedRules {
  /** The rules of all groups. */
  readonly declared: ReadonlyMap<string, PropertyRules>;
  /** The rules that run. */
  readonly running: ReadonlyMap<string, PropertyRules>;
}

export function selectRules(
  target: Constructor,
  view: View,
  options: ResolvedValidation,
  declared = readRules(target),
): SelectedRules {
  const selection = selectionOf(target, view, options);
  const isAll = selection.groups.length === 0 && !selection.strictGroups;
  return { declared, running: isAll ? declared : readRules(target, selection) };
}

function acceptsNested(
  value: unknown,
  view: View,
  options: ResolvedValidation,
  above: ReadonlySet<unknown>,
): boolean {
  if (typeof value !== 'object' || value === null || above.has(value)) return false;
  const path = new Set(above).add(value);
  if (isCollection(value))
    return [...value.values()].every((item) => acceptsNested(item, view, options, path));
  const { declared, running: runningRules } = selectRules(value.constructor as Constructor, view, options);
  return (
    declared.size > 0 &&
    [...declared.keys()].every((key) => {
      const running = runningRules.get(key) ?? NO_PROPERTY_RULES;
      const member = (value as Record<string, unknown>)[key];
      const isExempt = (running.optional && member == null) || running.conditions.length > 0;
      return isExempt || acceptsValue({ running, view, options }, member);
    })
  );
}
