import { isRecord } from '../../shared/values.js';
import type { Schema, SchemaType } from './schema.js';

/** Returns the type of a JSON value. An integer is a number. */
export function jsonTypeOf(value: unknown): SchemaType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as SchemaType);
}

export const IS_OF_TYPE: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isRecord,
};

export function isOfType(value: unknown, type: SchemaType | readonly SchemaType[]): boolean {
  if (typeof type === 'string') return Object.hasOwn(IS_OF_TYPE, type) && IS_OF_TYPE[type](value);
  return type.some((candidate) => isOfType(value, candidate));
}

const ORDER: readonly SchemaType[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

export function typesOf({ type }: Schema): readonly SchemaType[] | undefined {
  return type === undefined || Array.isArray(type) ? type : [type];
}

export function intersectTypes(a: Schema['type'], b: Schema['type']): Schema['type'] {
  if (a === b || b === undefined) return a;
  if (a === undefined) return b;
  if (typeof a === 'string' && typeof b === 'string') {
    if (names([a], b)) return b;
    return names([b], a) ? a : [];
  }
  const left = [a].flat();
  const right = [b].flat();
  return writeTypes(ORDER.filter((type) => names(left, type) && names(right, type)));
}

export function writeTypes(types: readonly SchemaType[]): SchemaType | SchemaType[] {
  const distinct = ORDER.filter(
    (type) => types.includes(type) && !(type === 'integer' && types.includes('number')),
  );
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined ? only : distinct;
}

export function haveCommonType(a: Schema['type'], b: Schema['type']): boolean {
  const both = intersectTypes(a, b);
  return both === undefined || typeof both === 'string' || both.length > 0;
}

function names(types: readonly SchemaType[], type: SchemaType): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
