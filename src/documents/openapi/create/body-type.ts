import { type TypeInput } from '../../../../decorators/type-input.js';
import { essenceOf, OCTETS } from '../../../shared/media-types.js';
import type { Constructor } from '../../../shared/types.js';
import { resolveLazyOrUnknown } from '../../model/type-input-error.js';
import { typeRefOf } from '../../model/type-ref.js';
import type { TypeRef } from '../../model/types.js';

export function typeOf(input: TypeInput): TypeRef | undefined {
  try {
    return typeRefOf(input);
  } catch {
    // `createSchema` reports it.
    return undefined;
  }
}

export function classOf(type: TypeRef): Constructor | undefined {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'class' ? resolved.target : undefined;
}

export function defaultTypeOf(type: TypeRef | undefined, itemSchema: TypeInput | undefined): string {
  if (type !== undefined) return isFile(type) ? OCTETS : 'application/json';
  return itemSchema === undefined ? 'application/json' : JSON_LINES;
}

const JSON_LINES = 'application/jsonl';

export function isJson(contentType: string): boolean {
  return /[/+]json\b/i.test(contentType);
}

export function isFile(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'file' || (resolved.kind === 'array' && isFile(resolved.items));
}

/**
 * Returns the media type of raw files. It is undefined for forms, whose parts have their own, and for ranges such as
 * `image/*`.
 */
export function binaryOf(type: TypeRef | undefined, contentType: string): string | undefined {
  const mediaType = essenceOf(contentType);
  if (mediaType.startsWith('multipart/')) return OCTETS;
  if (type === undefined || !isFile(type) || isJson(contentType)) return undefined;
  return mediaType.includes('*') ? OCTETS : mediaType;
}
