import {
  exposureOf,
  isExcluded,
  isExposed,
  strategyOf,
  transformsOf,
  type Exposure,
  type Transformation,
} from './class-transformer.js';
import type { Constructor, View } from './types.js';

/** The name a property has on the wire in a view, or `undefined` if it does not take part. */
export function wireNameOf(target: Constructor, key: string, view: View): string | undefined {
  const exposure = exposureOf(target, key);
  if (strategyOf(target) === 'excludeAll' && !isAssigned(target, key, view)) return undefined;
  if (isExcluded(target, key, view.direction)) return undefined;
  const name = exposure?.name === undefined || exposure.name === '' ? key : exposure.name;
  // On the way in, class-transformer looks for groups and versions under the wire's name: a renamed property has none.
  const asked = view.direction === 'input' ? exposureOf(target, name) : exposure;
  if (asked !== undefined && !inView(asked, view)) return undefined;
  return takesPart(target, key, name, view) ? name : undefined;
}

/** Whether a `@Transform` changes the property in this view. */
export function isTransformed(target: Constructor, key: string, view: View): boolean {
  return transformationsIn(target, key, view).length > 0;
}

/** The `@Transform`s that change the property in this view, in the order they run. */
export function transformationsIn(target: Constructor, key: string, view: View): readonly Transformation[] {
  return transformsOf(target, key, view.direction).filter((transform) => inView(transform, view));
}

/**
 * An `@Expose` names the property even where the value has none: a request's then overwrites what the class
 * initialized, and a response reads it off the prototype.
 */
export function isAssigned(target: Constructor, key: string, view: View): boolean {
  return isExposed(target, key, view.direction);
}

/** class-transformer's own checks: a grouped property needs one of its groups; `until` is exclusive. */
function inView(options: Exposure, view: View): boolean {
  const { groups = [], since, until } = options;
  if (view.groups.length === 0 ? groups.length > 0 : !inGroups(options, view)) return false;
  if (view.version === undefined) return true;
  if (since && view.version < since) return false;
  return !(until && view.version >= until);
}

function inGroups(options: Exposure, view: View): boolean {
  return options.groups === undefined || options.groups.some((group) => view.groups.includes(group));
}

/** Members that class-transformer passes over, whatever is said of them. */
const PASSED_OVER: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** What stands on the prototype, a getter or a method, is written only through a setter, and is read only if exposed. */
function takesPart(target: Constructor, key: string, name: string, view: View): boolean {
  if (view.direction === 'input' && PASSED_OVER.has(name)) return false;
  const descriptor = descriptorOf(target, key);
  if (descriptor === undefined) return true;
  return view.direction === 'output' ? isAssigned(target, key, view) : descriptor.set !== undefined;
}

/** Whether a setter takes what a request brings, and may change it. */
export function isWritten(target: Constructor, key: string, view: View): boolean {
  return view.direction === 'input' && descriptorOf(target, key)?.set !== undefined;
}

/** The getter, setter or method of a name that an instance finds on its prototypes. */
export function descriptorOf(target: Constructor, key: string): PropertyDescriptor | undefined {
  let prototype = target.prototype as object | null;
  while (prototype !== null && prototype !== Object.prototype) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
    if (descriptor !== undefined) return isOnPrototype(descriptor) ? descriptor : undefined;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return undefined;
}

/** A plain value there is a default that an instance may have of its own. */
function isOnPrototype(descriptor: PropertyDescriptor): boolean {
  return !('value' in descriptor) || typeof descriptor.value === 'function';
}
