import type { Schema } from './schema.js';
import { matches } from './checker/members.js';

export interface Shape<F> {
  /** True if the schema describes an object or a list, but none of its members. */
  readonly isOpen: boolean;
  /** True if the schema forbids other members. */
  readonly isForbidding: boolean;
  /** True if a keyword describes members of objects. */
  readonly describesMembers: boolean;
  /** True if a keyword describes items of lists. */
  readonly describesItems: boolean;
  readonly required: readonly string[];
  /** Returns the filters of a member; undefined for an undescribed member. */
  readonly membersAt: (name: string) => readonly F[] | undefined;
  /** Returns the filters of an item. */
  readonly itemsAt: (index: number) => readonly F[];
}

export function shapeOf<F>(
  parts: readonly Schema[],
  isDescribed: boolean,
  filterOf: (schema: Schema | boolean) => F,
): Shape<F> {
  const schemasAt = memberSchemas(parts);
  const named = new Map<string, readonly F[]>();
  for (const name of parts.flatMap(({ properties = {} }) => Object.keys(properties)))
    named.set(name, schemasAt(name).map(filterOf));
  const describesMembers = parts.some(
    ({ properties, patternProperties, additionalProperties, unevaluatedProperties }) =>
      (properties ?? patternProperties ?? additionalProperties ?? unevaluatedProperties) !== undefined,
  );
  const namesOnly = parts.every(
    ({ patternProperties, additionalProperties = false, unevaluatedProperties = false }) =>
      patternProperties === undefined && additionalProperties === false && unevaluatedProperties === false,
  );
  const longest = Math.max(0, ...parts.map(({ prefixItems = [] }) => prefixItems.length));
  const items: (readonly F[])[] = [];
  const describesItems = parts.some(
    ({ items, prefixItems }) => items !== undefined || prefixItems !== undefined,
  );
  const describesContent = describesMembers || describesItems;
  return {
    isOpen: isDescribed && !describesContent && (allows(parts, 'object') || allows(parts, 'array')),
    isForbidding: parts.some(
      ({ additionalProperties, unevaluatedProperties }) =>
        additionalProperties === false || unevaluatedProperties === false,
    ),
    describesMembers,
    describesItems,
    required: parts.flatMap(({ required = [] }) => required),
    membersAt: (name) => {
      const known = named.get(name);
      if (known !== undefined || namesOnly) return known;
      const schemas = schemasAt(name);
      return schemas.length === 0 ? undefined : schemas.map(filterOf);
    },
    // All items after those of a tuple have the same schemas.
    itemsAt: (index) => (items[Math.min(index, longest)] ??= itemSchemas(parts, index).map(filterOf)),
  };
}

function itemSchemas(parts: readonly Schema[], index: number): (Schema | boolean)[] {
  // Items after those of a tuple are undescribed.
  return parts.flatMap(
    ({ prefixItems, items }) => prefixItems?.[index] ?? items ?? (prefixItems === undefined ? [] : [false]),
  );
}

export function allows(parts: readonly Schema[], name: 'array' | 'object'): boolean {
  return parts.every(({ type }) => type === undefined || [type].flat().includes(name));
}

function memberSchemas(parts: readonly Schema[]): (name: string) => readonly (Schema | boolean)[] {
  const patterned = parts.map(({ patternProperties = {} }) =>
    Object.entries(patternProperties).map(([pattern, schema]) => ({ test: matches(pattern), schema })),
  );
  return (name) => {
    const described = parts.flatMap(({ properties = {}, additionalProperties = false }, index) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      // A pattern that ECMAScript cannot compile may match.
      const matching = (patterned[index] ?? []).flatMap(({ test, schema }) =>
        test(name) === false ? [] : [schema],
      );
      const schemas = own === undefined ? matching : [own, ...matching];
      return schemas.length > 0 || additionalProperties === false ? schemas : [additionalProperties];
    });
    if (described.length > 0) return described;
    return parts.flatMap(({ unevaluatedProperties = false }) =>
      unevaluatedProperties === false ? [] : [unevaluatedProperties],
    );
  };
}

export interface Alternatives<F> {
  readonly branches: readonly F[];
  /** True if the branches describe every valid value, so that a value that matches none is undocumented. */
  readonly isExhaustive: boolean;
}

export function alternativesOf<F>(
  { anyOf, oneOf, then, else: otherwise }: Schema,
  filterOf: (schema: Schema) => F,
): Alternatives<F>[] {
  const conditional = [then, otherwise].filter((subschema) => subschema !== undefined);
  return [
    ...[anyOf, oneOf].flatMap((list) =>
      list === undefined ? [] : [{ branches: list.map(filterOf), isExhaustive: true }],
    ),
    ...(conditional.length === 0 ? [] : [{ branches: conditional.map(filterOf), isExhaustive: false }]),
  ];
}

export function allowsContainers({ type }: Schema): boolean {
  return type === undefined || [type].flat().some((type) => type === 'object' || type === 'array');
}

const STRUCTURES: ReadonlySet<string> = new Set(['object', 'array', 'null']);

export function isStructure({ type, ...schema }: Schema): boolean {
  if (type === undefined || ![type].flat().every((type) => STRUCTURES.has(type))) return false;
  return type === 'null' || MEMBERS.some((keyword) => schema[keyword] !== undefined);
}

const MEMBERS = ['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'] as const;
