import { setMember } from '../../../shared/values.js';
import type { Direction } from '../hidden-properties.js';
import type { Schema } from '../schema.js';
import { declaredValues } from './declared-values.js';
import { textsOfPattern } from './pattern-text.js';
import { exampleStrings } from './scalar-examples.js';

export type AnySchema = Schema | boolean;

/** A value, in an object because the value may be null. */
export interface Made {
  readonly value: unknown;
}

/** Makes the members of a container. */
export interface MemberMaker {
  readonly direction: Direction;
  make(schema: AnySchema): Made | undefined;
  /** Returns up to `count` different values. */
  makeSeveral(schema: AnySchema, count: number): readonly unknown[];
  /** Returns one schema for values that satisfy all; the same object for the same schemas. */
  together(schemas: readonly AnySchema[]): AnySchema;
  accepts(schema: AnySchema, value: unknown): boolean;
  resolve(schema: AnySchema | undefined): AnySchema | undefined;
}

/** Longest list that is made for a minimum. */
const MOST_ITEMS = 100;

/** Yields arrays, with one item if possible. */
export function* exampleArrays(parts: readonly Schema[], maker: MemberMaker): Generator<unknown[]> {
  const first = parts.find(({ prefixItems }) => prefixItems !== undefined)?.prefixItems ?? [];
  const start = first.map((schema) => maker.make(schema)?.value);
  const rest = parts
    .flatMap(({ items, contains }) => [items, contains])
    .filter((schema) => schema !== undefined);
  const least = Math.max(
    0,
    ...parts.map(({ minItems = 0, minContains = 0 }) => Math.max(minItems, minContains)),
  );
  const item = maker.make(maker.together(rest));
  const isUnique = least > 1 && parts.some(({ uniqueItems }) => uniqueItems === true);
  const different = isUnique ? maker.makeSeveral(maker.together(rest), Math.min(least, MOST_ITEMS)) : [];
  for (const length of [Math.max(least, start.length === 0 ? 1 : 0, start.length), least, start.length, 0]) {
    if (length > MOST_ITEMS || (length > start.length && item === undefined)) continue;
    const added = Array.from(
      { length: Math.max(0, length - start.length) },
      (_, index) => different[index] ?? item?.value,
    );
    yield [...start.slice(0, length), ...added];
  }
}

/**
 * Yields objects. For a request, the first has the required properties, those with a declared value, and
 * nested ones; for a response, all properties.
 */
export function* exampleObjects(
  parts: readonly Schema[],
  maker: MemberMaker,
): Generator<Record<string, unknown>> {
  const schemas = membersOf(parts, maker);
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  for (const name of required) if (!schemas.has(name)) schemas.set(name, [true]);
  const names = [...schemas.keys()];
  const isShown = (name: string): boolean =>
    (schemas.get(name) ?? []).some((schema) => isWorthShowing(maker.resolve(schema)));
  const usual = names.filter((name) => required.has(name) || isShown(name));
  const selections = [
    ...(maker.direction === 'request' && usual.length > 0 ? [usual] : []),
    names,
    names.filter((name) => required.has(name)),
  ];
  const least = Math.max(0, ...parts.map(({ minProperties = 0 }) => minProperties));
  for (const selection of selections) {
    const object = exampleMembers(selection, schemas, maker);
    for (const count of new Set([Math.max(least, 1), least])) {
      const filled = { ...object };
      for (const [name, value] of furtherMembers(parts, maker, count - Object.keys(object).length))
        setMember(filled, name, value);
      yield filled;
    }
  }
}

function exampleMembers(
  names: readonly string[],
  schemas: ReturnType<typeof membersOf>,
  maker: MemberMaker,
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const name of names) {
    const example = maker.make(maker.together(schemas.get(name) ?? []));
    if (example !== undefined) setMember(object, name, example.value);
  }
  return object;
}

function membersOf(parts: readonly Schema[], { direction }: MemberMaker): Map<string, AnySchema[]> {
  const members = new Map<string, AnySchema[]>();
  const hidden = new Set<string>();
  for (const { properties = {} } of parts)
    for (const [name, schema] of Object.entries(properties)) {
      members.set(name, [...(members.get(name) ?? []), schema]);
      if (direction === 'request' ? schema.readOnly === true : schema.writeOnly === true) hidden.add(name);
    }
  for (const name of hidden) members.delete(name);
  return members;
}

const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null'];

/**
 * Returns false for an optional scalar without a declared value, which might be an id that does not exist.
 */
function isWorthShowing(schema: AnySchema | undefined): boolean {
  if (typeof schema !== 'object') return false;
  const isScalar = schema.type !== undefined && [schema.type].flat().every((type) => SCALARS.includes(type));
  return !isScalar || declaredValues(schema).next().done !== true;
}

function memberName(parts: readonly Schema[], maker: MemberMaker): string | undefined {
  const schemas = parts.flatMap(({ propertyNames }) => (propertyNames === undefined ? [] : [propertyNames]));
  if (schemas.length === 0) return 'key';
  return [...exampleStrings(schemas)].find((text) => schemas.every((schema) => maker.accepts(schema, text)));
}

/** Yields members that no property names: those of a map. */
function* furtherMembers(
  parts: readonly Schema[],
  maker: MemberMaker,
  count: number,
): Generator<[string, unknown]> {
  const name = memberName(parts, maker);
  for (let index = 1; index <= Math.min(count, MOST_ITEMS); index += 1) {
    for (const part of parts) {
      const [key, schema] = furtherMember(part, name, index);
      const example = typeof schema === 'object' ? maker.make(schema) : undefined;
      if (example !== undefined && key !== undefined) yield [key, example.value];
    }
  }
}

/** Returns the name and the schema of a further member of a part. The first has the number 1. */
function furtherMember(
  { additionalProperties, patternProperties = {} }: Schema,
  name: string | undefined,
  number: number,
): [name: string | undefined, schema: AnySchema | undefined] {
  const [ofPattern] = Object.entries(patternProperties);
  if (ofPattern !== undefined) return [textsOfPattern(ofPattern[0])[number - 1], ofPattern[1]];
  const isNumbered = name !== undefined && number > 1;
  return [isNumbered ? `${name}${number}` : name, additionalProperties];
}
