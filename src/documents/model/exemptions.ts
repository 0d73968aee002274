import type { PropertyFacts } from './property-facts.js';
import { typeOfDesign } from './design-type.js';
import { resolveLazyOrUnknown } from './lazy-type.js';
import type { Exemption, TypeRef } from './types.js';

/**
 * Whether what a condition exempts from the rules is documented: values of the type that the compiler recorded. Where it
 * recorded none, whole types are, and of single values those of the property's type: `''` is no integer, though
 * `@ValidateIf((order) => !!order.count)` lets it through.
 */
export function isDeclared(exemption: Exemption, { design }: PropertyFacts, type: TypeRef): boolean {
  const recorded = typeOfDesign(design);
  if (recorded !== undefined) return jsonTypesOf(recorded)?.includes(exemption.type) ?? false;
  return !('value' in exemption) || (jsonTypesOf(type)?.includes(exemption.type) ?? true);
}

type JsonType = Exemption['type'];

/** The types that values have in JSON; undefined for any. */
function jsonTypesOf(type: TypeRef): readonly JsonType[] | undefined {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind !== 'enum') return JSON_TYPES[resolved.kind];
  return resolved.members.map(({ value }) => (typeof value === 'string' ? 'string' : 'number'));
}

const JSON_TYPES: Readonly<Partial<Record<TypeRef['kind'], readonly JsonType[]>>> = {
  string: ['string'],
  number: ['number'],
  integer: ['number'],
  boolean: ['boolean'],
  date: ['string'],
  bigint: ['string'],
  file: ['string'],
  array: ['array'],
  tuple: ['array'],
  object: ['object'],
  class: ['object'],
  map: ['object'],
};
