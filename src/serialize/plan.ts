import type { Constructor } from '../base/types.js';
import { describeClass, type ClassFacts, type PropertyFacts } from '../model/class-facts.js';
import type { Transformation } from '../model/class-transformer.js';
import type { View } from '../model/types.js';
import { isExposed, leavesOutUnexposed, transformationsIn, wireNameOf } from '../model/wire.js';
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

/** From the same facts that the model is made of; none of the class's code runs. */
export function compilePlan(target: Constructor, view: View): ClassPlan {
  const facts = describeClass(target);
  const steps = new Map<string, Step | undefined>();
  for (const property of facts.properties.values()) steps.set(property.key, stepOf(facts, property, view));
  const passesUndeclared = !leavesOutUnexposed(facts, view);
  const isAnnotated = Object.keys(facts.annotations).length > 0;
  return {
    kind: kindOf(target),
    described: steps.size > 0 || !passesUndeclared || isAnnotated,
    steps,
    exposed: [...steps.values()].filter((step) => step?.exposed === true) as Step[],
    passesUndeclared,
  };
}

function stepOf(facts: ClassFacts, property: PropertyFacts, view: View): Step | undefined {
  const name = wireNameOf(facts, property, view);
  if (name === undefined || property.annotations.access === 'writeOnly') return undefined;
  const transforms = transformationsIn(property, view);
  return {
    key: property.key,
    name,
    exposed: isExposed(facts, property.key, view),
    hint: hintOf(property, transforms.length > 0),
    transforms,
  };
}

/** Whether an object of the class keeps a property to itself. */
export function withholds(plan: ClassPlan, key: string): boolean {
  return plan.steps.has(key) ? plan.steps.get(key) === undefined : !plan.passesUndeclared;
}
