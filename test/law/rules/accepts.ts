import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** class-validator's verdict; `undefined` where class-transformer itself cannot read the value. */
export function accepts(target: new () => object, value: object): boolean | undefined {
  let instance: object;
  try {
    instance = plainToInstance(target, copyOf(value));
  } catch {
    return undefined;
  }
  try {
    return validateSync(instance).length === 0;
  } catch {
    return false; // A validator that throws rejects the request too.
  }
}

/** A copy of a JSON value in this realm, as `JSON.parse` would make it, but with the sign of zero. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: copyOf(item),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}
