import { hasOwnMessage } from '../../rules/own-rules.js';
import { recordReads } from './conditions.js';
import type { Constraint, ValidationMetadata } from './metadata.js';

// Calls of rules and of their messages, while the rules are read and decided about.

/** A rule that can be called. */
export interface CallableRule {
  readonly metadata: ValidationMetadata;
  /** The constraints that class-validator runs for the rule. */
  readonly checks: readonly Constraint[];
  /** True for a rule of the application. */
  readonly custom: boolean;
}

const NOTHING: object = Object.freeze({});

/** The arguments of built-in rules and of messages. They are read at once, so one object serves all calls. */
const args = {
  value: undefined as unknown,
  constraints: undefined as ValidationMetadata['constraints'],
  object: NOTHING,
  property: '',
  targetName: '',
};

/**
 * Returns whether a rule is built into class-validator. An application's rule may have the same name, so the
 * rule's default message is compared with that of class-validator's.
 */
export function isOwnRule(metadata: ValidationMetadata, checks: readonly Constraint[]): boolean {
  const { name, constraints = NO_CONSTRAINTS } = metadata;
  if (name === undefined || checks.length === 0) return false;
  for (const check of checks) {
    if (check.async === true) return false;
    const message = defaultMessage(check, metadata);
    const text = metadata.each === true ? message?.replace('each value in ', '') : message;
    if (!hasOwnMessage(name, constraints, text)) return false;
  }
  return true;
}

function defaultMessage(
  { target: { prototype } }: Constraint,
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

const NO_CONSTRAINTS: readonly unknown[] = [];

/**
 * Returns whether a rule accepts a value. A rule of the
 * application whose result is unknown counts as acceptance.
 */
export function ruleAccepts(rule: CallableRule, value: unknown): boolean {
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
 * Returns the result of a rule of the application, or undefined if it is unknown. The rule may query a
 * database, so it is called for absence only. The result of a promise, an error, or a read of another
 * property is unknown.
 */
export function resultOfCustom({ metadata, checks }: CallableRule, value: unknown): boolean | undefined {
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
