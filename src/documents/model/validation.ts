import type { Constructor } from '../../shared/types.js';
import { conditionHolds } from './class-validator/conditions.js';
import { KINDS, namesGroups, type RuleSelection } from './class-validator/metadata.js';
import { accepts, readRules, type DeclaredRule, type PropertyRules } from './class-validator/rules.js';
import type { Rule, View } from './types.js';
import type { ResolvedValidation } from './validation-options.js';

export interface Validation extends PropertyRules {
  /** The rules of all groups, since the type of a property does not depend on the active groups. */
  readonly declaredRules: readonly Rule[];
  /** True if any decorator of class-validator runs on the property, so that `whitelist` keeps it. */
  readonly listed: boolean;
  readonly accepts: (value: unknown) => boolean;
}

const NO_VALIDATION: Validation = {
  rules: [],
  declaredRules: [],
  nested: 'none',
  optional: false,
  conditions: [],
  listed: false,
  accepts: () => true,
};

export function selectionOf(target: Constructor, view: View, options: ResolvedValidation): RuleSelection {
  const groups = view.groups.length > 0 ? view.groups : options.groups;
  // Responses of groups contain a part of a valid instance. If no rule names groups, the groups are not meant
  // for validation.
  const count = groups.length === 0 || view.direction === 'input' || namesGroups(target);
  return { groups: count ? groups : [], always: options.always, strictGroups: options.strictGroups };
}

export interface ClassValidation {
  readonly size: number;
  readonly keys: () => Iterable<string>;
  readonly get: (key: string) => Validation;
  readonly runs: (key?: string) => boolean;
}

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
          (isSkipped && rule.metadata.type !== KINDS.defined) || acceptsIn(rule, value);
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

const NO_RULES: PropertyRules = { rules: [], nested: 'none', optional: false, conditions: [] };

function skips(value: unknown, options: ResolvedValidation): boolean {
  if (value === undefined) return options.skipMissingProperties || options.skipUndefinedProperties;
  return value === null && (options.skipMissingProperties || options.skipNullProperties);
}

function acceptsIn(rule: DeclaredRule, value: unknown): boolean {
  const { metadata, condition } = rule;
  const runs = condition === undefined || conditionHolds(condition, metadata.propertyName, value);
  return !runs || accepts(rule, value);
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
      const { optional, conditions, accepts: takes } = validation.get(key);
      const member = (value as Record<string, unknown>)[key];
      return (optional && member == null) || conditions.length > 0 || takes(member);
    })
  );
}
