import type ts from 'typescript';
import type { CommentTexts, EnumMember, FactSchema, JsonValue } from 'dtospec/internal';
import type { Compiler } from './compiler/compiler.js';

/** The type of the values in a comment's tags. */
export interface TagPlace {
  readonly schema: FactSchema;
  readonly isNullable: boolean;
  /** The members of the enum that the schema refers to. */
  readonly members: readonly EnumMember[] | undefined;
}

/**
 * Returns the texts of a symbol's comment: its description, `@example` and `@deprecated`.
 *
 * @param place the type of the examples. @default no examples
 */
export function textsOf(compiler: Compiler, symbol: ts.Symbol | undefined, place?: TagPlace): CommentTexts {
  if (symbol === undefined) return {};
  const description = plainText(compiler.commentOf(symbol));
  const tags = compiler.tagsOf(symbol);
  const examples = tags
    .filter(({ name }) => name === 'example')
    .map(({ text }) => (place === undefined ? undefined : valueIn(text, place)))
    .filter((value) => value !== undefined);
  return {
    ...(description !== '' && { description }),
    ...(tags.some(({ name }) => name === 'deprecated') && { deprecated: true }),
    ...(examples.length > 0 && { examples }),
  };
}

/** Returns the value of `@default`, or undefined. */
export function defaultOf(compiler: Compiler, symbol: ts.Symbol, place: TagPlace): JsonValue | undefined {
  const tag = compiler.tagsOf(symbol).find(({ name }) => name === 'default' || name === 'defaultValue');
  return tag === undefined || tag.text.trim() === '' ? undefined : valueIn(tag.text, place);
}

/** Writes `{@link Cat}` as its text. */
function plainText(text: string): string {
  return text
    .replace(/\{@link(?:code|plain)?\s+([^}|\s]+)\s*\|?\s*([^}]*)\}/g, (_, target: string, label: string) =>
      label.trim() === '' ? target : label.trim(),
    )
    .trim();
}

/**
 * Returns the value that a tag's text means: JSON, a text with or without quotes, or a member of an enum.
 * Undefined for code, such as `new Date()`, and for a value of another type.
 */
function valueIn(tag: string, { schema, isNullable, members }: TagPlace): JsonValue | undefined {
  const text = tag
    .trim()
    .replace(/^```\w*\n?([^]*?)\n?```$/, '$1')
    .trim();
  const quoted = /^(['"`])[^]*\1$/.test(text) ? text.slice(1, -1) : undefined;
  const json = jsonIn(text);
  if (json === null && isNullable) return null;
  if (members !== undefined) {
    const names = [json, quoted, text.split('.').at(-1), text];
    return members.find(({ name, value }) => names.includes(value) || names.includes(name))?.value;
  }
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  const value = valueOfTypes({ text, quoted, json }, types, Object.keys(schema).length === 0);
  return isOfSchema(value, schema, types) ? value : undefined;
}

/** A tag's text in each form that it may have. */
interface TagText {
  readonly text: string;
  /** The text without its quotes; undefined if it has none. */
  readonly quoted: string | undefined;
  readonly json: JsonValue | undefined;
}

function valueOfTypes(
  { text, quoted, json }: TagText,
  types: readonly unknown[] | undefined,
  isOpen: boolean,
): JsonValue | undefined {
  const isText = types?.includes('string') ?? isOpen;
  if (isText && types?.length === 1 && typeof json !== 'string') return quoted ?? text;
  return json ?? quoted ?? (isText ? text : undefined);
}

function isOfSchema(
  value: JsonValue | undefined,
  schema: FactSchema,
  types: readonly unknown[] | undefined,
): boolean {
  const values = (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as
    | readonly (JsonValue | undefined)[]
    | undefined;
  if (values !== undefined) return values.includes(value);
  if (schema.format === 'date-time' && (typeof value !== 'string' || Number.isNaN(Date.parse(value))))
    return false;
  return types?.includes(typeOf(value)) !== false;
}

function typeOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
