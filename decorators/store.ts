import 'reflect-metadata';
import type { ClassAnnotations, Constructor, PropertyAnnotations } from '../src/model/types.js';
import { DecoratorError, placeOf } from './errors.js';

// Global symbols: two copies of this package in one process read each other's metadata.
const PROPERTIES = Symbol.for('dtospec:properties');
const CLASS = Symbol.for('dtospec:class');

/**
 * Annotates a property or an accessor; a method or a static member does not compile. It is also a
 * `PropertyDecorator`, so that decorators can be composed (NestJS's `applyDecorators`); a symbol, which that
 * allows, is refused at run time.
 */
export type PropertyAnnotation = <T>(
  // Only a class, the target of a static member, has a prototype of its own.
  target: object & { readonly prototype?: never },
  key: string | symbol,
  descriptor?: TypedPropertyDescriptor<T> & ([T] extends [(...args: never[]) => unknown] ? never : unknown),
) => void;

/** Annotates a class; also a `ClassDecorator`. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- what ClassDecorator is called with
export type ClassAnnotation = (target: Function) => void;

/** Annotates a class, a property or an accessor. */
export type Annotation = ClassAnnotation & PropertyAnnotation;

type Recorded = ClassAnnotations | PropertyAnnotations;
type Field = keyof ClassAnnotations | keyof PropertyAnnotations;
/** What one use of a decorator adds; a function where it must know what it stands on. */
type Patch<T> = T | ((place: string) => T);

/** Fields in which several decorators of one property add up. */
const CUMULATIVE: Partial<Record<Field, (before: never, added: never) => unknown>> = {
  // Decorators run from the last to the first; examples read in the order they are written.
  examples: (before: readonly unknown[], added: readonly unknown[]) => [...added, ...before],
  locations: (before: object, added: object) => ({ ...before, ...added }),
  extensions: (before: object, added: object) => ({ ...before, ...added }),
  style: (before: object, added: object) => ({ ...before, ...added }),
};

/** Makes a decorator for properties. */
export function property(decorator: string, patch: Patch<PropertyAnnotations>): PropertyAnnotation {
  return (target: object, key: string | symbol, descriptor?: PropertyDescriptor) => {
    refuseForeignUse(decorator, target, key, descriptor);
    recordProperty(decorator, patch, target, key, descriptor);
  };
}

/** Makes a decorator for classes. */
export function classOnly(decorator: string, patch: Patch<ClassAnnotations>): ClassAnnotation {
  return (target: object, key?: string | symbol, descriptor?: unknown) => {
    refuseForeignUse(decorator, target, key, descriptor);
    if (typeof target !== 'function' || key !== undefined)
      throw new DecoratorError(decorator, placeOf(target, key), 'stands on a class, not on a member of one.');
    recordClass(decorator, patch, target as Constructor);
  };
}

/** Makes a decorator for both. */
export function anywhere(
  decorator: string,
  patch: Patch<PropertyAnnotations>,
  classPatch: Patch<ClassAnnotations> = patch as Patch<ClassAnnotations>,
): Annotation {
  return (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => {
    refuseForeignUse(decorator, target, key, descriptor);
    if (key === undefined) recordClass(decorator, classPatch, target as Constructor);
    else recordProperty(decorator, patch, target, key, descriptor);
  };
}

/** What our decorators said of the properties that `target` itself declares, in declaration order. */
export function ownProperties(target: Constructor): ReadonlyMap<string, PropertyAnnotations> {
  return (Reflect.getOwnMetadata(PROPERTIES, target) ?? new Map()) as Map<string, PropertyAnnotations>;
}

/** What our decorators said of `target` itself. */
export function ownClass(target: Constructor): ClassAnnotations {
  return (Reflect.getOwnMetadata(CLASS, target) ?? {}) as ClassAnnotations;
}

/** Adds annotations to a class from outside: the mapped types (`PickType`, …) do. Later ones win. */
export function defineProperties(
  target: Constructor,
  annotations: Iterable<readonly [string, PropertyAnnotations]>,
): void {
  const own = new Map(ownProperties(target));
  for (const [key, added] of annotations) own.set(key, { ...own.get(key), ...added });
  Reflect.defineMetadata(PROPERTIES, own, target);
}

/** Standard decorators are called with a context object, parameter decorators with an index. */
function refuseForeignUse(decorator: string, target: unknown, key: unknown, descriptor: unknown): void {
  if (typeof key === 'object' && key !== null)
    throw new DecoratorError(
      decorator,
      String((key as { name?: unknown }).name),
      'was called as a standard decorator, but class-validator\'s are legacy ones: compile with "experimentalDecorators": true.',
    );
  if (typeof descriptor === 'number')
    throw new DecoratorError(
      decorator,
      placeOf(target as object, key as string | undefined),
      'stands on a parameter; put it on a property or an accessor.',
    );
}

function recordProperty(
  decorator: string,
  patch: Patch<PropertyAnnotations>,
  target: object,
  key: string | symbol | undefined,
  descriptor?: PropertyDescriptor,
): void {
  const place = placeOf(target, key);
  if (key === undefined) throw new DecoratorError(decorator, place, 'stands on a property, not on a class.');
  if (typeof key === 'symbol')
    throw new DecoratorError(decorator, place, 'cannot describe a symbol: JSON has only named members.');
  if (typeof target === 'function')
    throw new DecoratorError(decorator, place, 'stands on a static member; only instances are described.');
  if (typeof descriptor?.value === 'function')
    throw new DecoratorError(decorator, place, 'stands on a method; put it on a property or an accessor.');
  const owner = target.constructor as Constructor;
  const before = ownProperties(owner).get(key) ?? {};
  defineProperties(owner, [[key, merge(decorator, place, before, resolve(patch, place))]]);
}

function recordClass(decorator: string, patch: Patch<ClassAnnotations>, target: Constructor): void {
  const place = placeOf(target);
  Reflect.defineMetadata(CLASS, merge(decorator, place, ownClass(target), resolve(patch, place)), target);
}

function resolve<T extends object>(patch: Patch<T>, place: string): T {
  return typeof patch === 'function' ? patch(place) : patch;
}

/** The order of decorators must not matter, so two that say the same thing differently are an error. */
function merge<T extends Recorded>(decorator: string, place: string, before: T, added: T): T {
  const merged: Record<string, unknown> = { ...before };
  for (const [field, value] of Object.entries(added)) {
    const cumulate = CUMULATIVE[field as Field] as ((a: unknown, b: unknown) => unknown) | undefined;
    const present = merged[field];
    if (present !== undefined) refuseContradiction(decorator, place, present, value, cumulate !== undefined);
    merged[field] = present !== undefined && cumulate ? cumulate(present, value) : value;
  }
  return merged as T;
}

function refuseContradiction(
  decorator: string,
  place: string,
  present: unknown,
  added: unknown,
  cumulative: boolean,
): void {
  if (!cumulative)
    throw new DecoratorError(
      decorator,
      place,
      'contradicts or repeats another decorator there; keep one of them.',
    );
  if (Array.isArray(present) || Array.isArray(added)) return;
  const twice = Object.keys(added as object).find((name) => name in (present as object));
  if (twice !== undefined)
    throw new DecoratorError(decorator, place, `gives "${twice}" a second time; keep one of them.`);
}
