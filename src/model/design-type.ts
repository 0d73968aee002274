import 'reflect-metadata';
import type { TypeInput } from '../../decorators/type-input.js';
import { ownMetadata } from '../base/own-metadata.js';
import type { Constructor } from '../base/types.js';
import { resolveLazy } from './lazy-type.js';
import { typeRefOf } from './type-ref.js';
import type { TypeRef } from './types.js';

/**
 * The class TypeScript recorded for a property, of a method what it returns; `undefined` without `emitDecoratorMetadata`.
 * @param prototype of the class
 */
export function designTypeOf(prototype: object, key: string): unknown {
  // Most stand on the class itself, where it takes a fraction of the time to look.
  const type: unknown =
    ownMetadata('design:type', prototype, key) ?? Reflect.getMetadata('design:type', prototype, key);
  return type === Function ? Reflect.getMetadata('design:returntype', prototype, key) : type;
}

/**
 * What the compiler knows of a property's type. It writes `Object` for unions, interfaces and `any`, and
 * nothing at all for what is not loaded yet, so those say nothing.
 */
export function typeOfDesign(design: unknown): TypeRef | undefined {
  if (design === undefined || design === Object) return undefined;
  const type = resolveLazy(typeRefOf(design as TypeInput));
  return type.kind === 'unknown' ? undefined : type;
}

/** Puts the recorded types of one class's properties on another class: what mapped types do. */
export function copyDesignTypes(from: Constructor, to: Constructor, keys: ReadonlySet<string>): void {
  for (const key of keys) {
    const design = designTypeOf(from.prototype as object, key);
    if (design !== undefined) Reflect.defineMetadata('design:type', design, to.prototype as object, key);
  }
}
