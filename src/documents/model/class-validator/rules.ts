import * as classValidator from 'class-validator';
import type { Constructor } from '../../../shared/types.js';
import { decoratorNameOf, ruleEntryOf } from '../../rules/rule-table.js';
import type { Rule } from '../types.js';
import { isOptionalCondition, recordReads } from './conditions.js';
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
}

export interface PropertyRules {
  readonly rules: readonly DeclaredRule[];
  readonly nested: 'none' | 'value' | 'each';
  /** True for a property with `@IsOptional()`: null and absence skip every rule. */
  readonly optional: boolean;
  readonly conditions: readonly Condition[];
}

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
  let nested = 'none' as PropertyRules['nested'];
  let optional = false;
  for (const metadata of list) {
    const { type } = metadata;
    if (type === KINDS.custom || type === KINDS.defined) rules.push(ruleOf(metadata));
    else if (type === KINDS.nested) nested = metadata.each || nested === 'each' ? 'each' : 'value';
    else if (isOptionalCondition(metadata)) optional = true;
    else if (type === KINDS.conditional) conditions.push(metadata.constraints?.[0] as Condition);
  }
  return { rules, nested, optional, conditions };
}

function ruleOf(metadata: ValidationMetadata): DeclaredRule {
  // @Validate(Constraint) has no name of its own; its constraint has.
  const name = metadata.name ?? constraintsOf(metadata)[0]?.name ?? metadata.type;
  const custom = !isOwnRule(metadata);
  const entry = ruleEntryOf({ name, custom });
  const constraints = metadata.constraints ?? HIDDEN.get(metadata.name)?.(metadata, !custom) ?? [];
  return {
    metadata,
    name,
    custom,
    constraints,
    each: metadata.each ?? false,
    condition: metadata.validateIf,
    entry,
    type: typeof entry?.type === 'function' ? entry.type(constraints) : entry?.type,
  };
}

export function constraintsOf({
  constraintCls,
}: Pick<ValidationMetadata, 'constraintCls'>): readonly Constraint[] {
  return constraintCls === undefined ? [] : validationStorage().getTargetValidatorConstraints(constraintCls);
}

const NAMES = Object.values(classValidator).filter((value) => typeof value === 'string');

let own: ReadonlyMap<unknown, Constraint> | undefined;

/**
 * Returns whether a rule is built into class-validator. An application's rule may have the same name, so the rule's
 * default message is compared with that of class-validator's decorator.
 */
export function isOwnRule({ name, constraintCls, constraints, propertyName }: ValidationMetadata): boolean {
  const expected = (own ??= readOwn()).get(name);
  if (expected === undefined) return false;
  const args: classValidator.ValidationArguments = {
    value: undefined,
    constraints: constraints ?? [],
    object: {},
    property: propertyName,
    targetName: '',
  };
  const message = defaultMessage(expected, args);
  const found = constraintsOf({ constraintCls });
  return (
    found.length > 0 &&
    found.every((constraint) => constraint.async !== true && defaultMessage(constraint, args) === message)
  );
}

/** Returns the message without the prefix of `each`, or undefined if a rule of the application throws. */
function defaultMessage(
  { target: { prototype } }: Constraint,
  args: classValidator.ValidationArguments,
): string | undefined {
  try {
    return prototype.defaultMessage?.(args).replace('each value in ', '');
  } catch {
    return undefined;
  }
}

/** Applies each decorator of class-validator to a temporary class, and returns the recorded rules. */
function readOwn(): ReadonlyMap<unknown, Constraint> {
  const target = (): void => undefined;
  for (const name of NAMES) {
    const decorator = (classValidator as Readonly<Record<string, unknown>>)[decoratorNameOf(name) ?? ''];
    if (typeof decorator === 'function')
      (decorator as (argument: object) => PropertyDecorator)({})({ constructor: target }, 'value');
  }
  const { validationMetadatas } = validationStorage();
  const registered = validationMetadatas.get(target) ?? [];
  (validationMetadatas as Map<unknown, unknown>).delete(target);
  return new Map(
    registered.flatMap((metadata) => {
      const [constraint] = constraintsOf(metadata);
      return constraint === undefined ? [] : [[metadata.name, constraint] as const];
    }),
  );
}

/**
 * Returns whether a rule accepts a value. A rule of the application may query a database, so it is called for absence
 * only. A promise, an error, or a read of another property counts as acceptance.
 */
export function accepts(metadata: ValidationMetadata, isOwn: boolean, value: unknown): boolean {
  const { constraints, propertyName: property } = metadata;
  if (isOwn) {
    // None of them looks at the object.
    const args = { value, constraints, object: NOTHING, property, targetName: '' };
    return constraintsOf(metadata).every(({ target: { prototype } }) =>
      metadata.each === true && Array.isArray(value)
        ? value.every((item) => Boolean(prototype.validate(item, args)))
        : Boolean(prototype.validate(value, args)),
    );
  }
  if (value !== undefined) return true;
  const watch = { looksElsewhere: false };
  const object = recordReads({}, property, watch);
  const args = { value, constraints, object, property, targetName: '' };
  return constraintsOf(metadata).every(
    (constraint) => acceptsAtOnce(constraint, args) || watch.looksElsewhere,
  );
}

const NOTHING: object = Object.freeze({});

function acceptsAtOnce(constraint: Constraint, args: { readonly value: unknown }): boolean {
  if (constraint.async === true) return true;
  try {
    const answer = constraint.instance.validate(args.value, args);
    if (!(answer instanceof Promise)) return Boolean(answer);
    // Nobody waits for it, so its error must not be an unhandled one.
    answer.catch(() => undefined);
    return true;
  } catch {
    return true;
  }
}

/**
 * Reads constraints that class-validator keeps in a closure. For example, `@ArrayUnique(identifier)` is called with two
 * objects that throw when they are read, which shows whether it has an identifier.
 */
const HIDDEN: ReadonlyMap<unknown, (metadata: ValidationMetadata, isOwn: boolean) => unknown[]> = new Map([
  [
    classValidator.ARRAY_UNIQUE,
    (metadata, isOwn) => {
      try {
        return accepts({ ...metadata, each: false }, isOwn, [unreadable(), unreadable()]) ? [] : [true];
      } catch {
        return [true];
      }
    },
  ],
]);

function unreadable(): object {
  const get = (): never => {
    throw new TypeError('This object must not be read.');
  };
  return new Proxy({}, { get });
}
