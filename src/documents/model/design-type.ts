import 'reflect-metadata';
import type { TypeInput } from '../../../decorators/type-input.js';
import type { Constructor } from '../../shared/types.js';
import { resolveLazy } from './lazy-type.js';
import { typeRefOf } from './type-ref.js';
import type { TypeRef } from './types.js';

/**
 * The class TypeScript recorded for a property, of a method what it returns; `undefined` without `emitDecoratorMetadata`.
 * @param prototype of the class
 */
export function designTypeOf(prototype: object, key: string): unknown {
  const type: unknown = Reflect.getMetadata('design:type', prototype, key);
  return asRecorded(type === Function ? Reflect.getMetadata('design:returntype', prototype, key) : type);
}

/**
 * A type as tsc records it. swc records the object of an enum that is imported, or of a constant that shares its name with
 * a type; and of `Level.High` the value.
 */
export function asRecorded(type: unknown): unknown {
  if (typeof type === 'function' || type === undefined || type === null) return type;
  const kinds = new Set(
    typeof type === 'object' ? valuesOf(type).map((value) => typeof value) : [typeof type],
  );
  const [kind, other] = kinds;
  return kind === undefined || other !== undefined ? Object : (SCALARS[kind] ?? Object);
}

const SCALARS: Readonly<Record<string, unknown>> = { string: String, number: Number, boolean: Boolean };

/** Without the names that a numeric enum maps its values back to. */
function valuesOf(type: object): unknown[] {
  const entries = Object.entries(type) as [string, unknown][];
  const isReverse = (name: string, value: unknown): boolean =>
    typeof value === 'string' &&
    String((type as Record<string, unknown>)[value]) === name &&
    String(Number(name)) === name;
  return entries.filter(([name, value]) => !isReverse(name, value)).map(([, value]) => value);
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
