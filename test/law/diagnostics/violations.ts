import type { Schema } from '../../../src/documents/json-schema/schema.js';
import { intersect } from '../../../src/documents/json-schema/intersect.js';
import { removeAt, type JsonPath } from '../../../src/tools/fuzz/values/json-path.js';
import { putAt } from '../classes/values.js';

/** A valid value with one change, which violates one documented keyword. */
export interface Violation {
  readonly path: JsonPath;
  readonly keyword: string;
  /** The whole value. */
  readonly value: unknown;
}

type Defs = Readonly<Record<string, Schema>>;

const DEEPEST = 5;

/**
 * Violates each keyword of a schema at each place of a valid value, mostly in several ways. A change may happen to be
 * valid, so a validator decides.
 */
export function* violationsOf(
  schema: Schema | boolean,
  defs: Defs,
  whole: unknown,
  value: unknown = whole,
  path: JsonPath = [],
): Generator<Violation> {
  if (typeof schema === 'boolean' || path.length > DEEPEST) return;
  const { $ref, allOf = [], anyOf = [], oneOf = [], ...own } = resolve(schema, defs);
  for (const part of [...allOf, ...anyOf, ...oneOf]) yield* violationsOf(part, defs, whole, value, path);
  for (const [keyword, invalid] of Object.entries(INVALID))
    if (keyword in own)
      for (const put of invalid(own, value)) yield { path, keyword, value: putAt(whole, path, put) };
  for (const [step, inner] of membersOf(own, value)) {
    const member = (value as Record<string | number, unknown>)[step];
    yield* violationsOf(inner, defs, whole, member, [...path, step]);
  }
  for (const name of own.required ?? [])
    if (isObject(value) && Object.hasOwn(value, name))
      yield { path: [...path, name], keyword: 'required', value: removeAt(whole, [...path, name]) };
}

function resolve(schema: Schema, defs: Defs): Schema {
  const { $ref, ...rest } = schema;
  return $ref === undefined
    ? schema
    : resolve(intersect(rest, defs[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}), defs);
}

type Step = readonly [step: string | number, schema: Schema | boolean];

function membersOf(
  { properties = {}, additionalProperties, items, prefixItems = [] }: Schema,
  value: unknown,
): Step[] {
  if (Array.isArray(value))
    return value.slice(0, 2).map((_, index): Step => [index, prefixItems[index] ?? items ?? true]);
  if (!isObject(value)) return [];
  return Object.keys(value).map((name): Step => [name, properties[name] ?? additionalProperties ?? true]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const TEXT = 'none of these';

/** Values that each keyword refuses. */
const INVALID: Readonly<Record<string, (schema: Schema, value: unknown) => readonly unknown[]>> = {
  type: () => [TEXT, {}, [], 1.5, true],
  enum: (_, value) => (typeof value === 'number' ? [987_654] : [TEXT]),
  const: (_, value) => (typeof value === 'number' ? [987_654] : [TEXT]),
  format: () => [TEXT],
  pattern: (_, value) => ['', ' ', '\u0001', `${textOf(value)}\u0001`],
  minLength: ({ minLength = 0 }, value) =>
    minLength > 0
      ? [
          Array.from(textOf(value))
            .slice(0, minLength - 1)
            .join(''),
        ]
      : [],
  maxLength: ({ maxLength = 0 }, value) => [
    (textOf(value) || 'a').repeat(maxLength + 1).slice(0, maxLength + 1),
  ],
  minimum: ({ minimum = 0 }) => [minimum - 1],
  maximum: ({ maximum = 0 }) => [maximum + 1],
  exclusiveMinimum: ({ exclusiveMinimum }) => [exclusiveMinimum],
  exclusiveMaximum: ({ exclusiveMaximum }) => [exclusiveMaximum],
  multipleOf: ({ multipleOf = 1 }, value) => [Number(value) + multipleOf / 2],
  minItems: ({ minItems = 0 }, value) =>
    Array.isArray(value) && minItems > 0 ? [value.slice(0, minItems - 1)] : [],
  maxItems: ({ maxItems = 0 }, value) =>
    Array.isArray(value) && value.length > 0 && maxItems < 100
      ? [Array.from({ length: maxItems + 1 }, (_, index): unknown => value[index % value.length])]
      : [],
  uniqueItems: (_, value) =>
    Array.isArray(value) && value.length > 0 ? [[...(value as unknown[]), value[0]]] : [],
  contains: () => [[]],
  minProperties: () => [{}],
  not: ({ not }) =>
    typeof not === 'object' ? ['const' in not ? not.const : undefined, ...(not.enum ?? [])] : [],
  additionalProperties: unexpectedMember,
  unevaluatedProperties: unexpectedMember,
};

function unexpectedMember(_: Schema, value: unknown): readonly unknown[] {
  return isObject(value) ? [{ ...value, unexpected: 1 }] : [];
}
