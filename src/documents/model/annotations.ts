import type { ClassAnnotations, ExampleEntry, PropertyAnnotations } from '../../../decorators/record.js';
import { hasOwnMetadata, ownClass, ownProperties } from '../../../decorators/store.js';
import type { TypeDeclaration } from '../../../decorators/type-input.js';
import type { Constructor } from '../../shared/types.js';
import { ownTransformedProperties } from './class-transformer/metadata.js';
import { copiedFrom, isMadeOptional } from './class-validator/copies.js';
import { ancestorsOf, ownRulesOf } from './class-validator/metadata.js';
import { standardSchemaOf } from './foreign-schema.js';
import { hasPlugin } from './nest-swagger/metadata.js';
import { hiddenKeysOf, ownSwaggerKeys } from './nest-swagger/properties.js';
import { apiSchemaAnnotations } from './api-property/facts.js';
import { factsOf } from './facts/active-facts.js';
import type { ClassFact } from './facts/facts.js';

const NO_CLASS_ANNOTATIONS: ClassAnnotations = {};

/** @param isAnnotated false if no decorator of dtospec or @nestjs/swagger is on the class itself */
export function classAnnotationsOf(
  target: Constructor,
  isAnnotated = hasOwnMetadata(target),
): ClassAnnotations {
  const standard = standardSchemaOf(target);
  const fact = factsOf(target);
  if (standard === undefined && fact === undefined && !isAnnotated) return NO_CLASS_ANNOTATIONS;
  const apiSchema = apiSchemaAnnotations(target);
  if ((apiSchema ?? standard ?? fact) === undefined) return ownClass(target);
  const type: TypeDeclaration | undefined = standard && { form: 'type', type: () => standard };
  return { ...fact?.annotations, ...(type && { type }), ...apiSchema, ...ownClass(target) };
}

export function classExamplesOf(target: Constructor): readonly ExampleEntry[] {
  return ownClass(target).examples ?? [];
}

export function propertyAnnotationsOf(target: Constructor, key: string): PropertyAnnotations {
  return createPropertyAnnotations(sourcesOf(target))(key);
}

export const NO_ANNOTATIONS: PropertyAnnotations = {};

export function createPropertyAnnotations(sources: readonly Source[]): (key: string) => PropertyAnnotations {
  const hidden = hiddenIn(sources);
  const own = annotationsIn(sources);
  if (hidden.size === 0) return own;
  return (key) => (hidden.has(key) ? { ...own(key), hidden: true } : own(key));
}

function hiddenIn(sources: readonly Source[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  for (const { owner, properties } of sources) {
    // For a mapped type, the plugin lists only the properties of the classes that it compiled.
    if (!hasPlugin(owner) || copiedFrom(owner).length > 0) continue;
    const declared = [...decoratedLists(owner).flat(), ...properties.keys()];
    for (const key of hiddenKeysOf(owner, declared)) hidden.add(key);
  }
  return hidden;
}

function annotationsIn(sources: readonly Source[]): (key: string) => PropertyAnnotations {
  if (sources.every(isSilent)) return () => NO_ANNOTATIONS;
  return (key) => {
    const inherited = sources.map((source) => ({
      ...copiedAnnotations(source, key),
      ...presenceOf(source, key),
    }));
    return inherited.reduce(overridden, NO_ANNOTATIONS);
  };
}

/** A type for both directions overrides those that a base class declares for one. */
function overridden(base: PropertyAnnotations, own: PropertyAnnotations): PropertyAnnotations {
  if (own.type === undefined) return { ...base, ...own };
  const { inputType: _input, outputType: _output, ...others } = base;
  return { ...others, ...own };
}

/** Returns whether no decorator of a class or of the classes that it was made from annotates a property. */
function isSilent({ origins, annotations, properties }: Source): boolean {
  return origins.length === 0 && properties.size === 0 && annotations.presence === undefined;
}

/** A class or one of its base classes, with its own decorators. */
export interface Source {
  readonly owner: Constructor;
  /** The classes from which a mapped type of another library copied rules. */
  readonly origins: readonly Constructor[];
  /** Decorators of dtospec on the class itself. */
  readonly annotations: ClassAnnotations;
  /** Decorators of dtospec on each property, without those of base classes. */
  readonly properties: ReadonlyMap<string, PropertyAnnotations>;
  /** The properties with any decorator, in declaration order. */
  readonly keys: readonly string[];
  /**
   * True if a decorator of dtospec or of @nestjs/swagger, or the plugin of the latter, describes the class.
   */
  readonly isDescribed: boolean;
  /** True if a rule is about which members a request has. */
  readonly hasMemberRules: boolean;
}

const NO_PROPERTIES: Source['properties'] = new Map();

/** Returns a class after its base classes. */
export function sourcesOf(target: Constructor): readonly Source[] {
  return [...ancestorsOf(target), target].map(sourceOf);
}

function sourceOf(owner: Constructor): Source {
  const isAnnotated = hasOwnMetadata(owner);
  const properties = isAnnotated ? ownProperties(owner) : NO_PROPERTIES;
  const isDescribed = isAnnotated || hasPlugin(owner) || hasOwnMetadata(owner.prototype as object);
  const { keys, hasMemberRules, hasCopies } = ownRulesOf(owner);
  const documented = isDescribed ? ownSwaggerKeys(owner) : NO_KEYS;
  return {
    owner,
    origins: hasCopies ? originsOf(owner, properties) : NO_ORIGINS,
    annotations: isAnnotated ? ownClass(owner) : NO_CLASS_ANNOTATIONS,
    properties,
    keys: keysIn(keys, ownTransformedProperties(owner), properties, documented, factsOf(owner)),
    isDescribed,
    hasMemberRules,
  };
}

const NO_ORIGINS: Source['origins'] = [];
const NO_KEYS: Source['keys'] = [];

/**
 * Returns the classes from which a mapped type of Nest copied
 * rules. A class with its own annotations is not such a copy.
 */
function originsOf(owner: Constructor, annotated: Source['properties']): readonly Constructor[] {
  if (annotated.size > 0) return NO_ORIGINS;
  const origins = copiedFrom(owner);
  if (origins.length < 2) return origins;
  const isBelow = (base: Constructor, other: Constructor): boolean =>
    other !== base && (ancestorsOf(other).includes(base) || allOrigins(other).has(base));
  return origins.filter((origin) => !origins.some((other) => isBelow(origin, other)));
}

/**
 * Returns the annotated properties that a mapped type of Nest dropped. Nest copies only properties with a
 * decorator of class-validator or class-transformer.
 */
export function findDroppedProperties(
  sources: readonly Source[],
  known: { has(key: string): boolean },
): readonly { origin: Constructor; keys: string[] }[] {
  return sources.flatMap(({ owner, origins }) =>
    origins.flatMap((origin) => {
      const copies = copiesSwagger(owner, origin, known);
      const keys = propertyKeysOf(origin).filter((key) => !known.has(key) && !isCopied(origin, key, copies));
      return keys.length === 0 ? [] : [{ origin, keys }];
    }),
  );
}

function isCopied(origin: Constructor, key: string, copiesOfSwagger: boolean): boolean {
  return [...ancestorsOf(origin), origin].some((owner) => {
    if (copiesOfSwagger && ownSwaggerKeys(owner).includes(key)) return true;
    if (ownRulesOf(owner).keys.includes(key)) return true;
    return ownTransformedProperties(owner).some((keys) => keys.includes(key));
  });
}

/**
 * Returns whether a mapped type may come from @nestjs/swagger, which copies `@ApiProperty` of each property.
 * @nestjs/mapped-types copies none.
 */
function copiesSwagger(
  owner: Constructor,
  origin: Constructor,
  known: { has(key: string): boolean },
): boolean {
  const copied = new Set(ownSwaggerKeys(owner));
  const shared = [...ancestorsOf(origin), origin].flatMap(ownSwaggerKeys).filter((key) => known.has(key));
  return shared.length === 0 || shared.some((key) => copied.has(key));
}

function allOrigins(target: Constructor, origins = new Set<Constructor>()): ReadonlySet<Constructor> {
  for (const origin of [...ancestorsOf(target), target].flatMap(copiedFrom))
    if (!origins.has(origin)) allOrigins(origin, origins.add(origin));
  return origins;
}

function copiedAnnotations({ owner, origins }: Source, key: string): PropertyAnnotations {
  if (origins.length === 0) return NO_ANNOTATIONS;
  const inherited = origins.map((origin) => propertyAnnotationsOf(origin, key));
  const { presence, ...annotations } = inherited.reduce(overridden, NO_ANNOTATIONS);
  return presence === undefined || isMadeOptional(owner, key) ? annotations : { ...annotations, presence };
}

function presenceOf({ owner, annotations: ofClass, properties }: Source, key: string): PropertyAnnotations {
  const annotations = properties.get(key) ?? NO_ANNOTATIONS;
  if (ofClass.presence === undefined || !propertyKeysOf(owner).includes(key)) return annotations;
  const inherited = ancestorsOf(owner).some((base) => ownProperties(base).get(key)?.presence === 'optional');
  return annotations.presence === undefined && !inherited
    ? { ...annotations, presence: 'required' }
    : annotations;
}

/**
 * Returns every decorated property in declaration order, the base class's first. It ignores field
 * initializers, because compilers differ in fields without a value.
 */
export function propertyKeysOf(target: Constructor): string[] {
  return [...new Set([...ancestorsOf(target), target].flatMap(ownKeys))];
}

export function declaringClassOf(sources: readonly Source[], key: string): Constructor | undefined {
  return sources.findLast(({ keys }) => keys.includes(key))?.owner;
}

function decoratedLists(target: Constructor): readonly (readonly string[])[] {
  return [ownRulesOf(target).keys, ...ownTransformedProperties(target)];
}

function ownKeys(target: Constructor): readonly string[] {
  const { keys } = ownRulesOf(target);
  const fact = factsOf(target);
  return keysIn(keys, ownTransformedProperties(target), ownProperties(target), ownSwaggerKeys(target), fact);
}

function keysIn(
  validated: readonly string[],
  transformed: readonly (readonly string[])[],
  annotated: Source['properties'],
  documented: readonly string[],
  fact: ClassFact | undefined,
): readonly string[] {
  const lists = [validated, ...transformed];
  if (annotated.size > 0) lists.push([...annotated.keys()]);
  if (documented.length > 0) lists.push(documented);
  if (fact !== undefined) lists.push([...fact.keys]);
  return lists.length === 1 ? validated : mergeOrders(lists);
}

/**
 * Merges lists that are in declaration order but incomplete. If the lists do not decide the order, a key
 * follows its predecessor in a list, otherwise precedes its successor, otherwise comes last.
 */
export function mergeOrders(lists: readonly (readonly string[])[]): readonly string[] {
  let longest: readonly string[] = NO_KEYS;
  for (const list of lists) if (list.length > longest.length) longest = list;
  for (const list of lists) if (!isPartOf(list, longest)) return inAllOrders(interleave(lists), lists);
  return longest;
}

function isPartOf(list: readonly string[], whole: readonly string[]): boolean {
  let from = 0;
  for (const key of list) {
    from = whole.indexOf(key, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

function interleave(lists: readonly (readonly string[])[]): string[] {
  const merged: string[] = [];
  for (const list of lists) {
    let last: string | undefined;
    for (const [index, key] of list.entries()) {
      if (!merged.includes(key)) merged.splice(placeFor(merged, last, list.slice(index + 1)), 0, key);
      last = key;
    }
  }
  return merged;
}

function placeFor(merged: readonly string[], before: string | undefined, after: readonly string[]): number {
  if (before !== undefined) return merged.indexOf(before) + 1;
  const next = after.find((key) => merged.includes(key));
  return next === undefined ? merged.length : merged.indexOf(next);
}

/** Sorts keys so that they agree with the order of every list, with as few moves as possible. */
function inAllOrders(keys: readonly string[], lists: readonly (readonly string[])[]): string[] {
  const waiting = new Set(keys);
  const isNext = (key: string): boolean =>
    lists.every((list) => {
      const index = list.indexOf(key);
      return index === -1 || list.slice(0, index).every((earlier) => !waiting.has(earlier));
    });
  const ordered: string[] = [];
  while (waiting.size > 0) {
    // If the lists contradict each other, no key is next, so the given order counts.
    const next = [...waiting].find(isNext) ?? [...waiting][0];
    if (next === undefined) break;
    waiting.delete(next);
    ordered.push(next);
  }
  return ordered;
}
