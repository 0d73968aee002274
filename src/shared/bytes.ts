// Bytes and their texts in every runtime. Buffer is faster, where it exists.

/** Node's Buffer, or undefined in a runtime without it. */
export const NodeBuffer: typeof Buffer | undefined = (globalThis as { readonly Buffer?: typeof Buffer })
  .Buffer;

/** The classes of bytes that only Node.js has. */
export const BUFFERS: readonly (typeof Buffer)[] = NodeBuffer === undefined ? [] : [NodeBuffer];

type Bytes = Uint8Array<ArrayBuffer>;

/** Created when it is needed: jest's jsdom has none. */
let encoder: InstanceType<typeof TextEncoder> | undefined;

function encode(text: string): Bytes {
  encoder ??= new TextEncoder();
  return encoder.encode(text);
}

/** Encodes a text as UTF-8. */
export function utf8(text: string): Bytes {
  return NodeBuffer === undefined ? encode(text) : NodeBuffer.from(text);
}

/** Returns the length of a text in UTF-8. */
export function utf8Length(text: string): number {
  return NodeBuffer === undefined ? encode(text).length : NodeBuffer.byteLength(text);
}

export function concatBytes(chunks: readonly Uint8Array[]): Bytes {
  if (NodeBuffer !== undefined) return NodeBuffer.concat(chunks);
  const joined = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

export type Encoding = 'hex' | 'base64' | 'base64url';

export function encodeBytes(bytes: Uint8Array, encoding: Encoding): string {
  if (NodeBuffer !== undefined) return viewOf(NodeBuffer, bytes).toString(encoding);
  if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  let text = '';
  // One argument for each byte: a call with many thousands of them would exceed the stack.
  for (let at = 0; at < bytes.length; at += 0x1000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x1000));
  const base64 = btoa(text);
  return encoding === 'base64' ? base64 : base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function viewOf(buffer: typeof Buffer, bytes: Uint8Array): Buffer {
  return buffer.isBuffer(bytes) ? bytes : buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Decodes base64 and base64url. It does what Buffer does: it ignores other characters, and ends at the first
 * `=` or at an incomplete byte.
 */
export function decodeBase64(text: string): Bytes {
  if (NodeBuffer !== undefined) return NodeBuffer.from(text, 'base64');
  const [digits = ''] = text.replaceAll('-', '+').replaceAll('_', '/').split('=', 1);
  const known = digits.replace(/[^A-Za-z0-9+/]/g, '');
  // A single digit at the end is no byte.
  return Uint8Array.from(atob(known.length % 4 === 1 ? known.slice(0, -1) : known), (character) =>
    character.charCodeAt(0),
  );
}

/** Returns whether a value is a Uint8Array or a Buffer, also of another realm (node:vm, jest). */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';
}
