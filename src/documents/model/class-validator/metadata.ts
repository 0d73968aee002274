// Only this folder reads class-validator's metadata.
import * as classValidator from 'class-validator';
import type { Constructor } from '../../../shared/types.js';
import type { ResolvedValidation } from '../validation-options.js';
import { isMemberRule } from './member-rule.js';

export interface ValidationMetadata {
  /** class-validator's name of the kind: `customValidation`, `nestedValidation`, `conditionalValidation`, … */
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
  readonly constraints?: unknown[];
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

/** Returns the properties with a rule, and whether rules are about which members a request has. */
export function ownValidatedProperties(target: Constructor): {
  readonly keys: string[];
  readonly hasMemberRules: boolean;
} {
  const names = new Set<string>();
  for (const { propertyName } of ownMetadataOf(target)) names.add(propertyName);
  const keys: string[] = [];
  for (const name of names) if (!isMemberRule(name)) keys.push(name);
  return { keys, hasMemberRules: keys.length < names.size };
}

/**
 * Returns what `getTargetValidationMetadatas` returns, by property, without visiting every registered class. A rule
 * overrides rules of the same type on the same property of base classes. Base classes do not override each other, and a
 * rule that does not run overrides nothing.
 */
export function metadataOf(
  target: Constructor,
  selection: RuleSelection = ALL_RULES,
): ReadonlyMap<string, readonly ValidationMetadata[]> {
  const own = runningOf(target, selection);
  const inherited = inheritedBy(target, own, selection);
  const lists = new Map<string, ValidationMetadata[]>();
  for (const metadata of inherited.length === 0 ? own : [...inherited, ...own]) {
    const list = lists.get(metadata.propertyName);
    if (list === undefined) lists.set(metadata.propertyName, [metadata]);
    else list.push(metadata);
  }
  return lists;
}

function inheritedBy(
  target: Constructor,
  own: readonly ValidationMetadata[],
  selection: RuleSelection,
): readonly ValidationMetadata[] {
  const ancestors = ancestorsOf(target);
  if (ancestors.length === 0) return [];
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
  const hasOwn = (one: Constructor): boolean =>
    ownMetadataOf(one).some((metadata) => runs(metadata, selection));
  return hasOwn(target) || ancestorsOf(target).some(hasOwn);
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
  return validationStorage().validationMetadatas.get(target) ?? [];
}

export interface ValidationStorage {
  readonly validationMetadatas: ReadonlyMap<unknown, ValidationMetadata[]>;
  getTargetValidatorConstraints(constraintClass: unknown): readonly Constraint[];
}

/** Returns the storage of class-validator, which all its copies in a process share. */
export function validationStorage(): ValidationStorage {
  return (storage ??= classValidator.getMetadataStorage() as never);
}

let storage: ValidationStorage | undefined;

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
  defaultMessage?(args?: classValidator.ValidationArguments): string;
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
