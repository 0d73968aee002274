import { numbers, texts, values as pool } from '../../../../src/tools/fuzz/values/pool.js';
import { designOf, isTransformed, rulesOf, typeOf, untransformed, type RuleMetadata } from '../metadata.js';
import { classOf, placeAt, valueAt } from '../property-place.js';
import { switchedOff, type Condition } from './conditions.js';
import { isProperty, rulesAt, wantsObjects, withAt, without, type Proof, type Refusal } from './refusal.js';

const ANYTHING: readonly unknown[] = ['text', 12345, true, ['text'], { a: 1 }];
/** Of the body itself: objects are of the class, strings are the names of schemas, and the indexes of lists are names. */
const NO_OBJECTS: readonly unknown[] = [12345, true];
const OF_OBJECTS: readonly string[] = ['required', 'additionalProperties', 'unevaluatedProperties'];

/** At this place validation takes a value of every JSON type, so no rule looks at it. */
export const uncheckedType: Proof = async (refusal) => {
  const { place, keywords, known } = refusal;
  const { path, property } = place;
  if (place.value === null) return [];
  if (isOfOtherType(refusal))
    return [without(refusal, path), ...[null, ...known(property)].map((one) => withAt(refusal, path, one))];
  if (Array.isArray(place.value) && [...keywords].every((one) => COUNTS.has(one))) return uncounted(refusal);
  // Validation looks at which members an object has, unless nobody validates the object.
  if (OF_OBJECTS.some((one) => keywords.has(one)) && isValidated(refusal)) return [];
  if (!(await takesAnything(refusal))) return [];
  const probes = probesFor(refusal).map((one) => withAt(refusal, path, one));
  const whole = property?.path ?? [];
  const absent = path.length === 0 ? [] : [without(refusal, path)];
  return [...probes, ...absent, ...known(property).map((one) => withAt(refusal, whole, one))];
};

/** Whether validation takes a value of every JSON type. */
async function takesAnything(refusal: Refusal): Promise<boolean> {
  const { property, path } = refusal.place;
  // What a @Transform takes is no rule's business.
  const takes = (probe: unknown): Promise<boolean> =>
    property !== undefined && isTransformed(property.owner, property.key)
      ? untransformed(property.owner, property.key, () => refusal.passes(probe))
      : refusal.passes(probe);
  for (const probe of probesFor(refusal)) if (!(await takes(withAt(refusal, path, probe)))) return false;
  return true;
}

function probesFor({ value, place: { path, property } }: Refusal): readonly unknown[] {
  if (path.length === 0) return NO_OBJECTS;
  // Converted implicitly, an object is made by `new`, and there is no new BigInt.
  const isBigInt = property !== undefined && designOf(property.owner, property.key) === BigInt;
  const probes = isBigInt
    ? ANYTHING.filter((one) => typeof one !== 'object' || Array.isArray(one))
    : ANYTHING;
  // A list that may not repeat itself refuses what it has already, whatever the type.
  const holder = valueAt(value, path.slice(0, -1));
  const besides = Array.isArray(holder) ? holder.map((one) => JSON.stringify(one)) : [];
  return probes.filter((one) => !besides.includes(JSON.stringify(one)));
}

const COUNTS: ReadonlySet<string> = new Set(['minItems', 'maxItems']);

/** The declared type is a tuple, and validation takes lists of any length. */
async function uncounted(refusal: Refusal): Promise<unknown[]> {
  const { path } = refusal.place;
  const probes = [0, 1, 2, 3, 4].map((length) => withAt(refusal, path, Array(length).fill('text')));
  for (const probe of probes) if (!(await refusal.passes(probe))) return [];
  return refusal.known(refusal.place.property).map((one) => withAt(refusal, path, one));
}

/** A `@ValidateIf` switches the rules off for a value of another type than the compiler recorded, or else known values have. */
function isOfOtherType(refusal: Refusal): boolean {
  const { property, value } = refusal.place;
  if (property === undefined || value === undefined || !isProperty(refusal)) return false;
  const design = designOf(property.owner, property.key);
  const rules = rulesAt(refusal);
  if (switchedOff(rules, property).length === 0) return false;
  // A rule that is off by itself leaves `@ValidateNested` on.
  const isNested = rules.some(({ type }) => type === 'nestedValidation');
  if (isNested && switchedOff(rules.filter(isValidateIf), property).length === 0) return false;
  if (typeof design === 'function' && design !== Object) return !(Object(value) instanceof design);
  const known = refusal.known(property).filter((one) => one !== null);
  return FALSY.includes(value) && known.length > 0 && known.every((one) => typeof one !== typeof value);
}

function isValidateIf({ type }: RuleMetadata): boolean {
  return type === 'conditionalValidation';
}

/** Single values that conditions are asked about. */
const FALSY: readonly unknown[] = ['', 0, false];

/** Whether `@ValidateNested` stands on every property that the object at hand is in. */
function isValidated({ place: { path }, value, instance, tested, options }: Refusal): boolean {
  return path.slice(0, -1).every((_, index) => {
    const { property, made } = placeAt(value, instance, path.slice(0, index + 1));
    if (property === undefined) return true;
    // Of an object that is of no class no rules are known.
    if (isPlain(made)) return false;
    const rules = rulesOf(property.owner, property.key, tested, options);
    return rules.some(({ type }) => type === 'nestedValidation') && switchedOff(rules, property).length === 0;
  });
}

function isPlain(made: unknown): boolean {
  const isObject = typeof made === 'object' && made !== null;
  return isObject && Object.getPrototypeOf(made) === Object.prototype;
}

/** class-transformer made the base class, since none of its subtypes has the name. */
export const unknownDiscriminator: Proof = async (refusal) => {
  const { place, value, known } = refusal;
  const { property } = place;
  const type = property && typeOf(property.owner, property.key);
  const discriminator = type?.options?.discriminator;
  if (property === undefined || discriminator === undefined || !(await wantsObjects(refusal))) return [];
  const base = type?.typeFunction?.({ object: {}, newObject: {}, property: property.key });
  const lengths = [...Array(place.path.length - property.path.length + 1).keys()].reverse();
  const paths = lengths.map((length) => place.path.slice(0, property.path.length + length));
  const path = paths.find((one) => classOf(placeAt(value, refusal.instance, one).made) === base);
  if (path === undefined) return [];
  const name = (valueAt(value, path) as Record<string, unknown>)[discriminator.property];
  if (discriminator.subTypes.some((one) => one.name === name)) return [];
  const isElement = path.length > property.path.length;
  const others = isElement ? known(property).flat() : known(property);
  // Where every known value is a list and this is none, or the other way round, its depth is what differs.
  const isList = Array.isArray(valueAt(value, path));
  const alike = others.filter((one) => Array.isArray(one) === isList);
  if (others.length > 0 && alike.length === 0) return [];
  return [...alike.map((one) => withAt(refusal, path, one)), without(refusal, property.path)];
};

/** A `@ValidateIf` is false for the value, and true for others; it is none that every condition is asked about. */
export const comparedValue: Proof = async (refusal) => {
  const { property, value } = refusal.place;
  // What a class sets by itself is no value of the request.
  if (property === undefined || value === undefined) return [];
  const { object, key } = property;
  const isScalar = typeof object[key] === 'string' || typeof object[key] === 'number';
  if (!isScalar || ASKED.includes(object[key])) return [];
  const compares = (holds: Condition): boolean =>
    [...texts, ...numbers].some((one) => Boolean(holds({ ...object, [key]: one }, one)));
  const isOff = !isOfOtherType(refusal) && switchedOff(rulesAt(refusal), property).some(compares);
  // Where every value passes, no rule looks at the type.
  if (!isOff || (await takesAnything(refusal))) return [];
  const others = [...refusal.known(property), ...pool].map((one) => withAt(refusal, property.path, one));
  return [...others, without(refusal, property.path)];
};

const ASKED: readonly unknown[] = ['', 0, false, null, undefined, 'x', 1, true];
