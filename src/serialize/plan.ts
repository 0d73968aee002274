import type { Constructor } from '../shared/types.js';
import { type ClassFacts, describeClass, type PropertyFacts } from '../documents/model/class-facts.js';
import type { Transformation } from '../documents/model/class-transformer/metadata.js';
import type { View } from '../documents/model/types.js';
import {
  isExposed,
  leavesOutUnexposed,
  transformationsIn,
  wireNameOf,
} from '../documents/model/class-transformer/exposure.js';
import { hintOf, type HintOf } from './declared-type.js';
import { isConstructor } from '../shared/values.js';

/** How one property is written. */
export interface Step {
  readonly key: string;
  readonly name: string;
  /** No decorator says anything of the value: texts and numbers go out as they are. */
  readonly plain: boolean;
  /** `@Expose` stands on it: it is read off the prototype too, and called if it is a method. */
  readonly exposed: boolean;
  readonly hint: HintOf | undefined;
  readonly transforms: readonly Transformation[];
}

/** A class, compiled for one view: all that its decorators say about going out. */
export interface ClassPlan {
  readonly target: Constructor;
  readonly kind: Kind;
  /** A decorator describes the class or a property of it, so the document does too. */
  readonly described: boolean;
  /** Its instances may be promises, which JSON says nothing of. */
  readonly thenable: boolean;
  /** Every property that a decorator knows; `undefined` for one that does not go out. */
  readonly steps: ReadonlyMap<string, Step | undefined>;
  readonly exposed: readonly Step[];
  /** The steps of the first objects: most have the keys of one of them. */
  readonly layouts: Layout[];
  /** Properties that no decorator knows go out too. */
  readonly passesUndeclared: boolean;
  /** But those whose names begin with one of these do not: class-transformer's `excludePrefixes`. */
  readonly excludePrefixes: readonly string[];
  /** No decorator says anything of its properties: each goes out as it is. */
  readonly bare: boolean;
}

/** What is written of an object with these keys. */
interface Layout {
  /** The plan of the object's own class. */
  readonly own: ClassPlan;
  readonly keys: readonly string[];
  readonly steps: readonly Step[];
  /** Kept for V8, which forgets the way to a shape that no object has. */
  readonly shape: object;
}

/** Objects of one class differ in the optional properties that they have, and there may be any number of such sets. */
const MAX_LAYOUTS = 8;

/** From the same facts that the model is made of; none of the class's code runs. */
export function compilePlan(target: Constructor, view: View): ClassPlan {
  const facts = describeClass(target);
  const steps = new Map<string, Step | undefined>();
  for (const property of facts.properties.values()) steps.set(property.key, stepOf(facts, property, view));
  const passesUndeclared = !leavesOutUnexposed(facts, view);
  const excludePrefixes = view.exposure?.excludePrefixes ?? [];
  const isAnnotated = Object.keys(facts.annotations).length > 0;
  const described = steps.size > 0 || !passesUndeclared || isAnnotated;
  return {
    target,
    kind: kindOf(target),
    described,
    thenable: !described || 'then' in (target.prototype as object) || steps.has('then'),
    steps,
    exposed: [...steps.values()].filter((step) => step?.exposed === true) as Step[],
    layouts: [],
    passesUndeclared,
    excludePrefixes,
    bare: steps.size === 0 && passesUndeclared && excludePrefixes.length === 0,
  };
}

function stepOf(facts: ClassFacts, property: PropertyFacts, view: View): Step | undefined {
  const name = wireNameOf(facts, property, view);
  if (name === undefined || property.annotations.access === 'writeOnly') return undefined;
  const transforms = transformationsIn(property, view);
  const exposed = isExposed(facts, property.key, view);
  const hint = hintOf(property, transforms.length > 0);
  const plain = hint === undefined && transforms.length === 0;
  return { key: property.key, name, plain, exposed, hint, transforms };
}

/**
 * The steps that write an object with these keys: what it has itself, then what is read off its prototype.
 *
 * @param own the plan of the object's own class: what that withholds stays, whatever the property declares
 */
export function stepsOf(keys: readonly string[], plan: ClassPlan, own: ClassPlan): readonly Step[] {
  const { layouts, exposed } = plan;
  for (const layout of layouts)
    if (layout.own === own && haveSameItems(layout.keys, keys)) return layout.steps;
  const steps: Step[] = [];
  const add = (key: string): void => {
    const step = stepFor(key, plan, own);
    if (step !== undefined) steps.push(step);
  };
  keys.forEach(add);
  for (const { key } of exposed) if (!keys.includes(key)) add(key);
  if (layouts.length < MAX_LAYOUTS) layouts.push({ own, keys, steps, shape: shapeOf(steps) });
  return steps;
}

/**
 * An object with the members that these steps write. V8 turns one that more than 16 members are added to by computed
 * names into a dictionary, which is slow to write and to stringify, unless another came to the same members before:
 * `Object.fromEntries` may do so for 128.
 */
function shapeOf(steps: readonly Step[]): object {
  return Object.fromEntries(steps.map(({ name }) => [name, null]));
}

/** The step of one key; `undefined` where it does not go out. */
export function stepFor(key: string, plan: ClassPlan, own: ClassPlan): Step | undefined {
  if (own !== plan && withholds(own, key)) return undefined;
  const known = plan.steps.get(key);
  if (known !== undefined || withholds(plan, key)) return known;
  return { key, name: key, plain: true, exposed: false, hint: undefined, transforms: NO_TRANSFORMS };
}

const NO_TRANSFORMS: readonly Transformation[] = [];

function haveSameItems(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

/** Whether an object of the class keeps a property to itself. */
export function withholds(plan: ClassPlan, key: string): boolean {
  if (plan.steps.has(key)) return plan.steps.get(key) === undefined;
  return !plan.passesUndeclared || plan.excludePrefixes.some((prefix) => key.startsWith(prefix));
}

/** How a class's instances are written. */
export type Kind = 'object' | 'list' | 'map' | 'date' | 'bytes' | 'blob';

/** Classes of the language that have a form of their own in JSON; their subclasses share it. */
const KINDS: readonly (readonly [Constructor, Kind])[] = [
  [Array, 'list'],
  [Set, 'list'],
  [Map, 'map'],
  [Date, 'date'],
  [Uint8Array, 'bytes'],
  [ArrayBuffer, 'bytes'],
  [Blob, 'blob'],
];

/**
 * The class an object was made by; `Object` for plain ones. An own property called `constructor` does not count. An
 * array of another realm is one here too: in Jest, whatever `structuredClone` or a native module returns is.
 */
export function classOf(object: object): Constructor {
  const made: unknown = (Object.getPrototypeOf(object) as { constructor?: unknown } | null)?.constructor;
  if (!isConstructor(made)) return Object;
  return Array.isArray(object) && !isOrExtends(made, Array) ? Array : made;
}

function kindOf(target: Constructor): Kind {
  return KINDS.find(([base]) => isOrExtends(target, base))?.[1] ?? 'object';
}

export function isOrExtends(target: Constructor, base: Constructor): boolean {
  return target === base || target.prototype instanceof base;
}
