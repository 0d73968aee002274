import * as classValidator from 'class-validator';
import type { ValidationArguments, ValidatorOptions } from 'class-validator';
import { inheritedTypeOf } from '../../../../decorators/registered-types.js';
import type { Constructor } from '../../../shared/types.js';
import { isOptionalCondition } from './conditions.js';
import { isMemberRule } from './member-rule.js';
import {
  ancestorsOf,
  constraintsOf,
  KINDS,
  ownMetadataOf,
  storage,
  type Condition,
  type Constraint,
  type ValidationMetadata,
} from './metadata.js';
import { type QuickCheck, quickCheckOf } from './quick-checks.js';
import { isOwnRule } from './rule-calls.js';
import type { Contexts } from './validation-errors.js';

/** The rules of a class that run under given options. */
export interface ClassRules {
  readonly target: Constructor;
  /** True if no rule of the class runs. */
  readonly isEmpty: boolean;
  /** True for a registered class, whose `parse` has checked the values. */
  readonly isParsed: boolean;
  /** Properties that `whitelist` keeps. */
  readonly listed: ReadonlySet<string>;
  readonly properties: readonly PropertyChecks[];
  /**
   * The lists of decorators that were read, with their lengths. If one grows, the rules are compiled again.
   */
  readonly read: readonly (readonly [list: readonly unknown[], length: number])[];
  /** The classes with decorators, and their number: a base class may get its first one. */
  readonly classes: ReadonlyMap<unknown, unknown>;
  /** The number of classes with decorators when the rules were read. */
  readonly count: number;
}

export interface PropertyChecks {
  readonly key: string;
  /** True for `@IsOptional()`, whose condition needs no call. */
  readonly isOptional: boolean;
  /** Conditions of `@ValidateIf`; all must hold for `rules` and `nested` to run. */
  readonly conditions: readonly Condition[];
  /** The rules that also run for a skipped value. */
  readonly defined: readonly Check[];
  readonly rules: readonly Check[];
  /** The decorators `@ValidateNested`, in their order. */
  readonly nested: readonly ValidationMetadata[];
  /** The metadata with a `context`, in class-validator's order; undefined if there is none. */
  readonly contexts: Readonly<Record<'defined' | 'all' | 'nested', Contexts>> | undefined;
  /** The class of the last nested object, and its rules. */
  readonly last: { target: unknown; rules: ClassRules | undefined };
}

/** One constraint of a rule. */
export interface Check {
  /** The name under which class-validator reports it. */
  readonly name: string;
  readonly metadata: ValidationMetadata;
  readonly constraint: Constraint;
  /**
   * A built-in rule without state; undefined for a rule of the application, which its container may provide.
   */
  readonly own: Constraint['instance'] | undefined;
  /** The arguments of a built-in rule, which reads only the constraints. */
  readonly args: ValidationArguments;
  /** A check that only accepts; the rule decides about other values. */
  readonly quick: QuickCheck | undefined;
  /** True if the rule applies to the items of a list. */
  readonly each: boolean;
  /** The `validateIf` of the rule. */
  readonly condition: Condition | undefined;
}

export type SkipsProperty = (target: Constructor, key: string) => boolean;

const NO_KEYS: ReadonlySet<string> = new Set();

/** Returns the properties of a class that registered types parse, which need no rule. */
export type ParsedKeysOf = (target: Constructor) => ReadonlySet<string>;

/** Returns undefined for a class that class-validator itself validates, because a rule is asynchronous. */
export function compileRules(
  target: Constructor,
  { always = false, strictGroups = false, groups }: ValidatorOptions,
  skips: SkipsProperty,
  parsedKeysOf: ParsedKeysOf | undefined,
): ClassRules | undefined {
  const { validationMetadatas } = storage;
  const theirs = classValidator.getMetadataStorage();
  const all = theirs.getTargetValidationMetadatas(target, '', always, strictGroups, groups);
  const asked = all.filter(({ propertyName }) => !skips(target, propertyName));
  if (!(asked as unknown as ValidationMetadata[]).every(isSynchronous)) return undefined;
  const byProperty = theirs.groupByPropertyName(asked) as unknown as Record<string, ValidationMetadata[]>;
  const lists = [target, ...ancestorsOf(target)].map(ownMetadataOf);
  const parsedKeys = parsedKeysOf?.(target) ?? NO_KEYS;
  return {
    target,
    isEmpty: all.length === 0 && parsedKeys.size === 0,
    isParsed: parsedKeysOf !== undefined && all.length === 0 && inheritedTypeOf(target) !== undefined,
    // `whitelist` also keeps properties whose rules are skipped.
    listed: new Set([...all.map(({ propertyName }) => propertyName), ...parsedKeys]),
    properties: Object.entries(byProperty).map(([key, list]) => checksOf(key, list)),
    read: lists.map((list) => [list, list.length]),
    classes: validationMetadatas,
    count: validationMetadatas.size,
  };
}

export function isCurrent({ read, classes, count }: ClassRules): boolean {
  if (classes.size !== count) return false;
  for (const [list, length] of read) if (list.length !== length) return false;
  return true;
}

/** A rule of the application may turn out to be asynchronous when it is called. */
function isSynchronous(metadata: ValidationMetadata): boolean {
  if (metadata.type === KINDS.promise) return false;
  return constraintsOf(metadata).every(({ async }) => async !== true);
}

function checksOf(key: string, list: readonly ValidationMetadata[]): PropertyChecks {
  const conditions = list.filter(({ type }) => type === KINDS.conditional);
  const others = conditions.filter((metadata) => !isOptionalCondition(metadata));
  return {
    key,
    isOptional: others.length < conditions.length,
    conditions: others.map(({ constraints }) => constraints?.[0] as Condition),
    defined: list.filter(({ type }) => type === KINDS.defined).flatMap(checksFrom),
    rules: list.filter(({ type }) => type === KINDS.custom).flatMap(checksFrom),
    nested: list.filter(({ type }) => type === KINDS.nested),
    contexts: contextsOf(list),
    last: { target: undefined, rules: undefined },
  };
}

function contextsOf(list: readonly ValidationMetadata[]): PropertyChecks['contexts'] {
  if (list.every(({ context }) => context === undefined)) return undefined;
  const named = (metadata: ValidationMetadata): Contexts => {
    if (metadata.context === undefined) return [];
    const [constraint] = metadata.type === KINDS.custom ? constraintsOf(metadata) : [];
    return [[constraint?.name ?? metadata.type, metadata.context]];
  };
  const isDefined = ({ type }: ValidationMetadata): boolean => type === KINDS.defined;
  return {
    defined: list.filter(isDefined).flatMap(named),
    all: list.filter((metadata) => !isDefined(metadata)).flatMap(named),
    nested: list.filter(({ type }) => type === KINDS.nested).flatMap(named),
  };
}

function checksFrom(metadata: ValidationMetadata): Check[] {
  const { type, propertyName: property, constraints, each = false, validateIf } = metadata;
  const checks = constraintsOf(metadata);
  const isOwn = !isMemberRule(property) && isOwnRule(metadata, checks);
  return checks.map((constraint) => ({
    name: constraint.name ?? type,
    metadata,
    constraint,
    own: isOwn ? constraint.instance : undefined,
    quick: isOwn ? quickCheckOf(metadata.name, constraints) : undefined,
    args: { targetName: '', property, object: NOTHING, value: undefined, constraints } as ValidationArguments,
    each,
    condition: validateIf,
  }));
}

const NOTHING: object = Object.freeze({});
