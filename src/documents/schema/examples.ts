import type { Schema } from '../json-schema/schema.js';
import { dereferenced, type References } from './narrow.js';

/** Texts of a boolean. */
const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * An example as JSON of the schema's type: `'42'` of a number is 42, a `Date` its text,
 * a text of a list or an object what its JSON says. A value that cannot be coerced stays as it is.
 */
export function coerceExample(value: unknown, given: Schema, references: References): unknown {
  const schema = dereferenced(given, references);
  const plain = value instanceof Date ? value.toJSON() : value;
  const [only, ...others] = alternativesOf(schema);
  if (only !== undefined && others.length === 0) return coerceExample(plain, only, references);
  const types: readonly string[] = [schema.type ?? []].flat();
  if (typeof plain === 'bigint') return types.includes('string') ? plain.toString() : Number(plain);
  if (Array.isArray(plain)) return coerceItems(plain, schema, references);
  if (typeof plain === 'string') return coerceText(plain, types, schema, references);
  if (typeof plain === 'object' && plain !== null) return coerceMembers(plain, schema, references);
  const isScalar = typeof plain === 'number' || typeof plain === 'boolean';
  return isScalar && types.length === 1 && types[0] === 'string' ? String(plain) : plain;
}

/** What stands beside null where null is an alternative of its own. */
function alternativesOf({ type, anyOf }: Schema): Schema[] {
  return type === undefined ? (anyOf ?? []).filter((branch) => branch.type !== 'null') : [];
}

function coerceMembers(value: object, { additionalProperties }: Schema, references: References): unknown {
  if (typeof additionalProperties !== 'object') return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [
    key,
    coerceExample(member, additionalProperties, references),
  ]);
  return Object.fromEntries(entries);
}

function coerceItems(values: readonly unknown[], schema: Schema, references: References): unknown[] {
  const { items } = schema;
  return values.map((item, index) => {
    const itemSchema = schema.prefixItems?.[index] ?? (typeof items === 'object' ? items : {});
    return coerceExample(item, itemSchema, references);
  });
}

function coerceText(text: string, types: readonly string[], schema: Schema, references: References): unknown {
  if (types.includes('string') || types.length === 0) return text;
  const number = Number(text);
  const isNumber = text.trim() !== '' && Number.isFinite(number);
  if (isNumber && (types.includes('number') || (types.includes('integer') && Number.isInteger(number))))
    return number;
  if (types.includes('boolean') && BOOLEANS.has(text)) return BOOLEANS.get(text);
  if (types.includes('array') || types.includes('object')) return coerceJson(text, schema, references);
  return text;
}

function coerceJson(text: string, schema: Schema, references: References): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? coerceItems(value, schema, references) : value;
  } catch {
    return schema.type === 'array'
      ? coerceItems(
          text.split(',').map((item) => item.trim()),
          schema,
          references,
        )
      : text;
  }
}
