import type { Constructor } from '../../shared/types.js';
import {
  isKind,
  isRule,
  metadataOf,
  namesGroups,
  type Condition,
  type RuleSelection,
  type ValidationMetadata,
} from './class-validator/metadata.js';
import { isOptionalCondition } from './class-validator/optional.js';
import { isOwnRule } from './class-validator/own-rules.js';
import { accepts, constraintsIn, nameOf } from './class-validator/verdicts.js';
import { conditionHolds } from './conditions.js';
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

/**
 * The validation of a class, inherited rules merged as class-validator merges them.
 *
 * @param declared its rules, those of every group
 */
export function validationOf(
  target: Constructor,
  view: View,
  options: ResolvedValidation,
  declared = metadataOf(target),
): ClassValidation {
  const selection = selectionOf(target, view, options);
  const isAll = selection.groups.length === 0 && !selection.strictGroups;
  const running = isAll ? declared : metadataOf(target, selection);
  return {
    size: declared.size,
    keys: () => declared.keys(),
    get: (key) => {
      const list = declared.get(key);
      return list === undefined ? NO_VALIDATION : describe(list, running.get(key) ?? [], view, options);
    },
    runs: (key) => (key === undefined ? running.size > 0 : running.has(key)),
  };
}

function describe(
  declared: readonly ValidationMetadata[],
  running: readonly ValidationMetadata[],
  view: View,
  options: ResolvedValidation,
): Validation {
  const metadata = running.filter(isRule);
  const nested = running.filter((entry) => isKind(entry, 'nested'));
  const conditional = running.filter((entry) => isKind(entry, 'conditional'));
  const rules = metadata.map(ruleOf);
  return {
    rules,
    declaredRules: running === declared ? rules : declared.filter(isRule).map(ruleOf),
    nested: nested.length === 0 ? 'none' : nested.some(({ each }) => each) ? 'each' : 'value',
    optional: conditional.some(isOptionalCondition),
    conditions: conditional
      .filter((entry) => !isOptionalCondition(entry))
      .map(({ constraints }) => constraints?.[0] as Condition),
    listed: running.length > 0,
    accepts: (value) => {
      const isSkipped = skips(value, options);
      const isAccepted = metadata.every(
        (entry, index) =>
          (isSkipped && !isKind(entry, 'defined')) || acceptsIn(entry, value, rules[index]?.custom === false),
      );
      if (!isAccepted) return false;
      return nested.length === 0 || value === undefined || skips(value, options)
        ? true
        : acceptsNested(value, view, options, new Set());
    },
  };
}

function skips(value: unknown, options: ResolvedValidation): boolean {
  if (value === undefined) return options.skipMissingProperties || options.skipUndefinedProperties;
  return value === null && (options.skipMissingProperties || options.skipNullProperties);
}

/** A rule with a condition of its own runs only where that holds. */
function acceptsIn(metadata: ValidationMetadata, value: unknown, isOwn = isOwnRule(metadata)): boolean {
  const { validateIf, propertyName } = metadata;
  const runs = validateIf === undefined || conditionHolds(validateIf, propertyName, value);
  return !runs || accepts(metadata, value, isOwn);
}

/** The rule that a decorator declares. */
export function ruleOf(metadata: ValidationMetadata): Rule {
  return {
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
