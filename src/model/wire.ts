import { exclusionOf, exposureOf, strategyOf, transformsOf, type Exposure } from './class-transformer.js';
import type { Constructor, Direction, View } from './types.js';

/** The name a property has on the wire in a view, or `undefined` if it does not take part. */
export function wireNameOf(target: Constructor, key: string, view: View): string | undefined {
  const exposure = exposureOf(target, key);
  if (strategyOf(target) === 'excludeAll' && !isExposed(exposure, view.direction)) return undefined;
  const exclusion = exclusionOf(target, key);
  if (exclusion !== undefined && concerns(exclusion, view.direction)) return undefined;
  if (exposure !== undefined && !inView(exposure, view)) return undefined;
  if (isAccessor(target, key) && !takesPart(target, key, exposure, view.direction)) return undefined;
  return exposure?.name ?? key;
}

/** Whether a `@Transform` changes the property in this view. */
export function isTransformed(target: Constructor, key: string, view: View): boolean {
  return transformsOf(target, key, view.direction).some((options) => inView(options, view));
}

/** An `@Expose` sets the property even where the request has none, over what the class initialized. */
export function isAssigned(target: Constructor, key: string, view: View): boolean {
  return isExposed(exposureOf(target, key), view.direction);
}

function isExposed(exposure: Exposure | undefined, direction: Direction): boolean {
  return exposure !== undefined && concerns(exposure, direction);
}

/** `toClassOnly` and `toPlainOnly` together mean both (class-transformer's reading). */
function concerns(options: Exposure, direction: Direction): boolean {
  const { toClassOnly = false, toPlainOnly = false } = options;
  if (toClassOnly === toPlainOnly) return true;
  return direction === 'input' ? toClassOnly : toPlainOnly;
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

/** A getter is written only through its setter, and is read only if it is exposed. */
function takesPart(
  target: Constructor,
  key: string,
  exposure: Exposure | undefined,
  direction: Direction,
): boolean {
  if (direction === 'output') return exposure !== undefined;
  return descriptorOf(target, key)?.set !== undefined;
}

function isAccessor(target: Constructor, key: string): boolean {
  const descriptor = descriptorOf(target, key);
  return descriptor?.get !== undefined || descriptor?.set !== undefined;
}

function descriptorOf(target: Constructor, key: string): PropertyDescriptor | undefined {
  let prototype = target.prototype as object | null;
  while (prototype !== null) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
    if (descriptor !== undefined) return descriptor;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return undefined;
}
