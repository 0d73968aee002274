import type { ClassAnnotations } from '../../../decorators/record.js';
import type { Constructor } from '../../shared/types.js';
import { classAnnotationsOf, sourcesOf, type Source } from './annotations.js';
import { transformationOf, transformedOf, type ClassTransformation } from './class-transformer/metadata.js';
import { readProperties, type PropertyFacts } from './property-facts.js';

/** All that decorators record of a class, whatever the view. Nothing edits it. */
export interface ClassFacts {
  readonly target: Constructor;
  /** What the component is called before clashes and views are settled. */
  readonly name: string;
  readonly annotations: ClassAnnotations;
  readonly transformation: ClassTransformation;
  /** It and the classes that it extends, the most basic first. */
  readonly sources: readonly Source[];
  /** By key, in declaration order. */
  readonly properties: ReadonlyMap<string, PropertyFacts>;
}

/** Reads what the decorators of a class recorded. Runs none of its code. */
export function describeClass(target: Constructor): ClassFacts {
  const transformed = transformedOf(target);
  const sources = sourcesOf(target);
  const annotations = classAnnotationsOf(target);
  return {
    target,
    name: annotations.name ?? componentName(target.name),
    annotations,
    transformation: transformationOf(target, transformed),
    sources,
    properties: readProperties({ target, sources, transformed }),
  };
}

/** A class expression may have no name, and a name may hold characters that a component's key may not. */
export function componentName(name: unknown): string {
  // A static member called `name` hides the class's own.
  const legal = (typeof name === 'string' ? name : '').replace(/[^a-zA-Z0-9._-]/gu, '_');
  return legal === '' ? 'Anonymous' : legal;
}
