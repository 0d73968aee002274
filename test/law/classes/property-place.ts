import type { Constructor } from '../../../src/shared/types.js';
import type { JsonPath } from '../../../src/tools/fuzz/values/json-path.js';
import { keyOf } from './metadata.js';

/** A property of a class as it stands in a value. */
export interface PropertyPlace {
  readonly owner: Constructor;
  readonly key: string;
  /** The instance that has the property, as class-transformer made it. */
  readonly object: Readonly<Record<string, unknown>>;
  /** Where the property stands in the JSON value. */
  readonly path: JsonPath;
}

/** What stands at a place of a value. */
export interface Place {
  readonly path: JsonPath;
  readonly value: unknown;
  /** What class-transformer made of it, as far as that is of the same form. */
  readonly made: unknown;
  /** The nearest property of a class, at the place or above. */
  readonly property: PropertyPlace | undefined;
}

/** Walks a value and what was made of it side by side. */
export function placeAt(value: unknown, instance: unknown, path: JsonPath): Place {
  let made = instance;
  let property: PropertyPlace | undefined;
  for (const [depth, step] of path.entries()) {
    const owner = classOf(made);
    if (owner === undefined) made = memberOf(made, step);
    else {
      const object = made as Record<string, unknown>;
      const key = keyOf(owner, String(step));
      property = { owner, key, object, path: path.slice(0, depth + 1) };
      made = read(object, key);
    }
  }
  return { path, value: valueAt(value, path), made, property };
}

export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce((holder, step) => {
    const isHolder = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, step);
    return isHolder ? (holder as Record<string, unknown>)[step] : undefined;
  }, value);
}

/** The class of an instance; plain objects, lists and scalars have none. */
export function classOf(made: unknown): Constructor | undefined {
  if (typeof made !== 'object' || made === null || Array.isArray(made)) return undefined;
  if (made instanceof Map || made instanceof Set || made instanceof Date || Buffer.isBuffer(made))
    return undefined;
  const { constructor } = (Object.getPrototypeOf(made) ?? { constructor: Object }) as {
    constructor: unknown;
  };
  return constructor === Object ? undefined : (constructor as Constructor);
}

function memberOf(made: unknown, step: string | number): unknown {
  if (made instanceof Set) return [...(made as Set<unknown>)][Number(step)];
  if (made instanceof Map) return (made as Map<unknown, unknown>).get(String(step));
  return valueAt(made, [step]);
}

/** A getter may throw on what was made. */
function read(object: Readonly<Record<string, unknown>>, key: string): unknown {
  try {
    return object[key];
  } catch {
    return undefined;
  }
}
