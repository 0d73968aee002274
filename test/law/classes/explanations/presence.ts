import { values as pool } from '../../../../src/tools/fuzz/values/pool.js';
import { ownClass, ownProperties } from '../../../../decorators/store.js';
import { copiedFrom } from '../../../../src/documents/model/class-validator/copies.js';
import { chainOf, excludedBy, exposedBy, isTransformed, keyOf, nameOfKey } from '../metadata.js';
import { valueAt } from '../property-place.js';
import { putAt } from '../values.js';
import { isProperty, rulesAt, without, withAt, type Proof, type Refusal } from './refusal.js';

/** Null, and without it both accept; of an element, also with another one in its place. */
export const nullForOptional: Proof = async (refusal) => {
  const { place, known, passes } = refusal;
  const { path } = place;
  if (place.value !== null || place.property === undefined || path.length === 0) return [];
  const absent = without(refusal, place.path);
  if (!isProperty(refusal))
    return [
      absent,
      ...[...elementsOf(known(place.property)), ...pool].map((one) => withAt(refusal, place.path, one)),
    ];
  // `@Required()` demands a value that a `@Transform` makes of an absent one otherwise, and `@IsOptional()` spares null.
  const { owner, key } = place.property;
  const isSpared = isTransformed(owner, key) && rulesAt(refusal).some(({ name }) => name === 'isOptional');
  const isOptional = isSpared || (await passes(absent)) || !isRequired(refusal, absent);
  // Where `@Required()` stands beside it, or only null is spared, the document wants a value.
  return isOptional ? [absent, ...known(place.property).map((one) => withAt(refusal, path, one))] : [];
};

function isRequired({ place: { path }, errorsOf }: Refusal, absent: unknown): boolean {
  return errorsOf(absent).some(
    ({ path: at, keyword }) => keyword === 'required' && at.join('/') === path.join('/'),
  );
}

function elementsOf(values: readonly unknown[]): unknown[] {
  return values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []));
}

/** A property that `@Required()` demands and the value lacks, though validation accepts it. */
export const requiredByDecorator: Proof = (refusal) => {
  const { place, known, keywords } = refusal;
  const { property, path } = place;
  if (property === undefined || !isProperty(refusal) || !keywords.has('required')) return [];
  const own = chainOf(property.owner);
  const chain = [...own, ...own.flatMap((one) => copiedFrom(one).flatMap(chainOf))];
  const isRequired = chain.some(
    (one) =>
      ownClass(one).presence === 'required' || ownProperties(one).get(property.key)?.presence === 'required',
  );
  return isRequired ? [...known(property), ...pool].map((one) => withAt(refusal, path, one)) : [];
};

/** The property's own name, beside or instead of the name that documents have; what is left out; what every object has. */
export const unlistedName: Proof = (refusal) => {
  const { value, place, keywords } = refusal;
  const { property, path } = place;
  const passedOver = path.findIndex((step) => PASSED_OVER.has(step));
  if (passedOver >= 0) return [without(refusal, path.slice(0, passedOver + 1))];
  const name = path.at(-1);
  if (property === undefined || typeof name !== 'string' || !isProperty(refusal)) return [];
  const { owner, key } = property;
  const holder = path.slice(0, -1);
  const own = [...holder, key];
  const named = [...holder, nameOfKey(owner, key)];
  const isRenamed = nameOfKey(owner, key) !== key;
  if (isRenamed && Object.hasOwn(valueAt(value, holder) as object, key))
    return [
      putAt(without(refusal, own), named, valueAt(value, own)),
      ...refusal.known(property).map((one) => putAt(without(refusal, own), named, one)),
      without(refusal, own),
    ];
  const isExtra = keywords.has('additionalProperties') || keywords.has('unevaluatedProperties');
  const ownKey = keyOf(owner, name);
  const isLeftOut =
    excludedBy(owner, ownKey) !== undefined || exposedBy(owner, ownKey)?.options?.groups !== undefined;
  const isUnlisted = isLeftOut || name in Object.prototype;
  return isExtra && isUnlisted ? [without(refusal, path)] : [];
};

/** Members that class-transformer does not look at. */
const PASSED_OVER: ReadonlySet<unknown> = new Set(['__proto__', 'constructor']);
