// The only file that knows @fastify/busboy, which is loaded with the first form that comes.
import { once } from 'node:events';
import type { BusboyConstructor, BusboyInstance } from '@fastify/busboy';
import { toError } from '../base/thrown.js';
import { Refusal } from './problem.js';

/** A part of a form, in the order of the wire. The content of a file is to be read before the next part is asked for. */
export type Part = TextPart | FilePart;

export interface TextPart {
  readonly name: string;
  readonly contentType: string;
  readonly text: string;
}

export interface FilePart {
  readonly name: string;
  readonly contentType: string;
  /** The last part of the path that the client told. */
  readonly filename: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

/** How much of a form is read. A form that has more is answered with 413. */
export interface MultipartLimits {
  /** The longest file, in bytes. */
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  /** Fields that are no files. */
  readonly maxFields: number;
  /** The longest field that is no file, in bytes. */
  readonly maxFieldBytes: number;
}

/**
 * The parts of a `multipart/form-data` body as they arrive: no faster than they are taken.
 * @param isFile whether a part of the name is read as bytes
 * @throws Refusal for a form that cannot be read or has more than its limits, and what `chunks` throws
 */
export async function* partsOf(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  isFile: (name: string) => boolean,
  limits: MultipartLimits,
): AsyncGenerator<Part, void, undefined> {
  const { Busboy: Parser } = await import('@fastify/busboy');
  const queue = new PartQueue();
  const parser = createParser(Parser, contentType, isFile, limits);
  listen(parser, queue, limits);
  const stop = new AbortController();
  void pump(chunks, parser, stop.signal).catch((error: unknown) => {
    queue.fail(error);
  });
  try {
    for (let part = await queue.next(); part !== undefined; part = await queue.next()) yield part;
  } finally {
    stop.abort();
    queue.fail(new Refusal(400, 'The form was left before its end.'));
  }
}

/** Bytes of a name or of what a part says of itself. A form has no need of long ones. */
const MAX_HEADER_BYTES = 8 * 1024;

function createParser(
  Parser: BusboyConstructor,
  contentType: string,
  isFile: (name: string) => boolean,
  { maxFileBytes, maxFiles, maxFields, maxFieldBytes }: MultipartLimits,
): BusboyInstance {
  try {
    return new Parser({
      headers: { 'content-type': contentType },
      isPartAFile: (name) => name !== undefined && isFile(name),
      limits: {
        fileSize: maxFileBytes,
        files: maxFiles,
        fields: maxFields,
        fieldSize: maxFieldBytes,
        // Parts without a name are skipped, and count as well.
        parts: maxFiles + maxFields,
        headerPairs: 20,
        headerSize: MAX_HEADER_BYTES,
      },
    });
  } catch {
    throw new Refusal(400, 'The content type has no boundary.');
  }
}

function listen(parser: BusboyInstance, queue: PartQueue, limits: MultipartLimits): void {
  const { maxFileBytes, maxFiles, maxFields, maxFieldBytes } = limits;
  const tooMuch = (what: string) => (): void => {
    queue.fail(new Refusal(413, `The form has ${what}.`));
  };
  const incomplete = (): void => {
    queue.fail(new Refusal(400, 'The form is not complete, or not of its content type.'));
  };
  parser.on('field', (name: string | undefined, text, _, isTruncated, _encoding, contentType) => {
    if (name === undefined) return;
    if (isTruncated) tooMuch(`a field longer than ${maxFieldBytes} bytes`)();
    else queue.push({ name, contentType, text });
  });
  parser.on('file', (name, content, filename: string | undefined, _encoding, contentType) => {
    queue.onFailure((error) => content.destroy(error));
    // The parser ends a file that is not complete with an error of its own.
    content.on('error', incomplete);
    content.on('limit', tooMuch(`a file longer than ${maxFileBytes} bytes`));
    queue.push({ name, contentType, filename, content: queue.guard(content) });
  });
  parser.on('filesLimit', tooMuch(`more than ${maxFiles} files`));
  parser.on('fieldsLimit', tooMuch(`more than ${maxFields} fields`));
  parser.on('partsLimit', tooMuch(`more than ${maxFiles + maxFields} parts`));
  parser.on('error', incomplete);
  parser.on('finish', () => {
    queue.end();
  });
}

/** Hands the bytes on, and waits where nobody takes them. */
async function pump(
  chunks: AsyncIterable<Uint8Array>,
  parser: BusboyInstance,
  signal: AbortSignal,
): Promise<void> {
  for await (const chunk of chunks) {
    if (signal.aborted) return;
    if (!parser.write(chunk)) await once(parser, 'drain', { signal });
  }
  parser.end();
}

/** What the parser found and nobody has taken: no more than one chunk holds. */
class PartQueue {
  readonly #parts: Part[] = [];
  #isOver = false;
  #error: Error | undefined;
  #wake: () => void = () => undefined;
  readonly #listeners: ((error: Error) => void)[] = [];

  push(part: Part): void {
    this.#parts.push(part);
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  onFailure(listener: (error: Error) => void): void {
    this.#listeners.push(listener);
  }

  /** The first error counts, and not even it where the end has come. */
  fail(error: unknown): void {
    if (this.#isOver || this.#error !== undefined) return;
    this.#error = toError(error);
    for (const listener of this.#listeners) listener(this.#error);
    this.#wake();
  }

  /** The content of a file; what ends it early is the error that counts. */
  async *guard(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* content;
    } catch (error) {
      throw this.#error ?? error;
    }
  }

  async next(): Promise<Part | undefined> {
    while (this.#parts.length === 0 && !this.#isOver && this.#error === undefined)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#error !== undefined) throw this.#error;
    return this.#parts.shift();
  }
}
