import { isValidKeyword } from '../json-schema/keyword-values.js';
import { isSlowPattern } from '../json-schema/pattern/slow-pattern.js';
import { isSymbolicRef, type Reference, referencesIn } from './references.js';

/** The result of a visit of a schema. */
export interface Inspection {
  /** The symbolic references in the schema, in their order. */
  readonly references: readonly Reference[];
  /** True if the schema needs no further check. */
  readonly isPlain: boolean;
}

/** Keywords that need no further check if their values are valid. */
const PLAIN: ReadonlySet<string> = new Set([
  'type',
  'title',
  'description',
  'format',
  'contentEncoding',
  'contentMediaType',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'required',
  'enum',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/** The keywords that need a closer look, with what decides whether they need no further check. */
const INSPECTIONS: ReadonlyMap<string, (value: unknown, references: Reference[]) => boolean> = new Map([
  ['items', inspectSchema],
  ['additionalProperties', inspectSchema],
  ['properties', inspectEach],
  ['anyOf', inspectBranches],
  ['oneOf', inspectBranches],
  ['pattern', isQuickPattern],
  ['const', () => true],
  ['default', () => true],
]);

/**
 * Adds the references in a schema, and returns whether it needs no further check, as those of classes: the
 * values of its keywords are valid, and none depends on its place, on examples or on the version of OpenAPI.
 */
export function inspectSchema(schema: unknown, references: Reference[]): boolean {
  if (typeof schema === 'boolean') return true;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false;
  const keywords = schema as Record<string, unknown>;
  let isPlain = true;
  for (const keyword in keywords) if (!inspectKeyword(keyword, keywords, references)) isPlain = false;
  return isPlain;
}

function inspectKeyword(
  keyword: string,
  keywords: Record<string, unknown>,
  references: Reference[],
): boolean {
  const value = keywords[keyword];
  if (PLAIN.has(keyword)) return isValidKeyword(keyword, value);
  const inspect = INSPECTIONS.get(keyword);
  if (inspect !== undefined) return inspect(value, references);
  if (isSymbolicRef(value)) {
    references.push({ holder: keywords, key: keyword, ref: value });
    return keyword === '$ref';
  }
  if (typeof value === 'object') referencesIn(value, references);
  return false;
}

function inspectBranches(schemas: unknown, references: Reference[]): boolean {
  return inspectEach(schemas, references) && Array.isArray(schemas) && schemas.length > 0;
}

function isQuickPattern(value: unknown): boolean {
  return isValidKeyword('pattern', value) && isSlowPattern(value as string) !== true;
}

function inspectEach(schemas: unknown, references: Reference[]): boolean {
  if (typeof schemas !== 'object' || schemas === null) return false;
  let arePlain = true;
  for (const name in schemas)
    arePlain = inspectSchema(schemas[name as keyof typeof schemas], references) && arePlain;
  return arePlain;
}
