import { instanceToPlain, type ClassTransformOptions } from 'class-transformer';
import { serialize } from '../../../src/serialize/serialize.js';
import { type SerializeOptions } from '../../../src/serialize/view-plans.js';

/** What a value is once it has been JSON text; `undefined` if it cannot be. */
export function throughJson(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** class-transformer writes discriminators into the instances, so each side gets a fresh one. */
export function expectSame(make: () => unknown, options: SerializeOptions = {}): void {
  const ours = serialize(make(), options);
  expect(ours).toEqual(throughJson(ours));
  expect(ours).toEqual(throughJson(instanceToPlain(make(), options as ClassTransformOptions)));
}

/** Freezes everything that can be reached. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value))
    return value;
  Object.freeze(value);
  const held = value instanceof Map || value instanceof Set ? [...value.entries()] : Object.values(value);
  held.forEach(deepFreeze);
  return value;
}
