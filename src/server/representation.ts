import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './negotiate.js';

/** Above this brotli's best quality takes seconds for a few percent. */
const LARGE = 512 * 1024;

const COMPRESS: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: body.length > LARGE ? 9 : 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/** Bytes that are served as they are, or in an encoding that is made once. */
export class Representation {
  /** Weak, because it stands for all encodings of the same content. */
  readonly etag: string;
  readonly #encoded = new Map<Encoding, Promise<void> | Uint8Array>();

  constructor(
    readonly contentType: string,
    readonly body: Uint8Array,
  ) {
    this.etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  }

  /**
   * The first of the encodings that is ready. What is not is begun on the thread pool, and this
   * request goes without: no reader waits for a compressor.
   */
  select(encodings: readonly Encoding[]): { encoding: Encoding | undefined; body: Uint8Array } {
    for (const encoding of encodings) {
      const made = this.#encoded.get(encoding);
      if (made instanceof Uint8Array) return { encoding, body: made };
      if (made === undefined) void this.compress(encoding);
    }
    return { encoding: undefined, body: this.body };
  }

  /** Resolves when the encoding is ready. A failed compression leaves the plain bytes. */
  async compress(encoding: Encoding): Promise<void> {
    const running = this.#encoded.get(encoding);
    if (running !== undefined) return running instanceof Uint8Array ? undefined : running;
    const work = COMPRESS[encoding](this.body).then(
      (bytes) => void this.#encoded.set(encoding, bytes),
      () => undefined,
    );
    this.#encoded.set(encoding, work);
    return work;
  }
}
