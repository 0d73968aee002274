import { resolveLazyOrUnknown } from '../model/type-input-error.js';
import type { TypeRef } from '../model/types.js';

// What the name of a media type says.

export const OCTETS = 'application/octet-stream';
export const JSON_LINES = 'application/jsonl';

/** A content type without its parameters. */
export function essenceOf(contentType: string): string {
  // As most are.
  if (contentType === 'application/json') return contentType;
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}

export function isJson(contentType: string): boolean {
  return /[/+]json\b/i.test(contentType);
}

export function isFile(type: TypeRef): boolean {
  const settled = resolveLazyOrUnknown(type);
  return settled.kind === 'file' || (settled.kind === 'array' && isFile(settled.items));
}

/** The media type of files where they travel as they are; a part of a form has its own, and a range is none. */
export function binaryOf(type: TypeRef | undefined, contentType: string): string | undefined {
  const mediaType = essenceOf(contentType);
  if (mediaType.startsWith('multipart/')) return OCTETS;
  if (type === undefined || !isFile(type) || isJson(contentType)) return undefined;
  return mediaType.includes('*') ? OCTETS : mediaType;
}
