import { isRecord } from '../../shared/values.js';
import type { OpenApiDocument } from './types/document.js';

/**
 * Writes plain JSON values as YAML 1.2 that YAML 1.1 parsers read in the same way: `no` and `on` are quoted.
 */
export function toYaml(document: OpenApiDocument): string {
  return [...yamlParts(document)].join('');
}

/** Depth at which text is yielded: a part for each path and each group of components. */
const PART_DEPTH = 2;

/** Yields the same text in parts, so that a server can pause between them. */
export function yamlParts(document: OpenApiDocument): Generator<string> {
  return mappingParts(Object.entries(document), '', PART_DEPTH);
}

type Members = readonly (readonly [key: string, value: unknown])[];

function* mappingParts(members: Members, indent: string, depth: number): Generator<string> {
  if (members.length === 0) yield '{}\n';
  for (const [key, value] of members) {
    const nested = depth > 0 && isRecord(value) ? Object.entries(value) : [];
    if (nested.length === 0) yield `${writeKey(key, indent)}${writeMember(value, indent)}`;
    else {
      yield `${writeKey(key, indent)}\n`;
      yield* mappingParts(nested, `${indent}  `, depth - 1);
    }
  }
}

/** Maximum length of a simple key. YAML allows 1,024 characters (YAML 1.2, 8.2.2); longer keys use `?`. */
const LONGEST_KEY = 1000;

function writeKey(key: string, indent: string): string {
  const text = writeYamlText(key);
  return text.length > LONGEST_KEY ? `${indent}? ${text}\n${indent}:` : `${indent}${text}:`;
}

function writeMember(value: unknown, indent: string): string {
  const deeper = `${indent}  `;
  const block = writeBlock(value, deeper);
  return block === '' ? ` ${writeFlow(value, deeper)}\n` : `\n${block}`;
}

function writeBlock(value: unknown, indent: string): string {
  let text = '';
  if (Array.isArray(value)) for (const item of value) text += `${indent}- ${writeItem(item, indent)}`;
  else if (isRecord(value))
    for (const [key, member] of Object.entries(value))
      text += writeKey(key, indent) + writeMember(member, indent);
  return text;
}

function writeItem(item: unknown, indent: string): string {
  const deeper = `${indent}  `;
  const block = writeBlock(item, deeper);
  return block === '' ? `${writeFlow(item, deeper)}\n` : block.slice(deeper.length);
}

function writeFlow(value: unknown, indent: string): string {
  if (Array.isArray(value)) return '[]';
  return isRecord(value) ? '{}' : writeYamlScalar(value, indent);
}

/**
 * Matches the start of text that needs no quotes. A digit may
 * start a number or a date, except in a version such as 1.2.3.
 */
const PLAIN_START = /^(?:[A-Za-z_/$]|\d+(?:\.\d+){2,}$)/;

/**
 * Text that needs quotes: it contains the end of a scalar, the start of a comment or value, or unprintable
 * characters (YAML 1.2, 5.1, 7.3.3).
 */
const NOT_PLAIN =
  /[^\x20-\x7e\u00a1-\u1fff\u2030-\ud7ff\uf900-\ufdcf\ufe70-\ufefc\uff01-\uffef]|:(?: |$)| #| $/;

const WORD = /^(?:y|yes|n|no|on|off|true|false|null)$/i;

/**
 * Text that cannot be a literal block (YAML 1.2, 8.1.2): it is unprintable, or would be read as indentation.
 */
const NOT_LITERAL =
  /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|^[ \n]|\n +(?:\n|$)|\n\n$/u;

/** Characters that JSON leaves unescaped but YAML must escape. */
const UNPRINTABLE = /[\x7f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function writeYamlScalar(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return value.includes('\n') ? writeLines(value, indent) : writeYamlText(value);
  return typeof value === 'number' ? writeNumber(value) : JSON.stringify(value);
}

function writeYamlText(text: string): string {
  return PLAIN_START.test(text) && !NOT_PLAIN.test(text) && !WORD.test(text) ? text : quote(text);
}

function quote(text: string): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(UNPRINTABLE, escape);
}

function writeLines(text: string, indent: string): string {
  if (NOT_LITERAL.test(text)) return quote(text);
  const end = text.endsWith('\n');
  const lines = end ? text.slice(0, -1) : text;
  return `${end ? '|' : '|-'}\n${lines.replace(/^(?=.)/gm, indent)}`;
}

/** Writes a number. An exponent needs a fraction, since YAML 1.1 reads `1e5` as text. */
function writeNumber(value: number): string {
  return JSON.stringify(value).replace(/^(-?\d+)e/, '$1.0e');
}
