import type { MemberRule } from './class-validator/member-rule.js';
import { registerMemberRule } from './class-validator/member-rules.js';
import { isRecord, show } from '../../shared/values.js';
import { DecoratorError, placeOf, requireText } from '../../../decorators/arguments.js';
import { refuseBareUse } from '../../../decorators/wrong-use.js';

/** A decorator of classes that have the properties `K`. */
export type MemberRuleDecorator<K extends string> = <T extends object>(
  target: (abstract new (...args: never[]) => T) &
    ([K] extends [keyof T] ? unknown : { readonly unknownProperties: Exclude<K, keyof T> }),
) => void;

/**
 * Requires at least one of several optional properties. The rule runs in class-validator and is documented in
 * requests as `anyOf`. A property with the value null counts as sent.
 *
 * For example `@AtLeastOneOf('email', 'phone') class Contact { … }`.
 *
 * @param keys two or more properties of the class
 * @throws ConfigError for fewer than two properties, or a repeated one
 */
export function AtLeastOneOf<K extends string>(...keys: [K, K, ...K[]]): MemberRuleDecorator<K> {
  refuseBareUse('@AtLeastOneOf', keys);
  return memberRules('@AtLeastOneOf', keys, [{ kind: 'atLeastOneOf', keys }]);
}

/**
 * Requires exactly one of several optional properties. The rule runs in class-validator and is documented in
 * requests as `oneOf`. A property with the value null counts as sent.
 *
 * For example `@ExactlyOneOf('card', 'iban') class Payment { … }`.
 *
 * @param keys two or more properties of the class
 * @throws ConfigError for fewer than two properties, or a repeated one
 */
export function ExactlyOneOf<K extends string>(...keys: [K, K, ...K[]]): MemberRuleDecorator<K> {
  refuseBareUse('@ExactlyOneOf', keys);
  return memberRules('@ExactlyOneOf', keys, [{ kind: 'exactlyOneOf', keys }]);
}

/**
 * Requires an optional property if another one is sent. The rule runs in class-validator and is documented in
 * requests as `dependentRequired`. A property with the value null counts as sent.
 *
 * For example `@RequiredWith({ bic: 'iban' }) class Payment { … }`: `bic` is required if `iban` is sent.
 *
 * @param pairs the properties that requires each property
 * @throws ConfigError if there is no pair, or a property is paired with itself
 */
export function RequiredWith<K extends string, V extends string>(
  pairs: Readonly<Record<K, V>>,
): MemberRuleDecorator<K | V>;
export function RequiredWith(...args: readonly unknown[]): MemberRuleDecorator<string> {
  refuseBareUse('@RequiredWith', args);
  const [pairs] = args;
  const entries = isRecord(pairs) ? (Object.entries(pairs) as [string, string][]) : [];
  const rules = entries.map((keys): MemberRule => ({ kind: 'requiredWith', keys }));
  return memberRules('@RequiredWith', pairs, rules);
}

function memberRules(
  decorator: string,
  argument: unknown,
  rules: readonly MemberRule[],
): (target: abstract new (...args: never[]) => object) => void {
  return (target, ...use: unknown[]) => {
    const place = placeOf(target);
    if (typeof target !== 'function' || use[0] !== undefined)
      throw new DecoratorError(decorator, place, 'decorates a class, not a member of one.');
    if (rules.length === 0)
      throw new DecoratorError(decorator, place, `needs pairs of properties, not ${show(argument)}.`);
    for (const rule of rules) {
      for (const key of rule.keys) requireText(decorator, place, 'a property', key);
      if (rule.keys.length < 2 || new Set(rule.keys).size < rule.keys.length)
        throw new DecoratorError(decorator, place, `needs different properties, not ${show(argument)}.`);
      registerMemberRule(target, rule);
    }
  };
}
