import { registerDecorator, ValidatorConstraint, type ValidationArguments } from 'class-validator';
import type { Constructor } from '../../../shared/types.js';
import { ANNOTATION_KEYWORDS, omit } from '../../json-schema/keywords.js';
import type { Schema } from '../../json-schema/schema.js';
import { exposureOf } from '../class-transformer/metadata.js';
import { isMemberRule, MEMBER_RULE_PREFIX, type MemberRule, type MemberRuleKind } from './member-rule.js';
import { KINDS, metadataOf, type RuleSelection } from './metadata.js';

interface MemberRuleEntry {
  readonly holds: (sent: readonly boolean[]) => boolean;
  readonly message: (names: readonly string[]) => string;
  /** Returns the schema; `withMember` returns that of an object that has a member. */
  readonly schema: (names: readonly string[], withMember: (name: string) => Schema) => Schema;
}

const ENTRIES: Readonly<Record<MemberRuleKind, MemberRuleEntry>> = {
  atLeastOneOf: {
    holds: (sent) => sent.includes(true),
    message: (names) => `one of ${listed(names)} is required`,
    schema: (names, withMember) => ({ anyOf: names.map(withMember) }),
  },
  exactlyOneOf: {
    holds: (sent) => sent.filter(Boolean).length === 1,
    message: (names) => `exactly one of ${listed(names)} is required`,
    schema: (names, withMember) => ({ oneOf: names.map(withMember) }),
  },
  requiredWith: {
    holds: ([isSent, isOtherSent]) => isSent === true || isOtherSent === false,
    message: ([name, other]) => `${name} is required if ${other} is sent`,
    schema: ([name = '', other = '']) => ({ dependentRequired: { [other]: [name] } }),
  },
};

/** @param properties the schemas of the members */
export function schemaOfMemberRule(
  { kind, keys }: MemberRule,
  properties: Readonly<Record<string, Schema>>,
): Schema {
  return ENTRIES[kind].schema(keys, (name) => objectWith(name, properties[name]));
}

/**
 * Describes an object that has a member. `required` alone would do, but most
 * client generators make `unknown` or `any` of a branch without properties,
 * so the branch repeats the type of its member, without its annotations.
 */
function objectWith(name: string, schema: Schema = {}): Schema {
  return { type: 'object', properties: { [name]: omit(schema, ANNOTATION_KEYWORDS) }, required: [name] };
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Creates the constraint of a rule. class-validator reports a fault under the name of the rule. */
function createConstraint(kind: MemberRuleKind): new () => object {
  const { holds, message } = ENTRIES[kind];
  class MemberConstraint {
    /** A value under the key of the rule was sent by a request, and would pass `whitelist`. */
    validate(value: unknown, { object, constraints: keys }: ValidationArguments): boolean {
      return value === undefined && holds(keys.map((key: string) => isSent(object, key)));
    }

    defaultMessage({ object, constraints: keys }: ValidationArguments): string {
      return message(keys.map((key: string) => wireName(object.constructor as Constructor, key)));
    }
  }
  ValidatorConstraint({ name: kind })(MemberConstraint);
  return MemberConstraint;
}

/** Returns whether an object has a member. Class fields without a value are undefined. */
function isSent(object: object, key: string): boolean {
  return (object as Readonly<Record<string, unknown>>)[key] !== undefined;
}

function wireName(target: Constructor, key: string): string {
  const { name, toPlainOnly = false } = exposureOf(target, key) ?? {};
  return toPlainOnly ? key : (name ?? key);
}

const CONSTRAINTS: Readonly<Record<MemberRuleKind, new () => object>> = {
  atLeastOneOf: createConstraint('atLeastOneOf'),
  exactlyOneOf: createConstraint('exactlyOneOf'),
  requiredWith: createConstraint('requiredWith'),
};

/**
 * Registers a rule on a key of its own, since `@IsOptional()` turns off all rules of a property. As
 * `isDefined`, it also runs with `skipMissingProperties`.
 */
export function registerMemberRule(target: Constructor, { kind, keys }: MemberRule): void {
  registerDecorator({
    name: KINDS.defined,
    target,
    propertyName: `${MEMBER_RULE_PREFIX}${kind}(${keys.join(', ')})`,
    constraints: [...keys],
    validator: CONSTRAINTS[kind],
  });
}

/**
 * Returns the rules about members by their keys in class-validator's storage, in the same order whatever the
 * order of decorators. A rule that a mapped type of Nest made optional never runs.
 */
export function memberRulesOf(
  target: Constructor,
  selection?: RuleSelection,
): ReadonlyMap<string, MemberRule> {
  const rules: [string, MemberRule][] = [];
  for (const [key, list] of metadataOf(target, selection)) {
    if (!isMemberRule(key) || list.some(({ type }) => type === KINDS.conditional)) continue;
    const kind = key.slice(MEMBER_RULE_PREFIX.length, key.indexOf('(')) as MemberRuleKind;
    const keys = list[0]?.constraints as readonly string[] | undefined;
    if (keys !== undefined && Object.hasOwn(ENTRIES, kind)) rules.push([key, { kind, keys }]);
  }
  return new Map(rules.sort(([a], [b]) => (a < b ? -1 : 1)));
}
