import { printable } from '../../../shared/printable.js';
import { isRecord } from '../../../shared/values.js';
import { oneLine } from './escape.js';

type AnySchema = Readonly<Record<string, unknown>>;

/**
 * Indentation of the members of objects, or undefined to write everything in one line, without descriptions.
 */
type Indent = string | undefined;

/**
 * Writes a JSON Schema in a notation like the types of TypeScript: `string(1..80 chars)`, `Item[]`, `"a" |
 * "b"`, `{ name: string, age?: integer(>=0) }`. Parentheses contain constraints, and `= 1` is a default.
 * Keywords without a notation are written as JSON.
 */
export function writeType(schema: unknown, indent?: Indent): string {
  if (schema === false) return 'never';
  if (!isRecord(schema)) return 'any';
  const types = [schema.type ?? []].flat();
  const alternatives = [writeParts(schema, types, indent)];
  const constraints = writeConstraints(schema);
  if (constraints.length > 0)
    alternatives[0] = `${grouped(alternatives[0] ?? '')}(${constraints.join(', ')})`;
  if (types.includes('null') && types.length > 1 && schema.enum === undefined) alternatives.push('null');
  const text = alternatives.join(' | ');
  return schema.default === undefined ? text : `${text} = ${json(schema.default)}`;
}

/** Returns the name of a component, or the reference itself. */
function referenceName(reference: unknown): string {
  return printable(String(reference).replace(/^#\/components\/schemas\//, ''));
}

function writeParts(schema: AnySchema, types: readonly unknown[], indent: Indent): string {
  const parts: string[] = [];
  if (schema.$ref !== undefined) parts.push(referenceName(schema.$ref));
  if ('const' in schema) parts.push(json(schema.const));
  else if (Array.isArray(schema.enum)) parts.push(schema.enum.map(json).join(' | '));
  for (const key of ['oneOf', 'anyOf'])
    if (Array.isArray(schema[key]))
      parts.push(schema[key].map((type) => writeType(type, indent)).join(' | '));
  if (Array.isArray(schema.allOf)) parts.push(...schema.allOf.map((part) => writeType(part, indent)));
  const own = writeOwnTypes(schema, types, indent);
  // The name of a type adds nothing beside values, alternatives or a component.
  if (parts.length === 0 || own.startsWith('{') || own.endsWith(']')) parts.push(own);
  return parts.length === 1 ? (parts[0] ?? '') : parts.map(grouped).join(' & ');
}

function writeOwnTypes(schema: AnySchema, types: readonly unknown[], indent: Indent): string {
  const isObject = isRecord(schema.properties) || isRecord(schema.additionalProperties);
  const isArray = schema.items !== undefined || schema.prefixItems !== undefined;
  const anyOrArray = isArray ? 'array' : 'any';
  const written = types.length > 1 ? types.filter((type) => type !== 'null') : types;
  return (written.length > 0 ? written : [isObject ? 'object' : anyOrArray])
    .map((type) => {
      if (type === 'object' && isObject) return writeObject(schema, indent);
      if (type === 'array') return writeArray(schema, indent);
      return printable(String(type));
    })
    .join(' | ');
}

function writeArray({ items, prefixItems }: AnySchema, indent: Indent): string {
  if (!Array.isArray(prefixItems)) return `${grouped(writeType(items, indent))}[]`;
  const first = prefixItems.map((item) => writeType(item, indent));
  const rest = items === false ? [] : [`...${grouped(writeType(items, indent))}[]`];
  return `[${[...first, ...rest].join(', ')}]`;
}

function writeObject(schema: AnySchema, indent: Indent): string {
  const { properties, additionalProperties } = schema;
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const memberIndent = indent === undefined ? undefined : `${indent}  `;
  const members = Object.entries(isRecord(properties) ? properties : {}).map(([name, member]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : json(name);
    return `${key}${required.includes(name) ? '' : '?'}: ${writeType(member, memberIndent)}${memberIndent === undefined ? '' : comment(member)}`;
  });
  if (isRecord(additionalProperties)) members.push(`[key]: ${writeType(additionalProperties, memberIndent)}`);
  if (members.length === 0) return '{}';
  if (memberIndent === undefined) return `{ ${members.join(', ')} }`;
  return `{\n${members.map((member) => `${memberIndent}${member}\n`).join('')}${indent}}`;
}

/** Returns the description of a schema as a comment at the end of its line. */
export function comment(schema: unknown): string {
  const text = isRecord(schema) ? oneLine(schema.description) : '';
  return text === '' ? '' : ` // ${text}`;
}

const RANGES = [
  ['minimum', 'maximum', ''],
  ['minLength', 'maxLength', ' chars'],
  ['minItems', 'maxItems', ' items'],
  ['minProperties', 'maxProperties', ' members'],
  ['minContains', 'maxContains', ' such items'],
] as const;

const CONSTRAINTS: Readonly<Record<string, (value: unknown) => string>> = {
  format: (value) => printable(String(value)),
  exclusiveMinimum: (value) => `>${json(value)}`,
  exclusiveMaximum: (value) => `<${json(value)}`,
  multipleOf: (value) => `multiple of ${json(value)}`,
  pattern: (value) => `/${printable(String(value))}/`,
  uniqueItems: (value) => (value === true ? 'unique' : ''),
  contains: (value) => `contains ${writeType(value)}`,
  not: (value) => `not ${grouped(writeType(value))}`,
  additionalProperties: (value) => (value === false ? 'no other members' : ''),
  readOnly: (value) => (value === true ? 'only in responses' : ''),
  writeOnly: (value) => (value === true ? 'only in requests' : ''),
  deprecated: (value) => (value === true ? 'deprecated' : ''),
};

/** Keywords that are written elsewhere, and annotations. */
const OTHERS = new Set([
  '$ref',
  'type',
  'const',
  'enum',
  'oneOf',
  'anyOf',
  'allOf',
  'items',
  'prefixItems',
  'properties',
  'required',
  'default',
  'description',
  'title',
  'example',
  'examples',
  '$comment',
  'discriminator',
  'xml',
  'externalDocs',
  ...RANGES.flatMap(([from, to]) => [from, to]),
]);

function writeConstraints(schema: AnySchema): string[] {
  const ranges = RANGES.map(([from, to, unit]) => writeRange(schema[from], schema[to], unit));
  const others = Object.entries(schema).map(([key, value]) => {
    if (OTHERS.has(key) || key.startsWith('x-') || value === undefined) return '';
    return CONSTRAINTS[key]?.(value) ?? `${printable(key)} ${json(value)}`;
  });
  return [...others, ...ranges].filter((text) => text !== '');
}

function writeRange(from: unknown, to: unknown, unit: string): string {
  if (from === undefined && to === undefined) return '';
  if (to === undefined) return `>=${json(from)}${unit}`;
  if (from === undefined) return `<=${json(to)}${unit}`;
  return from === to ? `${json(from)}${unit}` : `${json(from)}..${json(to)}${unit}`;
}

function grouped(text: string): string {
  return / [|&=] /.test(text) ? `(${text})` : text;
}

function json(value: unknown): string {
  return printable(JSON.stringify(value));
}
