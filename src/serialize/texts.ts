import { SerializeError } from './errors.js';
import { isoText } from './iso-text.js';
import { pathOf, type Walk } from './walk.js';

/** As the language has it: a subclass, or whoever replaces it, may have another. */
const ISO_STRING = Reflect.get(Date.prototype, 'toISOString') as unknown;

/** RFC 3339, as the schema's `format` says. */
export function textOfDate(date: Date, walk: Walk): string {
  const time = date.getTime();
  if (Number.isNaN(time))
    throw new SerializeError(pathOf(walk), 'is an invalid Date. Check what it was made from.');
  return date.toISOString === ISO_STRING ? isoText(time) : date.toISOString();
}

/** Base64, as the schema's `contentEncoding` says. */
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
