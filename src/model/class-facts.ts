import type { ClassAnnotations, PropertyAnnotations } from '../../decorators/record.js';
import type { Constructor } from '../base/types.js';
import { classAnnotationsOf, propertyAnnotationsOf, propertyKeysOf } from './annotations.js';
import {
  exposureOf,
  transformationOf,
  transformsOf,
  transformTypeOf,
  type ClassTransformation,
  type Exposure,
  type Transformation,
  type TransformType,
} from './class-transformer.js';
import { designTypeOf } from './design-type.js';
import type { Direction } from './types.js';

/** All that decorators record of a class, whatever the view. Read once for each class; nothing edits it. */
export interface ClassFacts {
  readonly target: Constructor;
  /** What the component is called before clashes and views are settled. */
  readonly name: string;
  readonly annotations: ClassAnnotations;
  readonly transformation: ClassTransformation;
  /** In declaration order, the base class's first. */
  readonly properties: ReadonlyMap<string, PropertyFacts>;
}

/** All that decorators record of a property, but for validation rules, which depend on groups. */
export interface PropertyFacts {
  readonly key: string;
  readonly annotations: PropertyAnnotations;
  readonly exposure: Exposure | undefined;
  readonly type: TransformType | undefined;
  /** What the compiler recorded. */
  readonly design: unknown;
  readonly transforms: Readonly<Record<Direction, readonly Transformation[]>>;
  /** The getter, setter or method that an instance finds on its prototypes. */
  readonly accessor: PropertyDescriptor | undefined;
}

/** Reads what the decorators of a class recorded. Runs none of its code. */
export function describeClass(target: Constructor): ClassFacts {
  const annotations = classAnnotationsOf(target);
  const properties = propertyKeysOf(target).map((key) => [key, describeProperty(target, key)] as const);
  return {
    target,
    name: annotations.name ?? componentName(target.name),
    annotations,
    transformation: transformationOf(target),
    properties: new Map(properties),
  };
}

export function describeProperty(target: Constructor, key: string): PropertyFacts {
  return {
    key,
    annotations: propertyAnnotationsOf(target, key),
    exposure: exposureOf(target, key),
    type: transformTypeOf(target, key),
    design: designTypeOf(target, key),
    transforms: { input: transformsOf(target, key, 'input'), output: transformsOf(target, key, 'output') },
    accessor: accessorOf(target, key),
  };
}

function accessorOf(target: Constructor, key: string): PropertyDescriptor | undefined {
  let prototype = target.prototype as object | null;
  while (prototype !== null && prototype !== Object.prototype) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
    // A plain value there is a default that an instance may have of its own.
    if (descriptor !== undefined)
      return 'value' in descriptor && typeof descriptor.value !== 'function' ? undefined : descriptor;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return undefined;
}

/** A class expression may have no name, and a name may hold characters that a component's key may not. */
export function componentName(name: unknown): string {
  // A static member called `name` hides the class's own.
  const legal = (typeof name === 'string' ? name : '').replace(/[^a-zA-Z0-9._-]/gu, '_');
  return legal === '' ? 'Anonymous' : legal;
}
