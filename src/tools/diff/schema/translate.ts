import {
  ANNOTATION_KEYWORDS,
  type Direction,
  below,
  hiddenProperties,
  isRecord,
  omit,
  sameJson,
  type Schema,
  SUBSCHEMAS,
  translate30,
} from 'dtospec/internal';
import type { SpecDocument } from '../document.js';

export type Node = Schema | boolean;

export const UNRESOLVED = 'x-dtospec-unresolved';

const DROPPED: ReadonlySet<string> = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$defs',
  'definitions',
  '$vocabulary',
  '$comment',
  // Keywords of OpenAPI 3.0, which later versions lack, and an identifier of older drafts.
  'nullable',
  'id',
]);

export interface Translation {
  readonly document: SpecDocument;
  readonly direction: Direction;
  readonly nameRef: (ref: string) => string | undefined;
  readonly remember: (schema: Schema, pointer: string) => void;
}

export function translate(
  raw: unknown,
  pointer: string,
  context: Translation,
  hiddenAbove: ReadonlySet<string> = new Set(),
): Node {
  if (typeof raw === 'boolean') return raw;
  if (!isRecord(raw)) return true;
  const { document, direction, remember } = context;
  const schema = (document.version === '3.0' ? translate30(raw) : raw) as Record<string, unknown>;
  const names = new Set([...hiddenAbove, ...hiddenProperties(raw, document.root.value, direction)]);
  const translated: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED.has(keyword)) continue;
    define(translated, ...translateKeyword(keyword, value, pointer, context, names));
  }
  for (const union of ['anyOf', 'oneOf'] as const) {
    const { [union]: branches } = translated as Schema;
    branches?.forEach((branch, index) => {
      if (!repeats(branch, translated)) return;
      branches[index] = omit(branch, ['type', 'properties']);
      remember(branches[index], below(pointer, union, String(index)));
    });
  }
  remember(translated, pointer);
  return translated;
}

/**
 * Returns whether the type and the properties of a branch are those beside the union, as in dtospec's
 * @AtLeastOneOf.
 */
function repeats({ type, properties = {} }: Schema, { properties: all = {}, type: outer }: Schema): boolean {
  const names = Object.keys(properties);
  const plain = (schema: Node | undefined): Schema => omit(asSchema(schema ?? true), ANNOTATION_KEYWORDS);
  return (
    names.length > 0 &&
    sameJson(type, outer) &&
    names.every((name) => Object.hasOwn(all, name) && sameJson(plain(properties[name]), plain(all[name])))
  );
}

function translateKeyword(
  keyword: string,
  value: unknown,
  pointer: string,
  context: Translation,
  hidden: ReadonlySet<string>,
): [string, unknown] {
  const inside = (item: unknown, ...keys: string[]): Node =>
    translate(item, below(pointer, keyword, ...keys), context, IN_PLACE.has(keyword) ? hidden : undefined);
  switch (SUBSCHEMAS.get(keyword)) {
    case 'one':
      return [keyword, inside(value)];
    case 'list':
      return [
        keyword,
        Array.isArray(value) ? value.map((item, index) => asSchema(inside(item, String(index)))) : [],
      ];
    case 'map':
      return [keyword, isRecord(value) ? mapOf(value, (item, name) => inside(item, name)) : {}];
    case undefined:
      break;
  }
  if (keyword === '$ref' || keyword === '$dynamicRef') {
    const name = typeof value === 'string' ? context.nameRef(value) : undefined;
    return name === undefined || keyword === '$dynamicRef' ? [UNRESOLVED, value] : [keyword, name];
  }
  // OpenAPI 3.0.3, readOnly: "if in the required list, the required will take effect on the response only".
  if (keyword === 'required')
    return [keyword, Array.isArray(value) ? value.filter((name: string) => !hidden.has(name)) : []];
  return [keyword, value];
}

const IN_PLACE: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

export function asSchema(node: Node): Schema {
  if (typeof node === 'object') return node;
  return node ? {} : { not: {} };
}

function mapOf<T>(
  object: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => T,
): Record<string, T> {
  const mapped: Record<string, T> = {};
  for (const [key, value] of Object.entries(object)) define(mapped, key, change(value, key));
  return mapped;
}

function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
