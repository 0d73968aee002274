import type { ClassFacts, PropertyFacts } from '../class-facts.js';
import type { Exposure, Transformation } from './metadata.js';
import type { View } from '../types.js';
import type { ResolvedValidation } from '../validation-options.js';

/** class-transformer's options that decide what a request binds. */
export type Binding = Pick<ResolvedValidation, 'strategy' | 'excludeExtraneousValues'>;

const DEFAULT_BINDING: Binding = { strategy: 'exposeAll', excludeExtraneousValues: false };

/** The name a property has on the wire in a view, or `undefined` if it does not take part. */
export function wireNameOf(
  facts: ClassFacts,
  property: PropertyFacts,
  view: View,
  binding = DEFAULT_BINDING,
): string | undefined {
  const { key, exposure } = property;
  if (leavesOutUnexposed(facts, view, binding) && !isExposed(facts, key, view)) return undefined;
  if (view.exposure?.excludePrefixes?.some((prefix) => key.startsWith(prefix)) === true) return undefined;
  const name = nameIn(facts, property, view);
  // A request's members are excluded by the wire's names: a renamed property stays.
  const compared = view.direction === 'input' ? name : key;
  if (facts.transformation.excluded[view.direction].has(compared)) return undefined;
  // On the way in, class-transformer looks for groups and versions under the wire's name: a renamed property has none.
  const deciding = view.direction === 'input' ? facts.properties.get(name)?.exposure : exposure;
  if (deciding !== undefined && !inView(deciding, view)) return undefined;
  return takesPart(facts, property, name, view) ? name : undefined;
}

/** A name for responses only is bound too, but a request is written with the property's own, unless that is excluded. */
function nameIn(facts: ClassFacts, { key, exposure }: PropertyFacts, view: View): string {
  if (exposure?.name === undefined || exposure.name === '') return key;
  if (view.direction === 'output' || isExposed(facts, key, view)) return exposure.name;
  return facts.transformation.excluded.input.has(key) ? exposure.name : key;
}

/** Whether only properties with `@Expose` take part. */
export function leavesOutUnexposed(
  { transformation }: ClassFacts,
  { direction, exposure }: View,
  { strategy, excludeExtraneousValues }: Binding = DEFAULT_BINDING,
): boolean {
  if (direction === 'output')
    return (
      (transformation.strategy ?? exposure?.strategy) === 'excludeAll' ||
      exposure?.excludeExtraneousValues === true
    );
  return (transformation.strategy ?? strategy) === 'excludeAll' || excludeExtraneousValues;
}

/** The `@Transform`s that change the property in this view, in the order they run. */
export function transformationsIn(property: PropertyFacts, view: View): readonly Transformation[] {
  return property.transforms[view.direction].filter((transform) => inView(transform, view));
}

/**
 * An `@Expose` names the property even where the value has none: a request's then overwrites what the class
 * initialized, and a response reads it off the prototype.
 */
export function isExposed({ transformation }: ClassFacts, key: string, view: View): boolean {
  return transformation.exposed[view.direction].has(key);
}

/** class-transformer's own checks: a grouped property needs one of its groups; `until` is exclusive. */
function inView(options: Exposure, view: View): boolean {
  const { groups = [], since, until } = options;
  if (view.groups.length === 0 ? groups.length > 0 : !inGroups(options, view)) return false;
  if (view.version === undefined) return true;
  if (since && view.version < since) return false;
  return !(until && view.version >= until);
}

function inGroups(options: Exposure, view: View): boolean {
  return options.groups === undefined || options.groups.some((group) => view.groups.includes(group));
}

/** Members that class-transformer passes over, whatever is said of them. */
const PASSED_OVER: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** What stands on the prototype, a getter or a method, is written only through a setter, and is read only if exposed. */
function takesPart(facts: ClassFacts, { key, accessor }: PropertyFacts, name: string, view: View): boolean {
  if (view.direction === 'input' && PASSED_OVER.has(name)) return false;
  if (accessor === undefined) return true;
  return view.direction === 'output' ? isExposed(facts, key, view) : accessor.set !== undefined;
}
