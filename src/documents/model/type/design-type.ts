import 'reflect-metadata';
import type { Constructor } from '../../../shared/types.js';
import { resolveLazy } from './type-input-error.js';
import { recordedTypeOf } from './type-ref.js';
import type { TypeRef } from '../types.js';

export function designTypeOf(prototype: object, key: string): unknown {
  // Most properties are the class's own, and a look at the base classes is slow.
  const type: unknown =
    Reflect.getOwnMetadata('design:type', prototype, key) ??
    Reflect.getMetadata('design:type', prototype, key);
  if (type === Function) return asRecorded(Reflect.getMetadata('design:returntype', prototype, key));
  return typeof type === 'function' ? type : asRecorded(type);
}

/**
 * Returns the type that tsc would record. Instead, swc records the object of an imported enum or constant,
 * and the value of an enum member such as `Level.High`.
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

function valuesOf(type: object): unknown[] {
  const entries = Object.entries(type) as [string, unknown][];
  const isReverse = (name: string, value: unknown): boolean =>
    typeof value === 'string' &&
    String((type as Record<string, unknown>)[value]) === name &&
    String(Number(name)) === name;
  return entries.filter(([name, value]) => !isReverse(name, value)).map(([, value]) => value);
}

/**
 * Returns the type that the compiler recorded. It records `Object` for unions, interfaces and `any`, and
 * nothing for a class that is not loaded yet.
 */
export function typeOfDesign(design: unknown): TypeRef | undefined {
  if (design === undefined || design === Object) return undefined;
  const type = resolveLazy(recordedTypeOf(design));
  return type.kind === 'unknown' ? undefined : type;
}

export function copyDesignTypes(from: Constructor, to: Constructor, keys: ReadonlySet<string>): void {
  for (const key of keys) {
    const design = designTypeOf(from.prototype as object, key);
    if (design !== undefined) Reflect.defineMetadata('design:type', design, to.prototype as object, key);
  }
}
