import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './negotiate.js';

/** Above this brotli's best quality takes seconds for a few percent. */
const LARGE = 512 * 1024;

/** What is made for few readers is not worth the best. */
export type Effort = 'best' | 'quick';

const COMPRESS: Readonly<Record<Encoding, (body: Uint8Array, effort: Effort) => Promise<Buffer>>> = {
  br: (body, effort) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: effort === 'quick' ? 4 : body.length > LARGE ? 9 : 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body, effort) => promisify(gzip)(body, { level: effort === 'quick' ? 6 : 9 }),
};

/** Bytes in one encoding, or in none; the same object every time. */
export interface Encoded {
  readonly encoding: Encoding | undefined;
  readonly body: Uint8Array;
}

/** Bytes that are served as they are, or in an encoding that is made once. */
export class Representation {
  /** Weak, because it stands for all encodings of the same content. */
  readonly etag: string;
  readonly #plain: Encoded;
  readonly #made: Partial<Record<Encoding, Encoded>> = {};
  readonly #running: Partial<Record<Encoding, Promise<void>>> = {};

  constructor(
    readonly contentType: string,
    readonly body: Uint8Array,
    readonly effort: Effort = 'best',
  ) {
    this.#plain = { encoding: undefined, body };
    this.etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  }

  /**
   * The first of the encodings that is ready. What is not is begun on the thread pool, and this
   * request goes without: no reader waits for a compressor.
   */
  select(encodings: readonly Encoding[]): Encoded {
    for (const encoding of encodings) {
      const made = this.#made[encoding];
      if (made !== undefined) return made;
      if (this.#running[encoding] === undefined) void this.compress(encoding);
    }
    return this.#plain;
  }

  /** Resolves when the encoding is ready. A failed compression leaves the plain bytes. */
  compress(encoding: Encoding): Promise<void> {
    return (this.#running[encoding] ??= COMPRESS[encoding](this.body, this.effort).then(
      (body) => {
        this.#made[encoding] = { encoding, body };
      },
      () => undefined,
    ));
  }
}
