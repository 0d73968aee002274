import { designOf } from '../metadata.js';
import {
  isProperty,
  propertyValue,
  rulesAt,
  wantsObjects,
  withAt,
  without,
  type Proof,
  type Refusal,
} from './refusal.js';

/** A list of the scalar, where `each` expects one; the elements of a list, where the compiler recorded none. */
export const scalarForEach: Proof = (refusal) => {
  const { property, value, path } = refusal.place;
  const isEach = rulesAt(refusal).some(({ each, type }) => each && type !== NESTED);
  if (property === undefined || !isEach || !isProperty(refusal)) return [];
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return [withAt(refusal, path, [value])];
  if (!SINGLE.has(designOf(property.owner, property.key))) return [];
  // The elements may need more than to stand alone.
  const elements = [...(value as unknown[]), ...refusal.known(property)];
  return elements.map((element) => withAt(refusal, path, element));
};

const NESTED = 'nestedValidation';
/** What the compiler records of what is no list. */
const SINGLE: ReadonlySet<unknown> = new Set([String, Number, Boolean, Object]);

/** The same objects in a list, in none, or in lists of lists. */
export const otherDepth: Proof = async (refusal) => {
  const { property } = refusal.place;
  if (property === undefined || !rulesAt(refusal).some(({ type }) => type === NESTED)) return [];
  if (!(await wantsObjects(refusal))) return [];
  const value = propertyValue(refusal);
  const objects = Array.isArray(value) ? (value as unknown[]).flat(Infinity) : [value];
  if (refusal.place.value === null || !objects.every((one) => typeof one === 'object')) return [];
  const depth = depthOf(value);
  const single = objects.length === 0 ? refusal.known(property) : objects.slice(0, 1);
  const rewritten = [
    ...single,
    [],
    objects,
    objects.map((one) => [one]),
    Object.fromEntries(objects.entries()),
  ]
    .filter((one) => depthOf(one) !== depth || isUneven(value))
    .map((one) => withAt(refusal, property.path, one));
  return [
    ...rewritten,
    ...elementsInstead(refusal),
    ...(objects.length === 0 ? [without(refusal, property.path)] : []),
  ];
};

/** An object, or another one that is known, where a list stands in a list or a map. */
function elementsInstead(refusal: Refusal): unknown[] {
  const { place, known } = refusal;
  if (!Array.isArray(place.value)) return [];
  const inner = (place.value as unknown[]).flat(Infinity);
  const others = known(place.property).flatMap((one) =>
    isProperty(refusal) ? [one] : Object.values(one ?? {}),
  );
  return [...inner, ...(others as unknown[])]
    .filter((one) => depthOf(one) !== depthOf(place.value))
    .map((one) => withAt(refusal, place.path, one));
}

/** How many lists stand around what stands in them. */
function depthOf(value: unknown): number {
  return Array.isArray(value) ? 1 + Math.max(0, ...(value as unknown[]).map(depthOf)) : 0;
}

/** A list of objects and of lists. */
function isUneven(value: unknown): boolean {
  return Array.isArray(value) && new Set((value as unknown[]).map(depthOf)).size > 1;
}
