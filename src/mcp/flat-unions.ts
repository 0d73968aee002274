import type { Schema } from '../documents/json-schema/schema.js';
import { mapSubschemas, type Resolve } from '../documents/json-schema/walk.js';
import { setMember } from '../shared/values.js';

/** A schema in the place of a union, and the references that it replaces. */
interface Flat {
  readonly schema: Schema;
  readonly refs: readonly string[];
}

type Properties = Readonly<Record<string, Schema>>;

/** A class of a union with a discriminator. */
interface Member {
  readonly ref: string;
  readonly names: readonly unknown[];
  readonly properties: Properties;
  readonly required: readonly string[];
  /** True if it refuses further members, as `unknownProperties: 'refuse'` documents it. */
  readonly isClosed: boolean;
}

const ANNOTATIONS: readonly string[] = ['title', 'description', 'deprecated', 'readOnly', 'writeOnly'];
const OF_UNION: ReadonlySet<string> = new Set([...ANNOTATIONS, 'type', 'oneOf', 'anyOf', 'discriminator']);
const OF_MEMBER: ReadonlySet<string> = new Set([
  ...ANNOTATIONS,
  'type',
  'properties',
  'required',
  'additionalProperties',
]);

/**
 * Writes unions as one object, for clients that merge the classes of a union wrongly.
 *
 * - A union with a discriminator becomes an object with the properties of all classes; the description lists
 *   those of each class. It also allows mixtures of classes, which the operation refuses.
 * - An object or null becomes an object whose `type` includes null.
 *
 * A union stays as it is if its classes describe one property in different ways, have further keywords, or
 * contain the union.
 */
export function flattenUnions(schema: Schema, resolve: Resolve, within: readonly string[] = []): Schema {
  const flat = flatUnion(schema, resolve) ?? nullableObject(schema, resolve);
  const isInItself = flat?.refs.some((ref) => within.includes(ref)) === true;
  if (flat === undefined || isInItself)
    return mapSubschemas(schema, (inner) => flattenUnions(inner, resolve, within));
  return mapSubschemas(flat.schema, (inner) => flattenUnions(inner, resolve, [...within, ...flat.refs]));
}

function flatUnion(schema: Schema, resolve: Resolve): Flat | undefined {
  const { oneOf, anyOf, discriminator, ...beside } = schema;
  const all = oneOf ?? anyOf;
  if (all === undefined || discriminator === undefined || !hasOnly(schema, OF_UNION)) return undefined;
  const { propertyName } = discriminator;
  const members = all.map(({ $ref }) => $ref && memberOf($ref, discriminator, resolve));
  if (!members.every((member) => typeof member === 'object')) return undefined;
  const properties = mergedProperties(members, propertyName);
  const isClosed = members.every((member) => member.isClosed);
  if (properties === undefined || (!isClosed && members.some((member) => member.isClosed))) return undefined;
  const required = members
    .map((member) => new Set(member.required))
    .reduce((shared, next) => new Set([...shared].filter((name) => next.has(name))));
  const texts = [schema.description, ...members.map((member) => textOf(member, propertyName))];
  return {
    refs: members.map(({ ref }) => ref),
    schema: {
      ...beside,
      type: 'object',
      description: texts.filter((text) => text !== undefined).join('\n'),
      properties,
      required: [...new Set([propertyName, ...required])],
      ...(isClosed && { additionalProperties: false }),
    },
  };
}

function memberOf(
  ref: string,
  { propertyName, mapping = {} }: NonNullable<Schema['discriminator']>,
  resolve: Resolve,
): Member | undefined {
  const target = plainObject(resolve(ref));
  if (target === undefined) return undefined;
  const { properties = {}, required = [] } = target;
  const own = properties[propertyName];
  const mapped = Object.entries(mapping).flatMap(([name, target]) => (target === ref ? [name] : []));
  const names: readonly unknown[] = own?.enum ?? (own?.const === undefined ? mapped : [own.const]);
  const isClosed = target.additionalProperties === false;
  return names.length === 0 ? undefined : { ref, names, properties, required, isClosed };
}

/** Returns the properties of all classes; undefined if two classes describe one in different ways. */
function mergedProperties(members: readonly Member[], propertyName: string): Properties | undefined {
  const merged: Record<string, Schema> = { [propertyName]: { enum: members.flatMap(({ names }) => names) } };
  for (const { properties } of members)
    for (const [name, property] of Object.entries(properties)) {
      if (name === propertyName) continue;
      const known = Object.hasOwn(merged, name) ? merged[name] : undefined;
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(property)) return undefined;
      setMember(merged, name, property);
    }
  return merged;
}

function textOf({ names, properties, required }: Member, propertyName: string): string {
  const others = Object.keys(properties)
    .filter((name) => name !== propertyName)
    .map((name) => (required.includes(name) ? `${name} (required)` : name));
  const values = names.map((name) => JSON.stringify(name)).join(' or ');
  return `With ${propertyName} ${values}: ${others.length === 0 ? 'no other properties' : others.join(', ')}.`;
}

function nullableObject(schema: Schema, resolve: Resolve): Flat | undefined {
  const [first, second, ...others] = schema.anyOf ?? schema.oneOf ?? [];
  if (first?.$ref === undefined || second?.type !== 'null' || others.length > 0) return undefined;
  if (schema.discriminator !== undefined || !hasOnly(schema, OF_UNION)) return undefined;
  const target = plainObject(resolve(first.$ref));
  if (target === undefined) return undefined;
  const { anyOf: _anyOf, oneOf: _oneOf, ...beside } = schema;
  return { refs: [first.$ref], schema: { ...target, ...beside, type: ['object', 'null'] } };
}

function plainObject(schema: Schema | undefined): Schema | undefined {
  if (schema?.type !== 'object' || !hasOnly(schema, OF_MEMBER)) return undefined;
  return schema.additionalProperties === undefined || schema.additionalProperties === false
    ? schema
    : undefined;
}

function hasOnly(schema: Schema, keywords: ReadonlySet<string>): boolean {
  return Object.keys(schema).every((keyword) => keywords.has(keyword));
}
