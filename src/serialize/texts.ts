import { SerializeError } from './errors.js';
import { pathOf, type Walk } from './walk.js';

/** Returns a date as RFC 3339 has it. */
export function textOfDate(date: Date, walk: Walk): string {
  if (Number.isNaN(date.getTime()))
    throw new SerializeError(pathOf(walk), 'is an invalid Date. Check what it was made from.');
  return date.toISOString();
}

/** Returns bytes as base64. */
export function textOfBytes(bytes: Uint8Array | ArrayBuffer): string {
  if (bytes instanceof ArrayBuffer) return Buffer.from(bytes).toString('base64');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

export function refuseBlob(walk: Walk): never {
  throw new SerializeError(
    pathOf(walk),
    'is a Blob, whose bytes cannot be read at once. Put Buffer.from(await blob.arrayBuffer()) in its place.',
  );
}
