import { once } from 'node:events';
import type { BusboyConstructor, BusboyInstance } from '@fastify/busboy';
import { toError } from '../../shared/errors.js';
import { Refusal } from '../problem.js';

// Only this file uses @fastify/busboy, which is loaded with the first form.

export type Part = TextPart | FilePart;

export interface TextPart {
  readonly name: string;
  readonly contentType: string;
  readonly text: string;
}

export interface FilePart {
  readonly name: string;
  readonly contentType: string;
  readonly filename: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface MultipartLimits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  readonly maxFields: number;
  readonly maxFieldBytes: number;
}

/**
 * Returns the parts of a `multipart/form-data` body as they arrive, no faster than they are read.
 * @param isFile returns true for a name whose parts are read as bytes
 * @throws Refusal for a form that cannot be read or exceeds its limits; errors of `chunks`
 */
export async function* partsOf(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  isFile: (name: string) => boolean,
  limits: MultipartLimits,
): AsyncGenerator<Part, void, undefined> {
  const { Busboy: Parser } = await import('@fastify/busboy');
  const queue = new PartQueue();
  const parser = createParser(Parser, contentType, limits);
  listen(parser, queue, isFile, limits);
  const stop = new AbortController();
  void pump(chunks, parser, stop.signal).catch((error: unknown) => {
    queue.fail(error);
  });
  try {
    for (let part = await queue.next(); part !== undefined; part = await queue.next())
      yield isFile(part.name) ? part : await textPart(part);
  } finally {
    stop.abort();
    queue.fail(new Refusal(400, 'The form was not read to its end.'));
  }
}

/** Maximum number of bytes in the headers of a part. */
const MAX_HEADER_BYTES = 8 * 1024;

function createParser(
  Parser: BusboyConstructor,
  contentType: string,
  { maxFiles, maxFields }: MultipartLimits,
): BusboyInstance {
  try {
    return new Parser({
      headers: { 'content-type': contentType },
      // Fields are read as files, because the parser would decode invalid UTF-8 of a field.
      isPartAFile: () => true,
      limits: {
        // Parts without a name are skipped but counted.
        parts: maxFiles + maxFields,
        headerPairs: 20,
        headerSize: MAX_HEADER_BYTES,
      },
    });
  } catch {
    throw new Refusal(400, 'The content type has no boundary.');
  }
}

function listen(
  parser: BusboyInstance,
  queue: PartQueue,
  isFile: (name: string) => boolean,
  { maxFileBytes, maxFiles, maxFields, maxFieldBytes }: MultipartLimits,
): void {
  const tooMuch = (what: string) => (): void => {
    queue.fail(new Refusal(413, `The form has ${what}.`));
  };
  const incomplete = (): void => {
    queue.fail(new Refusal(400, 'The form is incomplete, or does not match its content type.'));
  };
  let files = 0;
  let fields = 0;
  parser.on(
    'file',
    (name: string | undefined, content, filename: string | undefined, _encoding, contentType) => {
      // The parser emits an error for an incomplete file.
      content.on('error', incomplete);
      if (name === undefined) {
        content.resume();
        return;
      }
      queue.onFailure((error) => content.destroy(error));
      if (isFile(name) ? (files += 1) > maxFiles : (fields += 1) > maxFields)
        tooMuch(isFile(name) ? `more than ${maxFiles} files` : `more than ${maxFields} fields`)();
      const [most, kind] = isFile(name) ? [maxFileBytes, 'file'] : [maxFieldBytes, 'field'];
      queue.push({
        name,
        contentType,
        filename,
        content: queue.guard(content, most, `a ${kind} longer than ${most} bytes`),
      });
    },
  );
  parser.on('partsLimit', tooMuch(`more than ${maxFiles + maxFields} parts`));
  parser.on('error', incomplete);
  parser.on('finish', () => {
    queue.end();
  });
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

async function textPart({ name, contentType, content }: FilePart): Promise<TextPart> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  try {
    return { name, contentType, text: UTF8.decode(Buffer.concat(chunks)) };
  } catch {
    throw new Refusal(400, `The field ${name} of the form is not valid UTF-8.`);
  }
}

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

class PartQueue {
  readonly #parts: FilePart[] = [];
  #isOver = false;
  #error: Error | undefined;
  #wake: () => void = () => undefined;
  readonly #listeners: ((error: Error) => void)[] = [];

  push(part: FilePart): void {
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

  fail(error: unknown): void {
    if (this.#isOver || this.#error !== undefined) return;
    this.#error = toError(error);
    for (const listener of this.#listeners) listener(this.#error);
    this.#wake();
  }

  /** Yields the content of a part, up to its limit. If the form ended early, it throws the error that ended it. */
  async *guard(
    content: AsyncIterable<Uint8Array>,
    most: number,
    tooMuch: string,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    let size = 0;
    try {
      for await (const chunk of content) {
        size += chunk.byteLength;
        if (size > most) this.fail(new Refusal(413, `The form has ${tooMuch}.`));
        if (this.#error !== undefined) break;
        yield chunk;
      }
    } catch (error) {
      throw this.#error ?? error;
    }
    if (this.#error !== undefined) throw this.#error;
  }

  async next(): Promise<FilePart | undefined> {
    while (this.#parts.length === 0 && !this.#isOver && this.#error === undefined)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#error !== undefined) throw this.#error;
    return this.#parts.shift();
  }
}

export async function* partsOfFormData(
  form: FormData,
  isFile: (name: string) => boolean,
  limits: MultipartLimits,
): AsyncGenerator<Part, void, undefined> {
  const { maxFileBytes, maxFieldBytes, maxFiles, maxFields } = limits;
  let files = 0;
  let fields = 0;
  for (const [name, value] of form) {
    const isText = typeof value === 'string';
    if ((isText ? Buffer.byteLength(value) : value.size) > (isText ? maxFieldBytes : maxFileBytes))
      throw new Refusal(413, `The form has a ${isText ? 'field' : 'file'} that is too long.`);
    if (isFile(name) ? (files += 1) > maxFiles : (fields += 1) > maxFields)
      throw new Refusal(413, `The form has more than ${maxFiles} files or ${maxFields} fields.`);
    if (!isFile(name)) yield { name, contentType: 'text/plain', text: isText ? value : await value.text() };
    else {
      const file = isText ? new File([value], '', { type: 'text/plain' }) : value;
      yield {
        name,
        contentType: file.type,
        filename: isText ? undefined : baseName(file.name),
        content: file.stream(),
      };
    }
  }
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
