import { classAnnotationsOf, propertyAnnotationsOf, propertyKeysOf } from '../model/annotations.js';
import { strategyOf, type Transformation } from '../model/class-transformer.js';
import type { Constructor, View } from '../model/types.js';
import { isAssigned, transformationsIn, wireNameOf } from '../model/wire.js';
import { kindOf, type Kind } from './classes.js';
import { hintOf, type HintOf } from './hint.js';

/** How one property is written. */
export interface Step {
  readonly key: string;
  readonly name: string;
  /** `@Expose` stands on it: it is read off the prototype too, and called if it is a method. */
  readonly exposed: boolean;
  readonly hint: HintOf | undefined;
  readonly transforms: readonly Transformation[];
}

/** A class, compiled for one view: all that its decorators say about going out. */
export interface ClassPlan {
  readonly kind: Kind;
  /** A decorator describes the class or a property of it, so the document does too. */
  readonly described: boolean;
  /** Every property that a decorator knows; `undefined` for one that does not go out. */
  readonly steps: ReadonlyMap<string, Step | undefined>;
  readonly exposed: readonly Step[];
  /** Properties that no decorator knows go out too. */
  readonly passesUndeclared: boolean;
}

/**
 * The same readings of the decorators that `classModelOf` makes, but not the model itself: that calls the
 * constructor for default values, which must not happen to whatever object a value holds.
 */
export function compilePlan(target: Constructor, view: View): ClassPlan {
  const keys = propertyKeysOf(target);
  const steps = new Map(keys.map((key) => [key, stepOf(target, key, view)] as const));
  const passesUndeclared = strategyOf(target) !== 'excludeAll';
  return {
    kind: kindOf(target),
    described: keys.length > 0 || !passesUndeclared || Object.keys(classAnnotationsOf(target)).length > 0,
    steps,
    exposed: [...steps.values()].filter((step) => step?.exposed === true) as Step[],
    passesUndeclared,
  };
}

function stepOf(target: Constructor, key: string, view: View): Step | undefined {
  const name = wireNameOf(target, key, view);
  if (name === undefined || propertyAnnotationsOf(target, key).access === 'writeOnly') return undefined;
  const transforms = transformationsIn(target, key, view);
  return {
    key,
    name,
    exposed: isAssigned(target, key, view),
    hint: hintOf(target, key, transforms.length > 0),
    transforms,
  };
}

/** Whether an object of the class keeps a property to itself. */
export function withholds(plan: ClassPlan, key: string): boolean {
  return plan.steps.has(key) ? plan.steps.get(key) === undefined : !plan.passesUndeclared;
}
