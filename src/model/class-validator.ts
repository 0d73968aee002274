// The only file that knows how class-validator keeps its metadata.
import * as classValidator from 'class-validator';
import { observed } from './observed.js';
import type { Constructor } from '../base/types.js';
import type { ResolvedValidation } from './validation-options.js';

/** One decorator of class-validator on one property, as it is stored. */
export interface ValidationMetadata {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraintCls?: unknown;
  readonly constraints?: unknown[];
  readonly groups?: string[];
  readonly always?: boolean;
  readonly each?: boolean;
  readonly validateIf?: Condition;
}

/** A `@ValidateIf` function, or the `validateIf` option of a rule. */
export type Condition = (object: unknown, value: unknown) => unknown;

interface Constraint {
  readonly name?: string;
  readonly async?: boolean;
  /** Its class; rules that class-validator brings have one for each use, without a state. */
  readonly target: { readonly prototype: Validator };
  /** Made by the application's container, which looks through all instances that it has. */
  readonly instance: Validator;
}

interface Validator {
  validate(value: unknown, args: unknown): unknown;
}

/** Which rules run. */
export type RuleSelection = Pick<ResolvedValidation, 'groups' | 'always' | 'strictGroups'>;

/** Every rule runs. */
export const ALL_RULES: RuleSelection = { groups: [], always: false, strictGroups: false };

/** What a stored decorator is, beside a rule. */
const KINDS = {
  nested: 'nestedValidation',
  conditional: 'conditionalValidation',
  whitelist: 'whitelistValidation',
  promise: 'promiseValidation',
  defined: 'isDefined',
} as const;

/** Whether a stored decorator is of a kind. */
export function isKind(metadata: ValidationMetadata, kind: keyof typeof KINDS): boolean {
  return metadata.type === KINDS[kind];
}

const NOT_RULES: ReadonlySet<string> = new Set([
  KINDS.nested,
  KINDS.conditional,
  KINDS.whitelist,
  KINDS.promise,
]);

/** Whether a stored decorator is a rule about the value. */
export function isRule(metadata: ValidationMetadata): boolean {
  return !NOT_RULES.has(metadata.type);
}

/** `@IsOptional()` is stored as a condition. */
export function isOptionalCondition(metadata: ValidationMetadata): boolean {
  return metadata.name === classValidator.IS_OPTIONAL;
}

/** Names of the rules that class-validator itself brings: it exports each as a constant. */
const OWN_RULES: ReadonlySet<unknown> = new Set(
  Object.values(classValidator).filter((value) => typeof value === 'string'),
);

/** Whether its name and its arguments alone decide what a decorator does: no function of the application, no groups. */
export function isSelfContained(metadata: ValidationMetadata): boolean {
  const { name, groups, always, validateIf } = metadata;
  if (validateIf !== undefined || always !== undefined || (groups !== undefined && groups.length > 0))
    return false;
  return (
    (isRule(metadata) && OWN_RULES.has(name)) ||
    isOptionalCondition(metadata) ||
    isKind(metadata, 'whitelist')
  );
}

/** Properties that `target` itself puts rules on, in declaration order. */
export function ownValidatedProperties(target: Constructor): string[] {
  return [...new Set(own(target).map((metadata) => metadata.propertyName))];
}

/**
 * What `getTargetValidationMetadatas` gives, by property, without its walk over every registered class: a rule of
 * a base class falls away where the class itself has one of the same type on that property. Rules of several base
 * classes do not displace each other, and a rule that does not run displaces nothing.
 */
export function metadataOf(
  target: Constructor,
  selection: RuleSelection = ALL_RULES,
): ReadonlyMap<string, readonly ValidationMetadata[]> {
  const originals = own(target).filter((metadata) => runs(metadata, selection));
  const ancestors = ancestorsOf(target);
  const lists = new Map<string, ValidationMetadata[]>();
  const displaced = new Set(ancestors.length === 0 ? [] : originals.map(displacementKey));
  for (const ancestor of ancestors)
    for (const metadata of own(ancestor))
      if (runs(metadata, selection) && !displaced.has(displacementKey(metadata))) push(lists, metadata);
  for (const metadata of originals) push(lists, metadata);
  return lists;
}

function push(lists: Map<string, ValidationMetadata[]>, metadata: ValidationMetadata): void {
  const list = lists.get(metadata.propertyName);
  if (list === undefined) lists.set(metadata.propertyName, [metadata]);
  else list.push(metadata);
}

const NONE: readonly Constructor[] = [];

/** Base classes, the most basic first. */
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

/** Whether any rule of the class, inherited ones too, names groups. */
export function namesGroups(target: Constructor): boolean {
  const all = [...ancestorsOf(target), target];
  return all.some((one) =>
    own(one).some(({ groups, always }) => (groups?.length ?? 0) > 0 || always === true),
  );
}

function own(target: Constructor): readonly ValidationMetadata[] {
  return storage().validationMetadatas.get(target) ?? [];
}

function storage(): { readonly validationMetadatas: ReadonlyMap<unknown, ValidationMetadata[]> } {
  return classValidator.getMetadataStorage() as never;
}

function displacementKey(metadata: ValidationMetadata): string {
  return `${metadata.propertyName}\n${metadata.type}`;
}

/** class-validator's own filter. */
function runs({ always, groups }: ValidationMetadata, selection: RuleSelection): boolean {
  const named = groups !== undefined && groups.length > 0;
  if (always ?? (!named && selection.always)) return true;
  if (selection.groups.length === 0) return !(named && selection.strictGroups);
  return groups?.some((group) => selection.groups.includes(group)) ?? false;
}

/** The name that class-validator knows a rule by; `@Validate(Constraint)` has none of its own, its constraint has. */
export function nameOf(metadata: ValidationMetadata): string {
  return metadata.name ?? constraintsOf(metadata)[0]?.name ?? metadata.type;
}

function constraintsOf(metadata: ValidationMetadata): readonly Constraint[] {
  if (metadata.constraintCls === undefined) return [];
  return classValidator.getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls as never);
}

/**
 * Whether a rule lets a value through. A rule that class-validator does not bring may look into a database: it is
 * asked about absence only. What it does not answer at once, or by another property, counts as a yes.
 */
export function accepts(metadata: ValidationMetadata, value: unknown): boolean {
  const isOwn = OWN_RULES.has(metadata.name);
  if (!isOwn && value !== undefined) return true;
  const { constraints, propertyName: property } = metadata;
  if (isOwn) {
    // None of them looks at the object.
    const args = { value, constraints, object: NOTHING, property, targetName: '' };
    const values = metadata.each === true && Array.isArray(value) ? (value as unknown[]) : [value];
    return constraintsOf(metadata).every(({ target }) =>
      values.every((one) => Boolean(target.prototype.validate(one, args))),
    );
  }
  const watch = { strayed: false };
  const object = observed({}, property, watch);
  const args = { value, constraints, object, property, targetName: '' };
  return constraintsOf(metadata).every((constraint) => acceptsAtOnce(constraint, args) || watch.strayed);
}

const NOTHING: object = Object.freeze({});

/**
 * What a rule that class-validator brings, or one of its name, says to absence and to null: 0 for two refusals to 3 for
 * none. It is asked of every rule of a service, so at one look.
 */
export function verdictsOnNothing(metadata: ValidationMetadata): number {
  const { constraints, propertyName: property } = metadata;
  let verdicts = 3;
  for (const { target } of constraintsOf(metadata)) {
    const { prototype } = target;
    const args = { value: undefined as unknown, constraints, object: NOTHING, property, targetName: '' };
    if (!prototype.validate(undefined, args)) verdicts &= 2;
    args.value = null;
    if (!prototype.validate(null, args)) verdicts &= 1;
  }
  return verdicts;
}

function acceptsAtOnce(constraint: Constraint, args: { readonly value: unknown }): boolean {
  if (constraint.async === true) return true;
  try {
    const answer = constraint.instance.validate(args.value, args);
    if (!(answer instanceof Promise)) return Boolean(answer);
    // Whatever it comes to, nobody waits for it.
    answer.catch(() => undefined);
    return true;
  } catch {
    return true;
  }
}

/**
 * Constraints that class-validator keeps in a closure instead of its metadata, found by asking the validator.
 * `@ArrayUnique(identifier)`: whether it has an identifier, which two objects that forbid every look tell.
 */
const HIDDEN: Readonly<Record<string, (metadata: ValidationMetadata) => unknown[]>> = {
  [classValidator.ARRAY_UNIQUE]: (metadata) => {
    try {
      return accepts({ ...metadata, each: false }, [forbidding(), forbidding()]) ? [] : [true];
    } catch {
      return [true];
    }
  },
};

/** The arguments that a rule was declared with. */
export function constraintsIn(metadata: ValidationMetadata): readonly unknown[] {
  return metadata.constraints ?? HIDDEN[metadata.name ?? '']?.(metadata) ?? [];
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

/**
 * The classes whose rules another library put on this one, as Nest's mapped types do: `{ ...metadata, target }`. A copy is
 * a plain object, and what it refers to is the original's.
 */
export function copiedFrom(target: Constructor): readonly Constructor[] {
  const copies = own(target).filter((metadata) => !isOriginal(metadata));
  if (copies.length === 0) return [];
  const origins = originIndex();
  const found = copies.map((metadata) => {
    const identity = identityOf(metadata);
    return identity === undefined ? undefined : origins.get(identity);
  });
  return [...new Set(found.filter((one) => one !== undefined && one !== target))] as Constructor[];
}

/** Whether `target` itself, beside rules that were copied to it, lets a property be absent. */
export function isMadeOptional(target: Constructor, key: string): boolean {
  return own(target).some(
    (metadata) => isOriginal(metadata) && metadata.propertyName === key && isKind(metadata, 'conditional'),
  );
}

function isOriginal(metadata: ValidationMetadata): boolean {
  return Object.getPrototypeOf(metadata) !== Object.prototype;
}

/** An object that each use of a decorator makes anew; a constraint class of the application may have several uses. */
function identityOf({ constraints, constraintCls }: ValidationMetadata): object | undefined {
  return constraints ?? (typeof constraintCls === 'function' ? constraintCls : undefined);
}

let index: { readonly size: number; readonly origins: WeakMap<object, Constructor | null> } | undefined;

/** The class of each use of a decorator; made again when classes were added. */
function originIndex(): { get(identity: object): Constructor | undefined } {
  const { validationMetadatas } = storage();
  if (index?.size !== validationMetadatas.size) {
    const origins = new WeakMap<object, Constructor | null>();
    for (const [target, list] of validationMetadatas)
      for (const metadata of list.filter(isOriginal)) {
        const identity = identityOf(metadata);
        if (identity === undefined) continue;
        const known = origins.get(identity);
        // Two classes share it, so it tells nothing.
        origins.set(identity, known === undefined || known === target ? (target as Constructor) : null);
      }
    index = { size: validationMetadatas.size, origins };
  }
  const { origins } = index;
  return { get: (identity) => origins.get(identity) ?? undefined };
}

/** Puts the rules of one class's properties on another class as its own: what mapped types do. */
export function copyValidation(from: Constructor, to: Constructor, keys: ReadonlySet<string>): void {
  const storage = classValidator.getMetadataStorage();
  for (const [key, list] of metadataOf(from))
    if (keys.has(key))
      for (const metadata of list) storage.addValidationMetadata({ ...metadata, target: to } as never);
}

/** Makes properties optional for class-validator. */
export function makeOptional(target: Constructor, keys: ReadonlySet<string>): void {
  for (const key of keys) classValidator.IsOptional()(target.prototype as object, key);
}
