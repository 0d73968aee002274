// Only this folder reads class-validator's metadata.
import * as classValidator from 'class-validator';
import type { Constructor } from '../../../shared/types.js';
import type { ResolvedValidation } from '../validation-options.js';
import { MEMBER_RULE_PREFIX } from './member-rule.js';

export interface ValidationMetadata {
  /**
   * class-validator's name of the kind: `customValidation`, `nestedValidation`, `conditionalValidation`, …
   */
  readonly type: string;
  /** The name of the rule, such as `isInt`; absent for `@Validate`. */
  readonly name?: string;
  /** The class. */
  readonly target: object;
  readonly propertyName: string;
  readonly message?: string | ((args: classValidator.ValidationArguments) => string);
  /** The `context` of the rule, which class-validator adds to its errors. */
  readonly context?: unknown;
  /** The class of the constraint, which the storage resolves. */
  readonly constraintCls?: unknown;
  /** The arguments of the decorator. */
  readonly constraints?: readonly unknown[];
  readonly groups?: string[];
  /** True if the rule runs for all groups. */
  readonly always?: boolean;
  readonly each?: boolean;
  readonly validateIf?: Condition;
}

export type Condition = (object: unknown, value: unknown) => unknown;

export type RuleSelection = Pick<ResolvedValidation, 'groups' | 'always' | 'strictGroups'>;

export const ALL_RULES: RuleSelection = { groups: [], always: false, strictGroups: false };

export const KINDS = {
  custom: 'customValidation',
  nested: 'nestedValidation',
  conditional: 'conditionalValidation',
  whitelist: 'whitelistValidation',
  promise: 'promiseValidation',
  defined: 'isDefined',
} as const;

/** The rules of a class without those of its base classes. */
export interface OwnRules {
  /** The properties with a rule, in declaration order. */
  readonly keys: readonly string[];
  /** True if a rule is about which members a request has. */
  readonly hasMemberRules: boolean;
  /** True if another library copied a rule to the class. Such a copy is a plain object. */
  readonly hasCopies: boolean;
}

export function ownRulesOf(target: Constructor): OwnRules {
  const keys: string[] = [];
  let hasMemberRules = false;
  let hasCopies = false;
  let last: string | undefined;
  for (const metadata of ownMetadataOf(target)) {
    if (Object.getPrototypeOf(metadata) === Object.prototype) hasCopies = true;
    const { propertyName } = metadata;
    // The decorators of a property are next to each other.
    if (propertyName === last) continue;
    last = propertyName;
    if (propertyName.startsWith(MEMBER_RULE_PREFIX)) hasMemberRules = true;
    else if (!keys.includes(propertyName)) keys.push(propertyName);
  }
  return { keys, hasMemberRules, hasCopies };
}

/**
 * Returns what `getTargetValidationMetadatas` returns, without visiting every registered class. A rule
 * overrides rules of the same type on the same property of base classes. Base classes do not override each
 * other, and a rule that does not run overrides nothing.
 */
export function allMetadataOf(
  target: Constructor,
  selection: RuleSelection = ALL_RULES,
): readonly ValidationMetadata[] {
  const own = runningOf(target, selection);
  const ancestors = ancestorsOf(target);
  return ancestors.length === 0 ? own : [...inheritedFrom(ancestors, own, selection), ...own];
}

/** Returns the metadata of a class and its base classes by property. */
export function metadataOf(
  target: Constructor,
  selection: RuleSelection = ALL_RULES,
): ReadonlyMap<string, readonly ValidationMetadata[]> {
  const lists = new Map<string, ValidationMetadata[]>();
  for (const metadata of allMetadataOf(target, selection)) {
    const list = lists.get(metadata.propertyName);
    if (list === undefined) lists.set(metadata.propertyName, [metadata]);
    else list.push(metadata);
  }
  return lists;
}

function inheritedFrom(
  ancestors: readonly Constructor[],
  own: readonly ValidationMetadata[],
  selection: RuleSelection,
): readonly ValidationMetadata[] {
  const displaced = new Set(own.map(displacementKey));
  return ancestors
    .flatMap((ancestor) => runningOf(ancestor, selection))
    .filter((metadata) => !displaced.has(displacementKey(metadata)));
}

function runningOf(target: Constructor, selection: RuleSelection): readonly ValidationMetadata[] {
  const own = ownMetadataOf(target);
  return selection === ALL_RULES ? own : own.filter((metadata) => runs(metadata, selection));
}

export function hasRunningRules(target: Constructor, selection: RuleSelection): boolean {
  if (hasOwnRunningRule(target, selection)) return true;
  for (const ancestor of ancestorsOf(target)) if (hasOwnRunningRule(ancestor, selection)) return true;
  return false;
}

function hasOwnRunningRule(target: Constructor, selection: RuleSelection): boolean {
  for (const metadata of ownMetadataOf(target)) if (runs(metadata, selection)) return true;
  return false;
}

const NONE: readonly Constructor[] = [];

export function ancestorsOf(target: Constructor): readonly Constructor[] {
  if (Object.getPrototypeOf(target.prototype) === Object.prototype) return NONE;
  const ancestors: Constructor[] = [];
  let prototype = Object.getPrototypeOf(target.prototype) as object | null;
  while (prototype !== null && prototype !== Object.prototype) {
    if (typeof prototype.constructor === 'function') ancestors.unshift(prototype.constructor as Constructor);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return ancestors;
}

export function namesGroups(target: Constructor): boolean {
  const all = [...ancestorsOf(target), target];
  return all.some((ancestor) =>
    ownMetadataOf(ancestor).some(({ groups, always }) => (groups?.length ?? 0) > 0 || always === true),
  );
}

export function ownMetadataOf(target: Constructor): readonly ValidationMetadata[] {
  return storage.validationMetadatas.get(target) ?? NO_METADATA;
}

const NO_METADATA: readonly ValidationMetadata[] = [];

/** Returns the constraints that class-validator runs for a rule. */
export function constraintsOf({
  constraintCls,
}: Pick<ValidationMetadata, 'constraintCls'>): readonly Constraint[] {
  return storage.constraintMetadatas.get(constraintCls) ?? NO_CONSTRAINTS;
}

const NO_CONSTRAINTS: readonly Constraint[] = [];

/** The storage of class-validator, which all its copies in a process share. */
export const storage = classValidator.getMetadataStorage() as unknown as {
  readonly validationMetadatas: Map<unknown, ValidationMetadata[]>;
  /** The constraints by their class. */
  readonly constraintMetadatas: ReadonlyMap<unknown, readonly Constraint[]>;
};

export interface Constraint {
  readonly name?: string;
  readonly async?: boolean;
  /** The class of a built-in rule. It has no state; each decorator creates its own. */
  readonly target: { readonly prototype: Validator };
  /** The instance of a constraint class, from the application's container. */
  readonly instance: Validator;
}

interface Validator {
  validate(value: unknown, args: unknown): unknown;
  defaultMessage?(args: unknown): string;
}

function displacementKey(metadata: ValidationMetadata): string {
  return `${metadata.propertyName}\n${metadata.type}`;
}

function runs({ always, groups }: ValidationMetadata, selection: RuleSelection): boolean {
  const named = groups !== undefined && groups.length > 0;
  if (always ?? (!named && selection.always)) return true;
  if (selection.groups.length === 0) return !(named && selection.strictGroups);
  return groups?.some((group) => selection.groups.includes(group)) ?? false;
}
