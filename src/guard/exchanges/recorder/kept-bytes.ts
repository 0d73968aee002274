import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { headerOf, type Body, type HeaderValues } from '../message.js';

export class KeptBytes {
  #chunks: Uint8Array[] = [];
  #size = 0;
  #isWhole = true;

  constructor(readonly limit: number) {}

  /** Adds a copy of the chunk, because the sender may reuse its memory. */
  add(chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    if (this.#size > this.limit) this.lose();
    if (this.#isWhole) this.#chunks.push(Uint8Array.from(chunk));
  }

  lose(): void {
    this.#isWhole = false;
    this.#chunks = [];
  }

  body(headers: HeaderValues): Body {
    if (!this.#isWhole) return { kind: 'unknown' };
    if (this.#size === 0) return { kind: 'none' };
    const bytes = decode(Buffer.concat(this.#chunks), headerOf(headers, 'content-encoding'), this.limit);
    return bytes === undefined ? { kind: 'unknown' } : { kind: 'bytes', bytes };
  }
}

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  identity: (bytes) => bytes,
};

/** Decodes text. Returns undefined for an unknown encoding, and if the limit is exceeded. */
function decode(bytes: Uint8Array, encoding = 'identity', limit: number): Uint8Array | undefined {
  try {
    return DECODERS[encoding.toLowerCase()]?.(bytes, { maxOutputLength: limit });
  } catch {
    return undefined;
  }
}
