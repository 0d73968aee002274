import type { Constructor } from '../shared/types.js';
import { isOtherSide } from '../documents/model/api-property/presence.js';
import { describeClass } from '../documents/model/class-facts.js';

const keysByClass = new WeakMap<Constructor, ReadonlySet<string>>();

/** Returns the properties that `@ReadOnly` keeps out of requests. A class is read at its first request, when it is complete. */
function readOnlyKeys(target: Constructor): ReadonlySet<string> {
  const known = keysByClass.get(target);
  if (known !== undefined) return known;
  const properties = [...describeClass(target).properties.values()];
  const keys = new Set(properties.filter((one) => isOtherSide(one, 'input')).map(({ key }) => key));
  keysByClass.set(target, keys);
  return keys;
}

/** Returns whether `@ReadOnly` keeps a property out of requests. */
export function isReadOnly(target: Constructor, key: string): boolean {
  return readOnlyKeys(target).has(key);
}

/** Deletes the read-only properties of an instance, and of the instances in it. */
export function deleteReadOnly(value: unknown, seen = new Set<object>()): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || seen.has(value)) return;
  seen.add(value);
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) {
    for (const item of value.values()) deleteReadOnly(item, seen);
    return;
  }
  const target: unknown = value.constructor;
  if (typeof target === 'function')
    for (const key of readOnlyKeys(target as Constructor)) Reflect.deleteProperty(value, key);
  for (const member of Object.values(value)) deleteReadOnly(member, seen);
}
