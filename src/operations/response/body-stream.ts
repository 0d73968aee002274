import { utf8 } from '../../shared/bytes.js';
import { toThrowable } from '../../shared/errors.js';
import { IDLE, idleReader } from './idle-reader.js';

/** The items of a body, one after the other. */
export interface ItemReader {
  readonly next: () => Promise<IteratorResult<unknown, unknown>>;
  /** Ends the source, also while `next` waits for it. */
  readonly close: () => unknown;
}

export interface StreamFormat {
  readonly encode: (item: unknown) => string | Uint8Array;
  /** Text that is sent before the first item, so that the client knows that it is connected. */
  readonly opening?: string;
  /** Text that is sent while the source is idle, each time after so many milliseconds. */
  readonly idle?: { readonly after: number; readonly text: string };
}

type Chunk = IteratorResult<Uint8Array, undefined>;

/** A body that is produced while the client reads it. Its source ends with it, however it ends. */
export class BodyStream implements AsyncIterator<Uint8Array, undefined>, AsyncIterable<Uint8Array> {
  readonly #reader: {
    next: () => Promise<IteratorResult<unknown, unknown> | typeof IDLE>;
    close: () => unknown;
  };
  readonly #format: StreamFormat;
  #begun: Chunk | undefined;
  #isOver = false;
  #onEnd: () => void = () => undefined;

  constructor(source: ItemReader, format: StreamFormat) {
    this.#reader = format.idle === undefined ? source : idleReader(source, format.idle.after);
    this.#format = format;
    if (format.opening !== undefined) this.#begun = { done: false, value: utf8(format.opening) };
  }

  onEnd(callback: () => void): void {
    this.#onEnd = callback;
  }

  /** Reads the first chunk, so that an error of the source can still become a response of its own. */
  async begin(signal: AbortSignal): Promise<void> {
    if (this.#begun !== undefined) return;
    const stop = (): void => void this.return();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      this.#begun = await this.next();
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async next(): Promise<Chunk> {
    const begun = this.#begun;
    this.#begun = undefined;
    if (begun !== undefined) return begun;
    let value: Uint8Array | undefined;
    // Frameworks treat an empty chunk in different ways.
    while (!this.#isOver && (value === undefined || value.length === 0)) value = await this.#chunk();
    return value === undefined || value.length === 0 ? OVER : { done: false, value };
  }

  /** Returns undefined at the end. */
  async #chunk(): Promise<Uint8Array | undefined> {
    let item: IteratorResult<unknown, unknown> | typeof IDLE;
    try {
      item = await this.#reader.next();
    } catch (error) {
      this.#end();
      throw toThrowable(error);
    }
    if (item === IDLE) return utf8(this.#format.idle?.text ?? '');
    if (item.done === true) {
      this.#end();
      return undefined;
    }
    try {
      const encoded = this.#format.encode(item.value);
      return typeof encoded === 'string' ? utf8(encoded) : encoded;
    } catch (error) {
      await this.return();
      throw error;
    }
  }

  #end(): void {
    this.#isOver = true;
    this.#onEnd();
  }

  async return(): Promise<Chunk> {
    this.#begun = undefined;
    if (this.#isOver) return OVER;
    this.#isOver = true;
    try {
      await this.#reader.close();
    } finally {
      this.#onEnd();
    }
    return OVER;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const OVER = { done: true, value: undefined } as const;
