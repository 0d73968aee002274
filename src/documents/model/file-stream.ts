import { TYPE, type TypeDeclaration } from '../../../decorators/type-input.js';

/**
 * A file that is read while it arrives: bytes come as fast as they are taken, and none is kept.
 * As a property of a form it comes last, after everything that is validated.
 *
 * For example `@Required()` `@TypeOf(() => FileStream) video!: FileStream`.
 */
export class FileStream implements AsyncIterable<Uint8Array> {
  // Copies of this package know each other's.
  static readonly [TYPE]: TypeDeclaration = { form: 'file', as: 'stream' };

  readonly #content: AsyncIterable<Uint8Array>;

  constructor(
    content: AsyncIterable<Uint8Array>,
    /** The last part of the path that the client told; never to be used as a path by itself. */
    readonly filename: string | undefined,
    /** As the client told it, which nobody has checked against the bytes. */
    readonly contentType: string,
  ) {
    this.#content = content;
  }

  /**
   * The bytes, once.
   * @throws where the file is too long, or the request breaks off; let it through, and the answer says so
   */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#content[Symbol.asyncIterator]();
  }
}
