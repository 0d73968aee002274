import type { ClassFacts, PropertyFacts } from '../class-facts.js';
import type { Exposure, Transformation } from './metadata.js';
import type { View } from '../types.js';
import type { ResolvedValidation } from '../validation-options.js';

export type Binding = Pick<ResolvedValidation, 'strategy' | 'excludeExtraneousValues'>;

const DEFAULT_BINDING: Binding = { strategy: 'exposeAll', excludeExtraneousValues: false };

/**
 * Returns the name of a property in JSON, or undefined if the view leaves it out.
 *
 * @param leavesOut the result of `leavesOutUnexposed` for the class
 */
export function jsonNameOf(
  facts: ClassFacts,
  property: PropertyFacts,
  view: View,
  leavesOut: boolean,
): string | undefined {
  const { key, accessor } = property;
  const isInput = view.direction === 'input';
  if (leavesOut && !isExposed(facts, key, view)) return undefined;
  if (view.exposure?.excludePrefixes?.some((prefix) => key.startsWith(prefix)) === true) return undefined;
  const name = facts.isTypedOnly ? key : exposedNameOf(facts, property, view);
  if (name === undefined || (isInput && PASSED_OVER.has(name))) return undefined;
  if (accessor === undefined) return name;
  const takesPart = isInput ? accessor.set !== undefined : isExposed(facts, key, view);
  return takesPart ? name : undefined;
}

const PASSED_OVER: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** Returns the name of a property that `@Expose` or `@Exclude` may rename or leave out. */
function exposedNameOf(facts: ClassFacts, property: PropertyFacts, view: View): string | undefined {
  const { key, exposure } = property;
  const name = nameIn(facts, property, view);
  // In requests, class-transformer compares excluded names with
  // the JSON names, so a renamed property is not excluded.
  const compared = view.direction === 'input' ? name : key;
  if (facts.transformation.excluded[view.direction].has(compared)) return undefined;
  // In requests, class-transformer looks up groups and
  // versions by the JSON name, so a renamed property has none.
  const deciding = view.direction === 'input' ? facts.properties.get(name)?.exposure : exposure;
  return deciding !== undefined && !isInView(deciding, view) ? undefined : name;
}

/**
 * Returns the JSON name of a property. If `@Expose` names it for responses only, a request uses the
 * property's own name, unless that is excluded.
 */
function nameIn(facts: ClassFacts, { key, exposure }: PropertyFacts, view: View): string {
  if (exposure?.name === undefined || exposure.name === '') return key;
  if (view.direction === 'output' || isExposed(facts, key, view)) return exposure.name;
  return facts.transformation.excluded.input.has(key) ? exposure.name : key;
}

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

/** Returns whether class-transformer may leave every member out of plain objects and maps. */
export function mayEmptyObjects({ exposure: { strategy, excludePrefixes = [] } = {} }: View): boolean {
  return strategy === 'excludeAll' || excludePrefixes.length > 0;
}

export function transformationsIn(property: PropertyFacts, view: View): readonly Transformation[] {
  return property.transforms[view.direction].filter((transform) => isInView(transform, view));
}

/**
 * Returns whether `@Expose` applies. An exposed property that is absent overwrites the initial value in
 * requests, and is read from the prototype in responses.
 */
export function isExposed({ transformation }: ClassFacts, key: string, view: View): boolean {
  return transformation.exposed[view.direction].has(key);
}

/** Returns whether groups and version select a member or a `@Transform`. */
export function isInView(options: Exposure, view: Pick<View, 'groups' | 'version'>): boolean {
  const { groups = [], since, until } = options;
  if (view.groups.length === 0 ? groups.length > 0 : !inGroups(options, view)) return false;
  if (view.version === undefined) return true;
  if (since && view.version < since) return false;
  return !(until && view.version >= until);
}

function inGroups(options: Exposure, view: Pick<View, 'groups'>): boolean {
  return options.groups === undefined || options.groups.some((group) => view.groups.includes(group));
}
