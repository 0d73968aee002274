import { omit, pick } from './keywords.js';
import type { Schema } from './schema.js';
import type { Resolve } from './walk.js';
import { KEYWORDS } from './checker/keywords.js';

/** A schema of an object that describes members only by `properties` and `required`. */
export interface ObjectSchema {
  /** The schema after references. */
  readonly schema: Schema;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: ReadonlySet<string>;
  /** True if other members are forbidden. */
  readonly isClosed: boolean;
  /** Keywords about the object as a whole, such as `dependentRequired`. */
  readonly rest: Schema | undefined;
}

const ASSERTED: ReadonlySet<string> = new Set([
  ...KEYWORDS.map(([keyword]) => keyword),
  'then',
  'else',
  'minContains',
  'maxContains',
]);

/** Removes annotations, and `format`, which is one in requests. */
export function assertionsOf(schema: Schema): Schema {
  const names = Object.keys(schema).filter((keyword) => ASSERTED.has(keyword) && keyword !== 'format');
  return pick(schema, names);
}

function restOf(schema: Schema, known: readonly string[]): Schema | undefined {
  const rest = omit(assertionsOf(schema), known);
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** Follows references that have at most annotations beside them. */
function targetOf(schema: Schema, resolve: Resolve): Schema | undefined {
  let target = schema;
  const seen = new Set<Schema>();
  while (target.$ref !== undefined) {
    const referred = resolve(target.$ref);
    if (referred === undefined || seen.has(target) || restOf(target, ['$ref']) !== undefined)
      return undefined;
    seen.add(target);
    target = referred;
  }
  return target;
}

/** Returns undefined for a schema that describes members by more than `properties`. */
export function objectSchemaOf(source: Schema | boolean, resolve: Resolve): ObjectSchema | undefined {
  if (typeof source === 'boolean') return undefined;
  const schema = targetOf(source, resolve);
  if (schema?.type !== 'object' || schema.properties === undefined) return undefined;
  const { properties, required = [], additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false) return undefined;
  const rest = restOf(schema, ['type', 'properties', 'required', 'additionalProperties']);
  if (rest !== undefined && !isAboutNames(rest)) return undefined;
  return {
    schema,
    properties,
    required: new Set(required),
    isClosed: additionalProperties === false,
    rest,
  };
}

const ABOUT_NAMES: ReadonlySet<string> = new Set([
  'required',
  'dependentRequired',
  'minProperties',
  'maxProperties',
  'anyOf',
  'oneOf',
  'allOf',
]);

/** Returns whether a schema is only about which members an object has, as rules about several members are. */
function isAboutNames(schema: Schema): boolean {
  const { anyOf = [], oneOf = [], allOf = [] } = schema;
  return (
    Object.keys(schema).every((keyword) => ABOUT_NAMES.has(keyword)) &&
    [...anyOf, ...oneOf, ...allOf].every((branch) => isAboutNames(branch))
  );
}

/** A list or a map whose values have one schema. */
export interface Container {
  /** The schema of each item or value. */
  readonly elementSchema: Schema | boolean;
  /** The longest list; undefined without a limit and for maps. */
  readonly maxItems?: number | undefined;
  /** Further keywords about the container, such as `minItems`. */
  readonly rest: Schema | undefined;
}

export type ContainerOf = (schema: Schema | boolean, resolve: Resolve) => Container | undefined;

/** Returns undefined for a schema that describes the items of a list by more than `items`. */
export function itemsOf(source: Schema | boolean, resolve: Resolve): Container | undefined {
  const schema = typeof source === 'boolean' ? undefined : targetOf(source, resolve);
  if (schema?.type !== 'array' || schema.items === undefined) return undefined;
  const rest = restOf(schema, ['type', 'items']);
  if (rest !== undefined && !isAboutLength(rest)) return undefined;
  return { elementSchema: schema.items, maxItems: schema.maxItems, rest };
}

/** Returns undefined for a schema that describes the members of a map by more than `additionalProperties`. */
export function membersOf(source: Schema | boolean, resolve: Resolve): Container | undefined {
  const schema = typeof source === 'boolean' ? undefined : targetOf(source, resolve);
  if (schema?.type !== 'object' || schema.additionalProperties === undefined) return undefined;
  const { propertyNames, ...rest } = restOf(schema, ['type', 'additionalProperties']) ?? {};
  if (!isAboutNames(rest)) return undefined;
  return {
    elementSchema: schema.additionalProperties,
    rest: propertyNames === undefined ? rest : { ...rest, propertyNames },
  };
}

/**
 * Returns the branches of a union by the scalars that select them. It returns undefined if a branch has none,
 * or if two have the same.
 */
export function branchesBy(
  propertyName: string,
  source: Schema | boolean,
  resolve: Resolve,
): ReadonlyMap<unknown, ObjectSchema> | undefined {
  const branches = new Map<unknown, ObjectSchema>();
  for (const branch of alternativesIn(source, resolve) ?? []) {
    const object = objectSchemaOf(branch, resolve);
    const { const: constant, enum: values = [constant] } = object?.properties[propertyName] ?? {};
    if (object?.required.has(propertyName) !== true) return undefined;
    for (const value of values) {
      if (value === undefined || typeof value === 'object' || branches.has(value)) return undefined;
      branches.set(value, object);
    }
  }
  return branches.size === 0 ? undefined : branches;
}

/** Returns the name of a required member whose constants select a branch of a union. */
export function selectorOf(source: Schema | boolean, resolve: Resolve): string | undefined {
  const [first] = alternativesIn(source, resolve) ?? [];
  const object = first === undefined ? undefined : objectSchemaOf(first, resolve);
  return [...(object?.required ?? [])].find((name) => branchesBy(name, source, resolve) !== undefined);
}

/** Returns the branches of a schema of objects that is only a union. */
function alternativesIn(source: Schema | boolean, resolve: Resolve): readonly Schema[] | undefined {
  const schema = typeof source === 'boolean' ? undefined : targetOf(source, resolve);
  const keyword = schema?.oneOf === undefined ? 'anyOf' : 'oneOf';
  if (schema === undefined || restOf(schema, ['type', keyword]) !== undefined) return undefined;
  return schema.type === undefined || schema.type === 'object' ? schema[keyword] : undefined;
}

/** How a member holds values of one schema: as its value, in a list or in a map. */
export interface Structure extends Container {
  readonly kind: 'value' | 'list' | 'map';
}

export function structureOf(source: Schema | boolean, resolve: Resolve): Structure | undefined {
  const schema = typeof source === 'boolean' ? undefined : targetOf(source, resolve);
  if (schema === undefined) return undefined;
  const container = withoutNull(schema);
  const list = itemsOf(container, resolve);
  if (list !== undefined) return { kind: 'list', ...list };
  const map = membersOf(container, resolve);
  if (map !== undefined) return { kind: 'map', ...map };
  const other = nullableOf(schema);
  return other === undefined
    ? { kind: 'value', elementSchema: schema, rest: undefined }
    : structureOf(other, resolve);
}

const ABOUT_LENGTH: ReadonlySet<string> = new Set(['minItems', 'maxItems', 'uniqueItems']);

function isAboutLength(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => ABOUT_LENGTH.has(keyword));
}

function withoutNull(schema: Schema): Schema {
  const [type, ...others] = [schema.type ?? []].flat().filter((name) => name !== 'null');
  return Array.isArray(schema.type) && type !== undefined && others.length === 0
    ? { ...schema, type }
    : schema;
}

/** Returns the branch beside null, if there is nothing else. */
function nullableOf(schema: Schema): Schema | undefined {
  const branches = schema.anyOf ?? [];
  const [only, ...others] = branches.filter((branch) => branch.type !== 'null');
  if (branches.length !== 2 || others.length > 0 || restOf(schema, ['anyOf']) !== undefined) return undefined;
  return only;
}
