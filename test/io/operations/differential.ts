import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from '../../../src/index.js';

/** What decides whether a schema of a document accepts a value. */
export type JudgeOf = (schema: Schema) => ValidateFunction;

/**
 * Returns a value without the members that its schema does not document, written apart from `member-filter`. Of a union it
 * takes the first branch that accepts the value.
 */
export function documentedOnly(
  value: unknown,
  schema: Schema | boolean,
  defs: Readonly<Record<string, Schema>>,
  judgeOf: JudgeOf,
): unknown {
  if (typeof schema === 'boolean' || typeof value !== 'object' || value === null) return value;
  const again = (inner: unknown, of: Schema | boolean): unknown => documentedOnly(inner, of, defs, judgeOf);
  if (schema.$ref !== undefined) return again(value, defs[schema.$ref.split('/').at(-1)!]!);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) {
    const branch = branches.find((one) => judgeOf(one)(value));
    return branch === undefined ? value : again(value, branch);
  }
  if (Array.isArray(value)) {
    const { prefixItems = [], items = true } = schema;
    return value.map((item, index) => again(item, prefixItems[index] ?? items));
  }
  const { properties, additionalProperties } = schema;
  if (properties === undefined && additionalProperties === undefined) return value;
  const others = additionalProperties ?? false;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const own = properties !== undefined && Object.hasOwn(properties, name) ? properties[name]! : others;
      return own === false ? [] : [[name, again(member, own)]];
    }),
  );
}

export type Values = Readonly<Record<string, unknown>>;

/** Most values that the texts of one form may stand for. */
const MOST_READINGS = 64;

/** Values that a form or a query may stand for: a text may be a number, a boolean or the only item of a list. */
export function readingsOf(value: unknown, isMultipart: boolean): unknown[] {
  if (Array.isArray(value)) {
    const lists = combined(value.map((item: unknown) => readingsOf(item, isMultipart)));
    return value.length === 1 ? [...lists, ...lists.map(([only]) => only)] : lists;
  }
  if (isMembers(value)) {
    if (isMultipart) return [value, JSON.stringify(value), [value]];
    const names = Object.keys(value);
    return combined(Object.values(value).map((member) => readingsOf(member, false))).map((members) =>
      Object.fromEntries(names.map((name, index) => [name, members[index]])),
    );
  }
  const readings = readingsOfText(String(value), isMultipart);
  return [...readings, ...readings.map((one) => [one])];
}

/** Readings of a whole form, or none if there are too many. */
export function readingsOfForm(form: Values, isMultipart: boolean): Values[] {
  const readings = Object.values(form).map((value) => readingsOf(value, isMultipart));
  if (readings.reduce((count, { length }) => count * length, 1) > MOST_READINGS) return [];
  const names = Object.keys(form);
  return combined(readings).map((members) =>
    Object.fromEntries(names.map((name, index) => [name, members[index]])),
  );
}

function readingsOfText(text: string, isMultipart: boolean): unknown[] {
  try {
    const value: unknown = text === text.trim() ? JSON.parse(text) : text;
    // A part is JSON if an object or a list is documented.
    if (isMultipart && typeof value === 'object' && value !== null) return [text, value];
    return typeof value === 'boolean' || Number.isFinite(value) ? [text, value] : [text];
  } catch {
    return [text];
  }
}

function combined(lists: readonly (readonly unknown[])[]): unknown[][] {
  return lists.reduce<unknown[][]>(
    (all, list) => all.flatMap((before) => list.map((one) => [...before, one])),
    [[]],
  );
}

export function isMembers(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether each encoding can express the value: it has no null, nothing empty, and no list in a list. */
export function isWritable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !/\p{Surrogate}|[\r\n\0]/u.test(value);
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object') return true;
  if (value === null || depth > 1 || Object.keys(value).length === 0) return false;
  if (Array.isArray(value))
    return value.every((item) => typeof item !== 'object' && isWritable(item, depth + 1));
  return Object.entries(value).every(([name, member]) => {
    if (depth > 0 && typeof member === 'object') return false;
    return /^[a-z]+$/.test(name) && !(name in Object.prototype) && isWritable(member, depth + 1);
  });
}

/** Writes a form or a query: lists as repeated names, objects as `name[member]`. */
export function writeForm(form: Values): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(form))
    if (Array.isArray(value)) for (const item of value) written.append(name, String(item));
    else if (isMembers(value))
      for (const [key, member] of Object.entries(value)) written.append(`${name}[${key}]`, String(member));
    else written.append(name, String(value));
  return written.toString();
}

/** Writes a multipart form: lists as repeated parts, objects as JSON. */
export function writeMultipart(form: Values): FormData {
  const written = new FormData();
  for (const [name, value] of Object.entries(form))
    for (const item of [value].flat())
      written.append(name, isMembers(item) ? JSON.stringify(item) : String(item));
  return written;
}
