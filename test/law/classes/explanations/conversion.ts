import { propertyAnnotationsOf } from '../../../../src/documents/model/annotations.js';
import type { JsonPath } from '../../../../src/tools/fuzz/values/json-path.js';
import { values as pool } from '../../../../src/tools/fuzz/values/pool.js';
import { designOf, hasSetter, isTransformed, typeOf, untransformed } from '../metadata.js';
import { placeAt } from '../property-place.js';
import { isProperty, withAt, without, type Proof, type Refusal } from './refusal.js';

/** Whether something else than the value is what the rules see: a `@Transform`, a `@Type` or a setter made it. */
async function isConverted(refusal: Refusal): Promise<boolean> {
  const { place, passes, value, keywords } = refusal;
  if (place.property === undefined) return false;
  const { owner, key } = place.property;
  if (isTransformed(owner, key)) {
    // A type decorator says what travels before the @Transform, whatever else that takes.
    if (isProperty(refusal) && keywords.has('type') && propertyAnnotationsOf(owner, key).type !== undefined)
      return true;
    // Where validation accepts the value without its @Transform too, that is not why.
    if (!(await untransformed(owner, key, () => passes(value)))) return true;
  }
  return (hasSetter(owner, key) || isConverting(refusal)) && madeJson(refusal) !== undefined;
}

/** What class-transformer made of the value, as JSON; under a `@Transform` any value that both accept. */
export const converted: Proof = async (refusal) => {
  const { property, path } = refusal.place;
  if (property === undefined) return [];
  const passedOver = passedOverIn(refusal);
  if (passedOver !== undefined) return [without(refusal, passedOver)];
  if (!(await isConverted(refusal))) return [];
  const { owner, key } = property;
  const known = [...refusal.known(property), ...pool].map((one) => withAt(refusal, property.path, one));
  if (isTransformed(owner, key)) return known;
  const json = madeJson(refusal)!;
  if (json.value === undefined) return known;
  // Of a Set also the whole, whose elements were counted again.
  const whole = withAt(refusal, property.path, asJson(property.object[key]));
  return hasSetter(owner, key) ? [whole] : [withAt(refusal, path, json.value), whole];
};

/** Of the `Map` that it makes, class-transformer passes over the names of what every Map has: no rule sees those. */
function passedOverIn({ place: { property, path } }: Refusal): JsonPath | undefined {
  const { object, key, path: ofProperty } = property!;
  const name = path[ofProperty.length];
  const made: unknown = object[key];
  const isLost = made instanceof Map && typeof name === 'string' && name in made && !made.has(name);
  return isLost ? [...ofProperty, name] : undefined;
}

/** What was made, where it is another value than the one that was sent. */
function madeJson({ place, value, instance }: Refusal): { value: unknown } | undefined {
  const { owner, key, path } = place.property!;
  const at = hasSetter(owner, key) ? placeAt(value, instance, path) : place;
  // What is absent, nothing is made of.
  if (at.value === undefined) return undefined;
  const json = asJson(at.made);
  return JSON.stringify(json) === JSON.stringify(at.value) ? undefined : { value: json };
}

function isConverting(refusal: Refusal): boolean {
  const { owner, key } = refusal.place.property!;
  const type = typeOf(owner, key);
  if (type === undefined) return isImplicit(refusal, designOf(owner, key));
  const made = type.typeFunction?.({ object: {}, newObject: {}, property: key });
  return MAKING.has(made) || MAKING.has(type.reflectedType);
}

/** Implicit conversion of one scalar into another is documented. */
function isImplicit({ options, place: { value } }: Refusal, design: unknown): boolean {
  const isScalar = typeof value !== 'object' && SCALARS.has(design);
  return options.enableImplicitConversion === true && IMPLICIT.has(design) && !isScalar;
}

const SCALARS: ReadonlySet<unknown> = new Set([String, Number, Boolean]);
const MAKING: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date, Buffer, Map, Set]);
const IMPLICIT: ReadonlySet<unknown> = new Set([...MAKING, Array]);

/** Undefined for what JSON cannot say: NaN, an invalid date, nothing. */
function asJson(made: unknown): unknown {
  const isSayable = { so: made !== undefined };
  const text = JSON.stringify(made, function (this: Record<string, unknown>, key, value: unknown) {
    const raw = this[key];
    if (raw instanceof Map) return Object.fromEntries(raw);
    if (raw instanceof Set) return [...(raw as Set<unknown>)];
    const isOdd = typeof raw === 'number' && !Number.isFinite(raw);
    if (isOdd || (raw instanceof Date && value === null)) isSayable.so = false;
    return value;
  }) as string | undefined;
  return isSayable.so && text !== undefined ? JSON.parse(text) : undefined;
}
