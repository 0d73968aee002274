import type events from 'node:events';
import { concatBytes, utf8Length } from '../../shared/bytes.js';
import { nodeModule } from '../../shared/node-modules.js';
import type { Readable } from 'node:stream';
import type * as Busboy from '@fastify/busboy';
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

/** The names of files, with the documented maximum size in bytes. */
export type FileNames = ReadonlyMap<string, number | undefined>;

export interface MultipartLimits {
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  readonly maxFields: number;
  readonly maxFieldBytes: number;
}

/**
 * Returns the parts of a `multipart/form-data` body as they arrive, no faster than they are read.
 * @param files the names whose parts are read as bytes, with the documented maximum size of each
 * @throws Refusal for a form that cannot be read or exceeds its limits; errors of `chunks`
 */
export async function* partsOf(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  files: FileNames,
  limits: MultipartLimits,
): AsyncGenerator<Part, void, undefined> {
  const node = nodeModule('events');
  // A bundle for browsers or Workers has an empty module in place of the parser.
  const Parser = node && ((await import('@fastify/busboy')) as Partial<typeof Busboy>).Busboy;
  if (node === undefined || Parser === undefined) {
    yield* partsWithoutNode(chunks, contentType, files, limits);
    return;
  }
  const parser = createParser(Parser, contentType, limits);
  const end = new AbortController();
  const { signal } = end;
  // The first reason counts.
  const fail = (error: unknown): void => {
    end.abort(toError(error));
  };
  const arriving = listen(node, parser, { signal, fail, limits });
  pump(node, chunks, parser, signal).catch(fail);
  const count = counter(files, limits);
  try {
    for await (const [name, content, filename, , type] of arriving) {
      if (name === undefined) content.resume();
      else {
        const { most, kind } = count(name);
        const bytes = limited(content, most, kind, signal, fail);
        const part = { name, contentType: type, filename, content: bytes };
        yield kind === 'file' ? part : await textPart(part);
      }
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    fail(new Refusal(400, 'The form was not read to its end.'));
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

type FileEvent = [
  name: string | undefined,
  Readable,
  filename: string | undefined,
  encoding: string,
  type: string,
];

type Events = typeof events;

interface Listening {
  readonly signal: AbortSignal;
  readonly fail: (error: Refusal) => void;
  readonly limits: MultipartLimits;
}

function listen(
  node: Events,
  parser: BusboyInstance,
  { signal, fail, limits: { maxFiles, maxFields } }: Listening,
): AsyncIterable<FileEvent> {
  const incomplete = (): void => {
    fail(new Refusal(400, 'The form is incomplete, or does not match its content type.'));
  };
  parser.on('error', incomplete);
  parser.on('partsLimit', () => {
    fail(new Refusal(413, `The form has more than ${maxFiles + maxFields} parts.`));
  });
  const contents: Readable[] = [];
  parser.on('file', (_name, content) => {
    // The parser emits an error for an incomplete file.
    contents.push(content.on('error', incomplete));
  });
  signal.addEventListener('abort', () => {
    for (const content of contents) content.destroy(signal.reason as Error);
  });
  return node.on(parser, 'file', { signal, close: ['finish'] }) as AsyncIterable<FileEvent>;
}

interface PartLimit {
  readonly kind: 'file' | 'field';
  readonly most: number;
}

/** Returns a function that counts a part and returns its limit. @throws Refusal for too many parts */
function counter(names: FileNames, limits: MultipartLimits): (name: string) => PartLimit {
  const { maxFileBytes, maxFiles, maxFields, maxFieldBytes } = limits;
  let files = 0;
  let fields = 0;
  return (name) => {
    if (!names.has(name)) {
      fields += 1;
      if (fields > maxFields) throw new Refusal(413, `The form has more than ${maxFields} fields.`);
      return { kind: 'field', most: maxFieldBytes };
    }
    files += 1;
    if (files > maxFiles) throw new Refusal(413, `The form has more than ${maxFiles} files.`);
    return { kind: 'file', most: Math.min(maxFileBytes, names.get(name) ?? Infinity) };
  };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

async function textPart({ name, contentType, content }: FilePart): Promise<TextPart> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  try {
    return { name, contentType, text: UTF8.decode(concatBytes(chunks)) };
  } catch {
    throw new Refusal(400, `The field ${name} of the form is not valid UTF-8.`);
  }
}

async function pump(
  node: Events,
  chunks: AsyncIterable<Uint8Array>,
  parser: BusboyInstance,
  signal: AbortSignal,
): Promise<void> {
  for await (const chunk of chunks) {
    if (signal.aborted) return;
    if (!parser.write(chunk)) await node.once(parser, 'drain', { signal });
  }
  parser.end();
}

/**
 * Yields the content of a part, up to its limit. If the form ended early, it throws the error that ended it.
 */
async function* limited(
  content: AsyncIterable<Uint8Array>,
  most: number,
  kind: string,
  signal: AbortSignal,
  fail: (error: Refusal) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  try {
    for await (const chunk of content) {
      size += chunk.byteLength;
      if (size > most) fail(new Refusal(413, `The form has a ${kind} longer than ${most} bytes.`));
      if (signal.aborted) break;
      yield chunk;
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
  signal.throwIfAborted();
}

/**
 * Returns the parts of a form that the runtime's own parser reads, as a whole: the other parser is one of
 * Node's streams.
 */
async function* partsWithoutNode(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  files: FileNames,
  limits: MultipartLimits,
): AsyncGenerator<Part, void, undefined> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  let form: FormData;
  try {
    // Undici deprecates it for servers, which here have nothing else.
    // oxlint-disable-next-line typescript/no-deprecated
    form = await new Response(concatBytes(read), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Refusal(400, 'The form is incomplete, or does not match its content type.');
  }
  yield* partsOfFormData(form, files, limits);
}

export async function* partsOfFormData(
  form: FormData,
  files: FileNames,
  limits: MultipartLimits,
): AsyncGenerator<Part, void, undefined> {
  const count = counter(files, limits);
  for (const [name, value] of form) {
    const isText = typeof value === 'string';
    const { most, kind } = count(name);
    if ((isText ? utf8Length(value) : value.size) > most)
      throw new Refusal(413, `The form has a ${kind} longer than ${most} bytes.`);
    if (kind === 'field')
      yield { name, contentType: 'text/plain', text: isText ? value : await value.text() };
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
