import type { ExampleEntry } from '../model/types.js';
import type { Schema, SchemaType } from '../schema/schema.js';
import { serialize } from '../serialize/serialize.js';
import { compact, text } from './compact.js';
import type { ExampleObject, SchemaHolder } from './document.js';

/** The value as plain JSON: instances by their model, dates as text. Throws where it contains itself. */
export function toJson(value: unknown): unknown {
  if (value === undefined) return undefined;
  const json = JSON.stringify(typeof value === 'bigint' ? value.toString() : serialize(value), (_key, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  ) as string | undefined;
  return json === undefined ? undefined : JSON.parse(json);
}

/** Turns an example into a value of its schema's type where that is possible, as the seed's tags are (2.9 rule 6). */
export function coerceExample(value: unknown, schema: Schema): unknown {
  const json = toJson(value);
  const types = typesOf(schema);
  if (types.length === 0 || types.some((type) => IS[type](json))) return coerceMembers(json, schema);
  for (const type of types) {
    const coerced = COERCIONS[type](json);
    if (coerced !== undefined) return coerceMembers(coerced, schema);
  }
  return json;
}

function coerceMembers(value: unknown, schema: Schema): unknown {
  const { items, properties } = schema;
  if (Array.isArray(value) && typeof items === 'object') return value.map((item) => coerceExample(item, items));
  if (!isRecord(value) || properties === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      Object.hasOwn(properties, key) ? coerceExample(member, properties[key] ?? {}) : member,
    ]),
  );
}

/**
 * The examples of a parameter: one without a name as `example`, several or named ones as `examples`.
 * `values` are the entries' values, coerced.
 */
export function createExamples(
  entries: readonly ExampleEntry[],
  values: readonly unknown[],
): Pick<SchemaHolder, 'example' | 'examples'> {
  if (entries.length === 0) return {};
  const isPlain = entries.length === 1 && entries[0]?.name === undefined && entries[0]?.summary === undefined;
  if (isPlain) return { example: values[0] };
  const examples = entries.map((entry, index): [string, ExampleObject] => [
    entry.name ?? `example${index + 1}`,
    compact<ExampleObject>({ summary: text(entry.summary), value: values[index] }),
  ]);
  return { examples: Object.fromEntries(examples) };
}

export function typesOf(schema: Schema): SchemaType[] {
  if (schema.type === undefined) return [];
  return Array.isArray(schema.type) ? schema.type : [schema.type];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is of a type. */
export const IS: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isRecord,
};

/** A value of the type that says the same, or undefined. */
const COERCIONS: Readonly<Record<SchemaType, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined),
  number: toNumber,
  integer: (value) => (Number.isInteger(toNumber(value)) ? toNumber(value) : undefined),
  boolean: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  null: () => undefined,
  array: (value) => parseAs('array', value) ?? (isRecord(value) || value === null ? undefined : [value]),
  object: (value) => parseAs('object', value),
};

function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function parseAs(type: SchemaType, value: unknown): unknown {
  try {
    const parsed: unknown = JSON.parse(String(value));
    return IS[type](parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
