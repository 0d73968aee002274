import { inheritedTypeOf, type RegisteredType } from '../../decorators/registered-types.js';
import type { Constructor } from '../shared/types.js';
import { type ClassFacts, describeClass, type PropertyFacts } from '../documents/model/class-facts.js';
import type { Transformation } from '../documents/model/class-transformer/metadata.js';
import type { View } from '../documents/model/types.js';
import {
  isExposed,
  leavesOutUnexposed,
  transformationsIn,
  jsonNameOf,
} from '../documents/model/class-transformer/exposure.js';
import { declaredTypeOf, type DeclaredTypeOf } from './declared-type.js';
import { isConstructor, isOrExtends } from '../shared/values.js';

export interface PropertyPlan {
  /** The name in the class. */
  readonly key: string;
  /** The name in JSON. */
  readonly name: string;
  /** True if neither @Type nor @Transform converts it, so that strings and numbers are written unchanged. */
  readonly plain: boolean;
  /** True if `@Expose` writes it even if the object does not have it. */
  readonly exposed: boolean;
  /** The type that the decorators declare. */
  readonly declared: DeclaredTypeOf | undefined;
  /** The `@Transform` functions to run, in their order. */
  readonly transforms: readonly Transformation[];
  /** True for a property without a decorator. */
  readonly isUndeclared?: true;
}

export interface ClassPlan {
  readonly target: Constructor;
  readonly kind: Kind;
  /** Writes an instance of a registered class; undefined for other classes. */
  readonly write: RegisteredType['write'] | undefined;
  /** True if a decorator describes the class or a property, so that the document describes it as well. */
  readonly described: boolean;
  /** True if instances may be promises, which JSON cannot represent. */
  readonly thenable: boolean;
  /** The plans by key. A property is undefined if the view omits it. */
  readonly properties: ReadonlyMap<string, PropertyPlan | undefined>;
  /** Properties with `@Expose`, which are written even if the object does not have them. */
  readonly exposed: readonly PropertyPlan[];
  /** Caches the properties to write by the keys of an object. */
  readonly layouts: Layout[];
  /** True if properties without a decorator are written. */
  readonly passesUndeclared: boolean;
  /** Prefixes of undeclared properties that are omitted. */
  readonly excludePrefixes: readonly string[];
  /** True if no decorator and no option affects what is written. */
  readonly undecorated: boolean;
}

interface Layout {
  readonly own: ClassPlan;
  readonly keys: readonly string[];
  readonly properties: readonly PropertyPlan[];
}

/** Maximum number of layouts: objects of one class may have many combinations of optional properties. */
const MAX_LAYOUTS = 8;

export function compilePlan(target: Constructor, view: View): ClassPlan {
  const facts = describeClass(target);
  const leavesOut = leavesOutUnexposed(facts, view);
  const passesUndeclared = !leavesOut;
  const properties = new Map<string, PropertyPlan | undefined>();
  for (const property of facts.properties.values())
    properties.set(property.key, planProperty(facts, property, view, leavesOut));
  const excludePrefixes = view.exposure?.excludePrefixes ?? [];
  const isAnnotated = Object.keys(facts.annotations).length > 0;
  const hasProperties = properties.size > 0;
  const described = hasProperties || !passesUndeclared || isAnnotated;
  const registered = hasProperties ? undefined : inheritedTypeOf(target);
  return {
    target,
    kind: registered === undefined ? kindOf(target) : 'registered',
    write: registered?.write,
    described,
    thenable: !described || mayHaveThen(target, properties),
    properties,
    exposed: [...properties.values()].filter((step) => step?.exposed === true) as PropertyPlan[],
    layouts: [],
    passesUndeclared,
    excludePrefixes,
    undecorated: !hasProperties && !leavesOut && excludePrefixes.length === 0,
  };
}

function mayHaveThen({ prototype }: Constructor, properties: ReadonlyMap<string, unknown>): boolean {
  return 'then' in (prototype as object) || properties.has('then');
}

function planProperty(
  facts: ClassFacts,
  property: PropertyFacts,
  view: View,
  leavesOut: boolean,
): PropertyPlan | undefined {
  const name = jsonNameOf(facts, property, view, leavesOut);
  if (name === undefined || property.annotations.access === 'writeOnly') return undefined;
  const transforms = transformationsIn(property, view);
  const exposed = isExposed(facts, property.key, view);
  const declared = declaredTypeOf(property, transforms.length > 0);
  const plain = property.type?.declared !== true && transforms.length === 0;
  return { key: property.key, name, plain, exposed, declared, transforms };
}

/**
 * Returns the object's own properties first, then those read from its prototype.
 *
 * @param own plan of the object's own class, which may omit a property that the declared class writes
 */
export function propertiesOf(
  keys: readonly string[],
  plan: ClassPlan,
  own: ClassPlan,
): readonly PropertyPlan[] {
  const { layouts, exposed } = plan;
  for (const layout of layouts)
    if (layout.own === own && haveSameItems(layout.keys, keys)) return layout.properties;
  const steps: PropertyPlan[] = [];
  const add = (key: string): void => {
    const step = propertyPlanOf(key, plan, own);
    if (step !== undefined) steps.push(step);
  };
  keys.forEach(add);
  for (const { key } of exposed) if (!keys.includes(key)) add(key);
  // An undeclared property with the name of a renamed property must not replace it.
  const isDescribed = ({ key }: PropertyPlan): boolean => plan.properties.has(key);
  const taken = new Set(steps.filter(isDescribed).map(({ name }) => name));
  const properties = steps.filter((step) => isDescribed(step) || !taken.has(step.name));
  if (layouts.length < MAX_LAYOUTS) layouts.push({ own, keys, properties });
  return properties;
}

export function propertyPlanOf(key: string, plan: ClassPlan, own: ClassPlan): PropertyPlan | undefined {
  if (own !== plan && withholds(own, key)) return undefined;
  const known = plan.properties.get(key);
  if (known !== undefined || withholds(plan, key)) return known;
  return {
    key,
    name: key,
    plain: true,
    exposed: false,
    declared: undefined,
    transforms: NO_TRANSFORMS,
    isUndeclared: true,
  };
}

const NO_TRANSFORMS: readonly Transformation[] = [];

function haveSameItems(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

export function withholds(plan: ClassPlan, key: string): boolean {
  if (plan.properties.has(key)) return plan.properties.get(key) === undefined;
  return !plan.passesUndeclared || plan.excludePrefixes.some((prefix) => key.startsWith(prefix));
}

export type Kind = 'object' | 'registered' | 'list' | 'map' | 'date' | 'bytes' | 'blob';

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
 * Returns the class of an object, and `Object` for plain objects. It ignores an own property `constructor`.
 * It recognises arrays of other realms, which Jest gets from `structuredClone` and native modules.
 */
export function classOf(object: object): Constructor {
  const target: unknown = (Object.getPrototypeOf(object) as { constructor?: unknown } | null)?.constructor;
  if (!isConstructor(target)) return Object;
  return Array.isArray(object) && !isOrExtends(target, Array) ? Array : target;
}

function kindOf(target: Constructor): Kind {
  return KINDS.find(([base]) => isOrExtends(target, base))?.[1] ?? 'object';
}
