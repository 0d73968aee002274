import { accepts } from '../../documents/json-schema/checker/checker.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { Resolve } from '../../documents/json-schema/walk.js';
import type { RawValue } from './parameter-styles.js';

type Name = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';
const ALL: readonly Name[] = ['string', 'number', 'boolean', 'array', 'object'];

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the number that a text represents, or undefined if JavaScript would round an integer. */
function numberOf(text: string): number | undefined {
  const number = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(number)) return undefined;
  return !/^-?\d+$/.test(text) || BigInt(number) === BigInt(text) ? number : undefined;
}

/**
 * Converts text, or a list or object of texts, to the types of its schema. Text that fits no type remains a string, so
 * validation rejects it.
 */
export function coerce(raw: RawValue, schema: Schema | boolean | undefined, resolve: Resolve): unknown {
  if (schema === undefined || typeof schema === 'boolean') return raw;
  if (typeof raw !== 'string') return coerceMembers(raw, schema, resolve);
  const types = typesOf(schema, resolve, 0);
  if (!types.includes('string') && types.includes('array'))
    return [coerce(raw, itemOf(partsOf(schema, resolve), 0), resolve)];
  return coerceText(raw, schema, types, resolve);
}

function coerceMembers(raw: unknown, schema: Schema, resolve: Resolve): unknown {
  // A JSON parser may have read a form.
  if (typeof raw !== 'object' || raw === null) return raw;
  const parts = partsOf(schema, resolve);
  if (Array.isArray(raw))
    return raw.map((item: RawValue, index) => coerce(item, itemOf(parts, index), resolve));
  return Object.fromEntries(
    Object.entries(raw).map(([name, member]) => [
      name,
      coerce(member as RawValue, memberOf(parts, name), resolve),
    ]),
  );
}

function coerceText(text: string, schema: Schema, types: readonly Name[], resolve: Resolve): unknown {
  const readings: unknown[] = types.includes('string') ? [text] : [];
  const number = types.includes('number') || types.includes('integer') ? numberOf(text) : undefined;
  if (number !== undefined) readings.push(number);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) readings.push(text === 'true');
  if (readings.length < 2) return readings.length === 0 ? text : readings[0];
  const accepted = readings.find((reading) => accepts(schema, reading, resolve) !== false);
  return accepted ?? readings[0];
}

function typesOf(schema: Schema, resolve: Resolve, depth: number): readonly Name[] {
  if (schema.type !== undefined) return typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (schema.const !== undefined) return [nameOf(schema.const)];
  if (schema.enum !== undefined) return schema.enum.map(nameOf);
  if (depth > MAX_DEPTH) return ALL;
  const inside = (one: Schema): readonly Name[] => typesOf(one, resolve, depth + 1);
  if (schema.$ref !== undefined) return inside(resolve(schema.$ref) ?? {});
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.flatMap(inside);
  const all = (schema.allOf ?? []).map(inside).filter((types) => types !== ALL);
  return all[0] ?? ALL;
}

function nameOf(value: unknown): Name {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Name;
}

const MAX_DEPTH = 16;

/** Returns the schema with those that it refers to or combines. */
export function partsOf(schema: Schema, resolve: Resolve, depth = 0): Schema[] {
  if (depth > MAX_DEPTH) return [];
  const referred = schema.$ref === undefined ? undefined : resolve(schema.$ref);
  const inner = [
    ...(referred ? [referred] : []),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  return [schema, ...inner.flatMap((one) => partsOf(one, resolve, depth + 1))];
}

function itemOf(parts: readonly Schema[], index: number): Schema | boolean | undefined {
  return firstOf(parts, ({ prefixItems, items }) => prefixItems?.[index] ?? items);
}

function memberOf(parts: readonly Schema[], name: string): Schema | boolean | undefined {
  return (
    firstOf(parts, ({ properties }) =>
      properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined,
    ) ?? firstOf(parts, ({ additionalProperties }) => additionalProperties)
  );
}

function firstOf<T>(parts: readonly Schema[], find: (part: Schema) => T | undefined): T | undefined {
  for (const part of parts) {
    const found = find(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
