import type { ClassAnnotations } from '../../decorators/record.js';
import { isUntouched } from '../base/own-metadata.js';
import type { Constructor } from '../base/types.js';
import { classAnnotationsOf, propertyKeysOf, sourcesOf, type Source } from './annotations.js';
import { transformationOf, transformedOf, type ClassTransformation } from './class-transformer/metadata.js';
import { hasPlugin } from './nest-swagger/metadata.js';
import { Properties } from './property-facts.js';

/** All that decorators record of a class, whatever the view. Nothing edits it. */
export interface ClassFacts {
  readonly target: Constructor;
  /** What the component is called before clashes and views are settled. */
  readonly name: string;
  readonly annotations: ClassAnnotations;
  readonly transformation: ClassTransformation;
  /** It and the classes that it extends, the most basic first. */
  readonly sources: readonly Source[];
  readonly properties: Properties;
  /** Only class-validator, class-transformer and the compiler say something of it; no mapped type of Nest's made it. */
  readonly isSilent: boolean;
}

const NO_ANNOTATIONS: ClassAnnotations = {};

/** Reads what the decorators of a class recorded. Runs none of its code. */
export function describeClass(target: Constructor): ClassFacts {
  const transformed = transformedOf(target);
  const sources = sourcesOf(target);
  const isSilent = nothingIsSaidOf(target) && sources.every(({ origins }) => origins.length === 0);
  const annotations = isSilent ? NO_ANNOTATIONS : classAnnotationsOf(target);
  const keys = propertyKeysOf(target, isSilent);
  return {
    target,
    name: annotations.name ?? componentName(target.name),
    annotations,
    transformation: transformationOf(target, transformed),
    sources,
    properties: new Properties(keys, { target, sources, transformed, isSilent }),
    isSilent,
  };
}

/** Most classes of a service are such; nothing is looked for in them by name. */
function nothingIsSaidOf(target: Constructor): boolean {
  if (hasPlugin(target)) return false;
  let owner: unknown = target;
  while (owner !== Function.prototype) {
    if (typeof owner !== 'function') return false;
    const prototype = owner.prototype as object;
    if (!isUntouched(owner) || !isUntouched(prototype)) return false;
    const base = Object.getPrototypeOf(prototype) as object | null;
    const parent = Object.getPrototypeOf(owner) as unknown;
    // Only where statics and members are inherited from the same class.
    if (base === null || parent !== (base === Object.prototype ? Function.prototype : base.constructor))
      return false;
    owner = parent;
  }
  return true;
}

/** A class expression may have no name, and a name may hold characters that a component's key may not. */
export function componentName(name: unknown): string {
  // A static member called `name` hides the class's own.
  const legal = (typeof name === 'string' ? name : '').replace(/[^a-zA-Z0-9._-]/gu, '_');
  return legal === '' ? 'Anonymous' : legal;
}
