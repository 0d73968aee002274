import 'reflect-metadata';
import type { Constructor } from '../src/shared/types.js';
import { ConfigError } from '../src/shared/errors.js';
import { DecoratorError, placeOf } from './arguments.js';
import type { ClassAnnotations, PropertyAnnotations } from './record.js';
import { refuseBareUse, refuseForeignUse } from './wrong-use.js';

// Global symbols, so that two copies of this package in one process can read each other's metadata.
const PROPERTIES = Symbol.for('dtospec:properties');
const CLASS = Symbol.for('dtospec:class');

/**
 * Annotates a property or an accessor; a method or a static member does
 * not compile. It is also a `PropertyDecorator`, so you can compose it
 * (NestJS's `applyDecorators`). A symbol compiles, but throws at run time.
 */
export type PropertyAnnotation = <T>(
  // Only a class, the target of a static member, has a prototype of its own.
  target: object & { readonly prototype?: never },
  key: string | symbol,
  descriptor?: TypedPropertyDescriptor<T> & ([T] extends [(...args: never[]) => unknown] ? never : unknown),
) => void;

/** Annotates a class; on a member of one, the compiler's error is the type of `member`. */
export type ClassAnnotation = (
  target: object,
  member?: 'This decorator decorates a class, not a member of one.',
) => void;

/** Annotates a class, a property or an accessor. */
// oxlint-disable-next-line typescript/no-unsafe-function-type -- what ClassDecorator is called with
export type Annotation = ((target: Function) => void) & PropertyAnnotation;

type Recorded = ClassAnnotations | PropertyAnnotations;
type Field = keyof ClassAnnotations | keyof PropertyAnnotations;
type Patch<T, A extends unknown[]> = (place: string, ...args: A) => T;

const CUMULATIVE: Partial<Record<Field, (before: never, added: never) => unknown>> = {
  // Decorators run from the last to the first; examples are listed in the order of the source.
  examples: (before: readonly unknown[], added: readonly unknown[]) => [...added, ...before],
  locations: (before: object, added: object) => ({ ...before, ...added }),
  extensions: (before: object, added: object) => ({ ...before, ...added }),
  styles: (before: object, added: object) => ({ ...before, ...added }),
};

export function property<A extends unknown[]>(
  decorator: string,
  patch: Patch<PropertyAnnotations, A>,
): (...args: A) => PropertyAnnotation {
  return createDecorator(decorator, patch, recordProperty);
}

export function classOnly<A extends unknown[]>(
  decorator: string,
  patch: Patch<ClassAnnotations, A>,
): (...args: A) => ClassAnnotation {
  return createDecorator(decorator, patch, (use, added) => {
    if (typeof use.target !== 'function' || use.key !== undefined)
      refuse(use, 'decorates a class, not a member of one.');
    recordClass(use, added);
  });
}

export function anywhere<A extends unknown[]>(
  decorator: string,
  patch: Patch<ClassAnnotations & PropertyAnnotations, A>,
): (...args: A) => Annotation {
  return createDecorator(decorator, patch, (use, added) => {
    if (use.key === undefined) recordClass(use, () => bothDirections(use, added()));
    else recordProperty(use, added);
  });
}

/** Rejects a type for one direction: a class is one type in both. */
function bothDirections<T extends PropertyAnnotations>(use: Use, added: T): T {
  if ((added.inputType ?? added.outputType) !== undefined)
    refuse(use, 'takes the option direction on a property only. Write a class for each direction.');
  return added;
}

interface Use {
  readonly decorator: string;
  readonly place: string;
  readonly target: object;
  readonly key: string | symbol | undefined;
  readonly descriptor: PropertyDescriptor | undefined;
}

function createDecorator<T, A extends unknown[]>(
  decorator: string,
  patch: Patch<T, A>,
  record: (use: Use, added: () => T) => void,
): (...args: A) => (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => void {
  return (...args) => {
    refuseBareUse(decorator, args);
    return (target, key, descriptor) => {
      refuseForeignUse(decorator, target, key, descriptor);
      const place = placeOf(target, key);
      record({ decorator, place, target, key, descriptor }, () => patch(place, ...args));
    };
  };
}

function refuse({ decorator, place }: Pick<Use, 'decorator' | 'place'>, problem: string): never {
  throw new DecoratorError(decorator, place, problem);
}

const NONE: ReadonlyMap<string, PropertyAnnotations> = new Map();

/**
 * Returns whether a decorator recorded anything about a class
 * or a prototype itself. One look-up is cheaper than five.
 */
export function hasOwnMetadata(target: object): boolean {
  return Reflect.getOwnMetadataKeys(target).length > 0;
}

export function ownProperties(target: Constructor): ReadonlyMap<string, PropertyAnnotations> {
  return (ownMetadata(PROPERTIES, target) ?? NONE) as ReadonlyMap<string, PropertyAnnotations>;
}

export function ownClass(target: Constructor): ClassAnnotations {
  return ownMetadata(CLASS, target) ?? {};
}

/** @throws ConfigError if a bundler has removed reflect-metadata, whose import has side effects only */
function ownMetadata(key: symbol, target: Constructor): unknown {
  if (typeof (Reflect.getOwnMetadata as unknown) !== 'function')
    throw new ConfigError(
      "reflect-metadata is not loaded: a bundler has removed its import. Mark it as a module with side effects, as in moduleSideEffects: ['reflect-metadata'] of Nitro.",
    );
  return Reflect.getOwnMetadata(key, target);
}

export function defineProperties(
  target: Constructor,
  annotations: Iterable<readonly [string, PropertyAnnotations]>,
): void {
  const own = new Map(ownProperties(target));
  for (const [key, added] of annotations) own.set(key, { ...own.get(key), ...added });
  Reflect.defineMetadata(PROPERTIES, own, target);
}

export function replaceProperties(
  target: Constructor,
  annotations: ReadonlyMap<string, PropertyAnnotations>,
): void {
  Reflect.defineMetadata(PROPERTIES, annotations, target);
}

function recordProperty(use: Use, added: () => PropertyAnnotations): void {
  const { target, key, descriptor } = use;
  if (key === undefined) refuse(use, 'decorates a property, not a class.');
  if (typeof key === 'symbol') refuse(use, 'cannot describe a symbol: JSON has only named members.');
  if (typeof target === 'function')
    refuse(use, 'cannot decorate a static member. Only members of instances are documented.');
  if (typeof descriptor?.value === 'function')
    refuse(use, 'cannot decorate a method. Put it on a property or an accessor.');
  const owner = target.constructor as Constructor;
  defineProperties(owner, [[key, merge(use, ownProperties(owner).get(key) ?? {}, added())]]);
}

function recordClass(use: Use, added: () => ClassAnnotations): void {
  const target = use.target as Constructor;
  Reflect.defineMetadata(CLASS, merge(use, ownClass(target), added()), target);
}

/** Throws if two decorators contradict each other, since the order of decorators must not matter. */
function merge<T extends Recorded>(use: Use, before: T, added: T): T {
  const merged: Record<string, unknown> = { ...before };
  for (const [field, value] of Object.entries(added)) {
    const cumulate = CUMULATIVE[field as Field] as ((a: unknown, b: unknown) => unknown) | undefined;
    const present = merged[field];
    if (present === undefined) merged[field] = value;
    else if (cumulate === undefined)
      refuse(use, 'contradicts or repeats another decorator there; keep one of them.');
    else {
      refuseRepetition(use, present, value);
      merged[field] = cumulate(present, value);
    }
  }
  return merged as T;
}

function refuseRepetition(use: Use, present: unknown, added: unknown): void {
  if (Array.isArray(present) || Array.isArray(added)) return;
  const twice = Object.keys(added as object).find((name) => name in (present as object));
  if (twice !== undefined) refuse(use, `gives "${twice}" a second time; keep one of them.`);
}
