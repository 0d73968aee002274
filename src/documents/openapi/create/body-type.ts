import { type TypeInput } from '../../../../decorators/type-input.js';
import { CSV, essenceOf, isMultipart, OCTETS } from '../../../shared/media-types.js';
import type { Constructor } from '../../../shared/types.js';
import { resolveLazyOrUnknown } from '../../model/type/type-input-error.js';
import { isFile, typeRefOf } from '../../model/type/type-ref.js';
import type { TypeRef } from '../../model/types.js';

export function typeOf(input: TypeInput): TypeRef | undefined {
  try {
    return typeRefOf(input);
  } catch {
    // `createSchema` reports the error.
    return undefined;
  }
}

export function classOf(type: TypeRef): Constructor | undefined {
  if (type.kind === 'class') return type.target;
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'class' ? resolved.target : undefined;
}

export function defaultTypeOf(type: TypeRef | undefined, itemSchema: TypeInput | undefined): string {
  if (type === undefined) return itemSchema === undefined ? JSON_TYPE : JSON_LINES;
  if (isFile(type)) return fileTypeOf(type);
  return csvIn(type) === undefined ? JSON_TYPE : CSV;
}

function fileTypeOf(type: TypeRef): string {
  const resolved = resolveLazyOrUnknown(type);
  return (resolved.kind === 'file' ? resolved.contentType : undefined) ?? OCTETS;
}

/** Returns the type of a CSV body, or undefined for another type. */
export function csvIn(type: TypeRef): Extract<TypeRef, { kind: 'csv' }> | undefined {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'csv' ? resolved : undefined;
}

export const JSON_TYPE = 'application/json';
const JSON_LINES = 'application/jsonl';

export function isJson(contentType: string): boolean {
  return /[/+]json\b/i.test(contentType);
}

/**
 * Returns the media type of raw files. It is undefined for forms, whose parts have their own, and for ranges
 * such as `image/*`.
 */
export function binaryOf(type: TypeRef | undefined, contentType: string): string | undefined {
  if (isMultipart(contentType)) return OCTETS;
  if (type === undefined || !isFile(type) || isJson(contentType)) return undefined;
  const mediaType = essenceOf(contentType);
  return mediaType.includes('*') ? OCTETS : mediaType;
}
