/** A copy with the same classes all the way down: class-transformer writes into what it is given. */
export function clone(value: unknown, copies = new Map<unknown, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value);
  if (ArrayBuffer.isView(value) || value instanceof Promise) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy = emptyLike(value);
  copies.set(value, copy);
  if (value instanceof Map)
    for (const [key, item] of value) (copy as Map<unknown, unknown>).set(key, clone(item, copies));
  else if (value instanceof Set) for (const item of value) (copy as Set<unknown>).add(clone(item, copies));
  else
    for (const key of Object.keys(value))
      define(copy, key, clone((value as Record<string, unknown>)[key], copies));
  return copy;
}

function emptyLike(value: object): object {
  if (value instanceof Map) return new Map();
  if (value instanceof Set) return new Set();
  return Array.isArray(value) ? [] : (Object.create(Object.getPrototypeOf(value) as object | null) as object);
}

function define(copy: object, key: string, value: unknown): void {
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
}
