import type { Constructor } from '../../shared/types.js';
import { conditionHolds } from './class-validator/conditions.js';
import { KINDS, namesGroups, type RuleSelection } from './class-validator/metadata.js';
import { accepts, NO_PROPERTY_RULES, type PropertyRules, readRules } from './class-validator/rules.js';
import type { View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

/** The validation of a property in a view, under the application's options. */
export interface Validation {
  /** The rules that run. */
  readonly running: PropertyRules;
  /** The rules of all groups, since the type of a property does not depend on the active groups. */
  readonly declared: PropertyRules;
  /** True if any decorator of class-validator runs on the property, so that `whitelist` keeps it. */
  readonly listed: boolean;
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
    if (!accepts(rule, value)) return false;
  }
  if (running.nested === 'none' || value === undefined || isSkipped) return true;
  return acceptsNested(value, view, options, new Set());
}

export function selectionOf(target: Constructor, view: View, options: ResolvedValidation): RuleSelection {
  const groups = view.groups.length > 0 ? view.groups : options.groups;
  // Responses of groups contain a part of a valid instance. If no rule names groups, the groups are not meant
  // for validation.
  const count = groups.length === 0 || view.direction === 'input' || namesGroups(target);
  return { groups: count ? groups : [], always: options.always, strictGroups: options.strictGroups };
}

export interface ClassValidation {
  /** The number of properties with a decorator of class-validator. */
  readonly size: number;
  readonly keys: () => Iterable<string>;
  readonly get: (key: string) => Validation;
  /** Returns whether a rule of the property runs; without a name, whether any rule runs. */
  readonly runs: (key?: string) => boolean;
}

export function validationOf(
  target: Constructor,
  view: View,
  options: ResolvedValidation,
  all = readRules(target),
): ClassValidation {
  const selection = selectionOf(target, view, options);
  const isAll = selection.groups.length === 0 && !selection.strictGroups;
  const selected = isAll ? all : readRules(target, selection);
  return {
    size: all.size,
    keys: () => all.keys(),
    get: (key) => {
      const declared = all.get(key) ?? NO_PROPERTY_RULES;
      const running = isAll ? declared : (selected.get(key) ?? NO_PROPERTY_RULES);
      return { running, declared, listed: selected.has(key), view, options };
    },
    runs: (key) => (key === undefined ? selected.size > 0 : selected.has(key)),
  };
}

function skips(value: unknown, options: ResolvedValidation): boolean {
  if (value === undefined) return options.skipMissingProperties || options.skipUndefinedProperties;
  return value === null && (options.skipMissingProperties || options.skipNullProperties);
}

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
      const property = validation.get(key);
      const member = (value as Record<string, unknown>)[key];
      const { optional, conditions } = property.running;
      return (optional && member == null) || conditions.length > 0 || acceptsValue(property, member);
    })
  );
}
