import { FileStream } from '../documents/model/file-stream.js';
import type { FilePart, Part } from './multipart-parts.js';
import { Refusal } from './problem.js';

/** A part whose first bytes have come; undefined for an input of a page that no file was chosen for: no name, no bytes. */
export async function startedPart(part: FilePart): Promise<FilePart | undefined> {
  if (hasName(part.filename)) return part;
  const rest = part.content[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done === true) return undefined;
  async function* content(): AsyncGenerator<Uint8Array, void, undefined> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { ...part, content: content() };
}

export function hasName(filename: string | undefined): boolean {
  return filename !== undefined && filename !== '';
}

/** One file, after which nothing may come. */
export function streamOf(part: FilePart, parts: AsyncGenerator<Part, void, undefined>): FileStream {
  return fileStream(part, async () => {
    const { done, value } = await parts.next();
    if (done !== true) throw late(part.name, value);
  });
}

/** All files of one name, after which nothing else may come. */
export async function* streamsOf(
  first: FilePart,
  parts: AsyncGenerator<Part, void, undefined>,
): AsyncGenerator<FileStream, void, undefined> {
  let part = first;
  for (;;) {
    yield fileStream(part, () => Promise.resolve());
    const { done, value } = await parts.next();
    if (done === true) return;
    if (!('content' in value) || value.name !== first.name) throw late(first.name, value);
    part = value;
  }
}

function fileStream(part: FilePart, atEnd: () => Promise<void>): FileStream {
  async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* part.content;
    await atEnd();
  }
  return new FileStream(bytes(), part.filename, part.contentType);
}

function late(stream: string, { name }: Part): Refusal {
  return new Refusal(400, `The form has ${name} after ${stream}, which is to be its last part.`);
}
