import type ts from 'typescript';
import type { JsonValue, CommentTexts } from 'dtospec/internal';
import type { Compiler } from './compiler/compiler.js';

/** Returns the texts of a symbol's comment: its description, `@example` and `@deprecated`. */
export function textsOf(compiler: Compiler, symbol: ts.Symbol | undefined): CommentTexts {
  if (symbol === undefined) return {};
  const description = plainText(compiler.commentOf(symbol));
  const tags = compiler.tagsOf(symbol);
  const examples = tags.filter(({ name }) => name === 'example').map(({ text }) => valueIn(text));
  return {
    ...(description !== '' && { description }),
    ...(tags.some(({ name }) => name === 'deprecated') && { deprecated: true }),
    ...(examples.length > 0 && { examples }),
  };
}

/** Returns the value of `@default`, or undefined. */
export function defaultOf(compiler: Compiler, symbol: ts.Symbol): JsonValue | undefined {
  const tag = compiler.tagsOf(symbol).find(({ name }) => name === 'default' || name === 'defaultValue');
  return tag === undefined || tag.text.trim() === '' ? undefined : valueIn(tag.text);
}

/** Writes `{@link Cat}` as its text. */
function plainText(text: string): string {
  return text
    .replace(/\{@link(?:code|plain)?\s+([^}|\s]+)\s*\|?\s*([^}]*)\}/g, (_, target: string, label: string) =>
      label.trim() === '' ? target : label.trim(),
    )
    .trim();
}

/** Returns the value that a tag's text means: JSON, a text in quotes or backticks, or the text itself. */
function valueIn(text: string): JsonValue {
  const value = text
    .trim()
    .replace(/^```\w*\n?([^]*?)\n?```$/, '$1')
    .trim();
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return /^(['"`])[^]*\1$/.test(value) ? value.slice(1, -1) : value;
  }
}
