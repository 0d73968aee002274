import type { ClassAnnotations, PropertyAnnotations } from '../../decorators/record.js';
import type { Constructor } from '../base/types.js';
import {
  classAnnotationsOf,
  createPropertyAnnotations,
  propertyKeysOf,
  sourcesOf,
  type Source,
} from './annotations.js';
import {
  exposureOf,
  NO_TRANSFORMATION,
  transformationOf,
  transformedKeys,
  transformsOf,
  transformTypeOf,
  type ClassTransformation,
  type Exposure,
  type Transformation,
  type TransformType,
} from './class-transformer/metadata.js';
import { designTypeOf } from './design-type.js';
import type { Direction } from './types.js';
import { withApiProperty, apiPropertiesOf, type ApiPropertyFacts } from './api-property/facts.js';

/** All that decorators record of a class, whatever the view. Nothing edits it. */
export interface ClassFacts {
  readonly target: Constructor;
  /** What the component is called before clashes and views are settled. */
  readonly name: string;
  readonly annotations: ClassAnnotations;
  readonly transformation: ClassTransformation;
  /** It and the classes that it extends, the most basic first. */
  readonly sources: readonly Source[];
  /** In declaration order, the base class's first. */
  readonly properties: ReadonlyMap<string, PropertyFacts>;
}

/** All that decorators record of a property, but for validation rules, which depend on groups. */
export interface PropertyFacts {
  readonly key: string;
  readonly annotations: PropertyAnnotations;
  /** What @nestjs/swagger's decorators say of it. */
  readonly apiProperty: ApiPropertyFacts | undefined;
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
  const transformed = transformedKeys(target);
  const sources = sourcesOf(target);
  const describe = propertyReader(target, sources, transformed);
  const properties = new Map<string, PropertyFacts>();
  for (const key of propertyKeysOf(target)) properties.set(key, describe(key));
  return {
    target,
    name: annotations.name ?? componentName(target.name),
    annotations,
    transformation: transformed.size > 0 ? transformationOf(target) : NO_TRANSFORMATION,
    sources,
    properties,
  };
}

export function describeProperty(target: Constructor, key: string): PropertyFacts {
  return propertyReader(target, sourcesOf(target), transformedKeys(target))(key);
}

/** Reads one property of a class after the other: what the class has none of is not looked for in each. */
function propertyReader(
  target: Constructor,
  sources: readonly Source[],
  transformed: ReturnType<typeof transformedKeys>,
): (key: string) => PropertyFacts {
  const annotationsOf = createPropertyAnnotations(sources);
  const prototype = target.prototype as object;
  const prototypes = prototypesOf(target);
  const apiProperties = apiPropertiesOf(target);
  return (key) => {
    const { exposure, type, transforms } = transformed.has(key)
      ? transformationIn(target, key)
      : UNTRANSFORMED;
    const apiProperty = apiProperties.get(key);
    const own = annotationsOf(key);
    const annotations = apiProperty === undefined ? own : withApiProperty(own, apiProperty);
    const accessor = accessorIn(prototypes, key);
    const design = designTypeOf(prototype, key);
    return { key, annotations, apiProperty, exposure, type, design, transforms, accessor };
  };
}

type TransformationFacts = Pick<PropertyFacts, 'exposure' | 'type' | 'transforms'>;

/** Of a property without any decorator of class-transformer. */
const UNTRANSFORMED: TransformationFacts = {
  exposure: undefined,
  type: undefined,
  transforms: { input: [], output: [] },
};

function transformationIn(target: Constructor, key: string): TransformationFacts {
  return {
    exposure: exposureOf(target, key),
    type: transformTypeOf(target, key),
    transforms: { input: transformsOf(target, key, 'input'), output: transformsOf(target, key, 'output') },
  };
}

/** The prototypes that an instance finds accessors and methods on, its own class's first. */
function prototypesOf(target: Constructor): object[] {
  const prototypes: object[] = [];
  let prototype = target.prototype as object | null;
  while (prototype !== null && prototype !== Object.prototype) {
    // Most DTO classes have nothing else there.
    const names = Object.getOwnPropertyNames(prototype);
    if (names.length > 1 || names[0] !== 'constructor') prototypes.push(prototype);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return prototypes;
}

function accessorIn(prototypes: readonly object[], key: string): PropertyDescriptor | undefined {
  for (const prototype of prototypes) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
    // A plain value there is a default that an instance may have of its own.
    if (descriptor !== undefined)
      return 'value' in descriptor && typeof descriptor.value !== 'function' ? undefined : descriptor;
  }
  return undefined;
}

/** A class expression may have no name, and a name may hold characters that a component's key may not. */
export function componentName(name: unknown): string {
  // A static member called `name` hides the class's own.
  const legal = (typeof name === 'string' ? name : '').replace(/[^a-zA-Z0-9._-]/gu, '_');
  return legal === '' ? 'Anonymous' : legal;
}
