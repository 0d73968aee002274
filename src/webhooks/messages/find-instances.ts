import { types } from 'node:util';

/** An instance of a class within a body, and where it stands. */
export interface FoundInstance {
  /** `items[2]`; empty for the body itself. */
  readonly path: string;
  readonly value: object;
}

/** The outermost instances of classes in a value: what class-validator is asked about. */
export function findInstances(value: unknown, path = '', seen = new Set<object>()): FoundInstance[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const within = (entries: Iterable<readonly [string, unknown]>): FoundInstance[] =>
    [...entries].flatMap(([place, member]) => findInstances(member, path + place, seen));
  if (types.isSet(value)) return within([...value].map((item, index) => [`[${index}]`, item]));
  if (Array.isArray(value)) return within(value.map((item: unknown, index) => [`[${index}]`, item]));
  const key = (name: unknown): string => (path === '' ? String(name) : `.${String(name)}`);
  if (types.isMap(value)) return within([...value].map(([name, member]) => [key(name), member]));
  if (isPlain(value)) return within(Object.entries(value).map(([name, member]) => [key(name), member]));
  return [{ path, value }];
}

/** Also for objects of another realm (node:vm, jest), which have an Object.prototype of their own. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
