import type { Constructor } from '../../shared/types.js';

// Only calls show what the accessors of a library do, such as those of the models of Sequelize.

/**
 * Returns an accessor of the prototypes. A plain value on a prototype is not one: it is a default.
 * Neither is a setter that replaces itself by a field of the instance.
 */
export function accessorIn(own: object, key: string): PropertyDescriptor | undefined {
  let prototype: object | null = own;
  while (prototype !== null && prototype !== Object.prototype) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
    if (descriptor !== undefined) {
      const isDefault = 'value' in descriptor && typeof descriptor.value !== 'function';
      return isDefault || makesField(own, key, descriptor) ? undefined : descriptor;
    }
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return undefined;
}

/**
 * Returns whether a setter without a getter defines the property on the instance, as those of MikroORM's
 * entities do: class-transformer reads and sends it as a field. Only a call of the setter shows that.
 */
function makesField(prototype: object, key: string, descriptor: PropertyDescriptor): boolean {
  if (descriptor.get !== undefined || descriptor.set === undefined) return false;
  const instance = Object.create(prototype) as object;
  try {
    Reflect.set(instance, key, undefined);
  } catch {
    // A setter may need a value, or fields that the constructor creates.
  }
  return Object.hasOwn(instance, key);
}

/** Values of each type of JSON, with what setters usually change: blanks, case, limits. */
const SAMPLES: readonly unknown[] = [
  ` Ab ${'c'.repeat(300)}`,
  '2026-01-02T03:04:05Z',
  'true',
  '1',
  '',
  undefined,
  null,
  true,
  false,
  0,
  1,
  -0.5,
  1e21,
  ['1'],
  { a: '1' },
];

/**
 * Returns whether a setter may make another value of what a request has. If it does not, the rules describe
 * the request.
 */
export function convertsValues(target: Constructor, key: string): boolean {
  return !SAMPLES.every((value) => keepsValue(target, key, value));
}

/** Uses an instance of its own for each value, since a setter may ignore all but the first. */
function keepsValue(target: Constructor, key: string, value: unknown): boolean {
  try {
    const instance = new (target as unknown as new () => object)();
    return Reflect.set(instance, key, value) && Object.is(Reflect.get(instance, key), value);
  } catch {
    return false;
  }
}

/** Returns whether a getter computes its value from members, which a new instance does not show. */
export function readsMembers(target: Constructor, accessor: PropertyDescriptor): boolean {
  let isRead = false;
  // Whatever the getter asks of the instance, the proxy looks for a trap first.
  const noteRead = new Proxy({}, { get: () => void (isRead = true) });
  try {
    accessor.get?.call(new Proxy(new (target as unknown as new () => object)(), noteRead));
  } catch {
    return true; // It may read a private member, which a proxy lacks.
  }
  return isRead;
}
