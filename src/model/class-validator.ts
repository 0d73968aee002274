// The only file that knows how class-validator keeps its metadata.
import * as classValidator from 'class-validator';
import type { Constructor, Rule, View } from './types.js';

/** What class-validator does with one property in one view. */
export interface Validation {
  /** Rules that run. */
  readonly rules: readonly Rule[];
  /** Rules of every group: what a property is does not depend on the groups in force. */
  readonly declaredRules: readonly Rule[];
  /** `@ValidateNested`, and whether it said `each`. */
  readonly nested: 'none' | 'value' | 'each';
  /** `@IsOptional()`: absent and null skip every rule. */
  readonly optional: boolean;
  /** Conditions of `@ValidateIf`: a false one frees the property from every rule. */
  readonly conditions: readonly Condition[];
  /** Whether the rules let a value through, as far as it can be asked: rules of unknown making count as a yes. */
  readonly accepts: (value: unknown, above?: ReadonlySet<unknown>) => boolean;
}

/** A `@ValidateIf` function. */
export type Condition = (object: unknown, value: unknown) => unknown;

interface Metadata {
  type: string;
  name?: string;
  propertyName: string;
  constraintCls?: unknown;
  constraints?: unknown[];
  groups?: string[];
  always?: boolean;
  each?: boolean;
  validateIf?: unknown;
}

interface Constraint {
  name?: string;
  instance: { validate(value: unknown, args: unknown): unknown };
}

const NESTED = 'nestedValidation';
const CONDITIONAL = 'conditionalValidation';
const WHITELIST = 'whitelistValidation';
const PROMISE = 'promiseValidation';
const NOT_RULES: ReadonlySet<string> = new Set([NESTED, CONDITIONAL, WHITELIST, PROMISE]);

/** Names of the rules that class-validator itself brings: it exports each as a constant. */
const OWN_RULES: ReadonlySet<unknown> = new Set(
  Object.values(classValidator).filter((value) => typeof value === 'string'),
);

/** Properties that `target` itself puts rules on, in declaration order. */
export function ownValidatedProperties(target: Constructor): string[] {
  return [...new Set(own(target).map((metadata) => metadata.propertyName))];
}

/** The validation of each property of `target`, inherited rules merged as class-validator merges them. */
export function validationOf(target: Constructor, view: View): ReadonlyMap<string, Validation> {
  const declared = byProperty(metadataOf(target));
  // A response is a valid instance, of which a group shows a part: its groups are class-transformer's only.
  const groups = view.direction === 'input' ? view.groups : [];
  const running = groups.length === 0 ? declared : byProperty(metadataOf(target, groups));
  return new Map([...declared].map(([key, list]) => [key, describe(list, running.get(key) ?? [], view)]));
}

function byProperty(list: readonly Metadata[]): Map<string, Metadata[]> {
  const lists = new Map<string, Metadata[]>();
  for (const metadata of list) {
    const known = lists.get(metadata.propertyName);
    if (known) known.push(metadata);
    else lists.set(metadata.propertyName, [metadata]);
  }
  return lists;
}

/**
 * What `getTargetValidationMetadatas(target, '', false, false, groups)` gives, without its walk over every
 * registered class: a rule of a base class falls away where the class itself has one of the same type
 * on that property. Rules of several base classes do not displace each other, and a rule that does not run
 * in these groups displaces nothing.
 */
export function metadataOf(target: Constructor, groups: readonly string[] = []): Metadata[] {
  const originals = own(target).filter((metadata) => runs(metadata, groups));
  const displaced = new Set(originals.map(displacementKey));
  const inherited = ancestorsOf(target).flatMap((ancestor) =>
    own(ancestor).filter((metadata) => runs(metadata, groups) && !displaced.has(displacementKey(metadata))),
  );
  return [...inherited, ...originals];
}

/** Base classes, the most basic first. */
export function ancestorsOf(target: Constructor): Constructor[] {
  const ancestors: Constructor[] = [];
  let prototype = Object.getPrototypeOf(target.prototype) as object | null;
  while (prototype !== null && prototype !== Object.prototype) {
    if (typeof prototype.constructor === 'function') ancestors.unshift(prototype.constructor as Constructor);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return ancestors;
}

function own(target: Constructor): Metadata[] {
  const storage = classValidator.getMetadataStorage() as unknown as {
    validationMetadatas: Map<unknown, Metadata[]>;
  };
  return storage.validationMetadatas.get(target) ?? [];
}

function displacementKey(metadata: Metadata): string {
  return `${metadata.propertyName}\n${metadata.type}`;
}

function describe(declared: readonly Metadata[], running: readonly Metadata[], view: View): Validation {
  const ruleMetadata = running.filter((metadata) => !NOT_RULES.has(metadata.type));
  const nested = running.filter((metadata) => metadata.type === NESTED);
  const conditional = running.filter((metadata) => metadata.type === CONDITIONAL);
  return {
    rules: ruleMetadata.map(ruleOf),
    declaredRules: declared.filter((metadata) => !NOT_RULES.has(metadata.type)).map(ruleOf),
    nested: nested.length === 0 ? 'none' : nested.some((metadata) => metadata.each) ? 'each' : 'value',
    optional: conditional.some((metadata) => metadata.name === classValidator.IS_OPTIONAL),
    conditions: conditional
      .filter((metadata) => metadata.name !== classValidator.IS_OPTIONAL)
      .map((metadata) => metadata.constraints?.[0] as Condition),
    accepts: (value, above = new Set()) =>
      ruleMetadata.every((metadata) => accepts(metadata, value)) &&
      (nested.length === 0 || value === undefined || acceptsNested(value, view, above)),
  };
}

/** class-validator's own filter: with groups asked for, only rules of those groups and `always` ones run. */
function runs(metadata: Metadata, groups: readonly string[]): boolean {
  if (metadata.always !== undefined && metadata.always) return true;
  if (groups.length === 0) return true;
  return metadata.groups?.some((group) => groups.includes(group)) ?? false;
}

function ruleOf(metadata: Metadata): Rule {
  return {
    name: nameOf(metadata),
    constraints: metadata.constraints ?? hiddenConstraints(metadata),
    each: metadata.each ?? false,
    acceptsNull: accepts(metadata, null),
    conditional: metadata.validateIf !== undefined,
  };
}

/**
 * Constraints that class-validator keeps in a closure instead of its metadata, found by asking the validator.
 * `@ArrayUnique(identifier)`: whether it has an identifier, which two objects that forbid every look tell.
 */
const HIDDEN: Readonly<Record<string, (validate: (value: unknown) => boolean) => unknown[]>> = {
  [classValidator.ARRAY_UNIQUE]: (validate) => [!validate([forbidding(), forbidding()])],
};

function hiddenConstraints(metadata: Metadata): unknown[] {
  const find = metadata.name === undefined ? undefined : HIDDEN[metadata.name];
  if (find === undefined || metadata.validateIf !== undefined) return [];
  return find((value) => {
    try {
      return accepts({ ...metadata, each: false }, value);
    } catch {
      return false;
    }
  });
}

/** An object that throws when anything is read of it. */
function forbidding(): object {
  return new Proxy(
    {},
    {
      get: () => {
        throw new TypeError('Not to be looked at.');
      },
    },
  );
}

/** `@Validate(Constraint)` has no name of its own; its constraint class has one. */
function nameOf(metadata: Metadata): string {
  if (metadata.name !== undefined) return metadata.name;
  const constraint = constraintsOf(metadata)[0];
  return constraint?.name ?? metadata.type;
}

function constraintsOf(metadata: Metadata): Constraint[] {
  if (metadata.constraintCls === undefined) return [];
  return classValidator.getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls as never);
}

/** Only class-validator's own rules are asked: a foreign one may look into a database. */
function accepts(metadata: Metadata, value: unknown): boolean {
  if (metadata.validateIf !== undefined || !OWN_RULES.has(metadata.name)) return true;
  const args = { value, constraints: metadata.constraints, object: {}, property: metadata.propertyName };
  const values = metadata.each === true && Array.isArray(value) ? (value as unknown[]) : [value];
  return constraintsOf(metadata).every(({ instance }) =>
    values.every((one) => Boolean(instance.validate(one, args))),
  );
}

/** Nested validation wants objects of a class with rules that accept them, or lists of such objects. */
function acceptsNested(value: unknown, view: View, above: ReadonlySet<unknown>): boolean {
  if (typeof value !== 'object' || value === null || above.has(value)) return false;
  const path = new Set(above).add(value);
  if (Array.isArray(value) || value instanceof Set || value instanceof Map)
    return [...(value as Set<unknown>).values()].every((one) => acceptsNested(one, view, path));
  const validation = validationOf(value.constructor as Constructor, view);
  return (
    validation.size > 0 &&
    [...validation].every(([key, { optional, conditions, accepts: takes }]) => {
      const member = (value as Record<string, unknown>)[key];
      return (optional && member == null) || conditions.length > 0 || takes(member, path);
    })
  );
}

/** Puts the rules of one class's properties on another class as its own: what mapped types do. */
export function copyValidation(from: Constructor, to: Constructor, keys: ReadonlySet<string>): void {
  const storage = classValidator.getMetadataStorage();
  for (const metadata of metadataOf(from))
    if (keys.has(metadata.propertyName)) storage.addValidationMetadata({ ...metadata, target: to } as never);
}

/** Makes properties optional for class-validator. */
export function makeOptional(target: Constructor, keys: ReadonlySet<string>): void {
  for (const key of keys) classValidator.IsOptional()(target.prototype as object, key);
}
