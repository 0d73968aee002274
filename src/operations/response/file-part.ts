import { utf8 } from '../../shared/bytes.js';
import { ConfigError } from '../../shared/errors.js';
import { kindOf } from '../../shared/values.js';
import { type ByteRange, type Download, type DownloadContent, isContent } from '../download.js';
import { ResponseMismatchError } from '../errors.js';
import { BodyStream } from './body-stream.js';
import { encodeChunk, isBlob, lazyReader, readerOf } from './content-source.js';
import type { ItemReader } from './idle-reader.js';

/** A part of a file; its size is undefined if it is unknown before reading it. */
export interface FilePart {
  readonly range: ByteRange;
  readonly size: number | undefined;
  /** Method and path, for messages. */
  readonly place: string;
}

/** Returns the bytes of a range. A stream opens its source when it is first read. */
export function contentOfPart({ source }: Download, part: FilePart): Uint8Array | BodyStream {
  const { start, end } = part.range;
  if (typeof source === 'string') return utf8(source).subarray(start, end + 1);
  if (source instanceof Uint8Array) return source.subarray(start, end + 1);
  return new BodyStream(exactly(part, ...readerAt(source, part)), { encode: encodeChunk });
}

/** Returns the reader of a source, and whether it begins at the start of the file instead of the range. */
function readerAt(
  source: Exclude<Download['source'], string | Uint8Array>,
  { range, place }: FilePart,
): [reader: ItemReader, isWhole: boolean] {
  if (isBlob(source)) return [readerOf(source.slice(range.start, range.end + 1)), false];
  if (typeof source !== 'function') return [readerOf(source), true];
  const isWhole = source.length === 0;
  return [lazyReader(async () => contentReader(await source(range), place)), isWhole];
}

function contentReader(content: DownloadContent, place: string): ItemReader {
  if (!isContent(content))
    throw new ConfigError(
      `The function of the download of ${place} returned ${kindOf(content)}. Return bytes, a text or a stream.`,
    );
  return readerOf(typeof content === 'string' || content instanceof Uint8Array ? oneChunk(content) : content);
}

async function* oneChunk(content: string | Uint8Array): AsyncGenerator<string | Uint8Array, void, undefined> {
  yield await Promise.resolve(content);
}

/**
 * Returns a reader of exactly the documented number of bytes. The last chunk waits until the source is known
 * to end: a client would take the first `size` bytes of a longer file as the whole one.
 */
function exactly({ range, size, place }: FilePart, source: ItemReader, isWhole: boolean): ItemReader {
  if (size === undefined) return source;
  let skipped = isWhole ? range.start : 0;
  let left = range.end - range.start + 1;
  const endsBefore = isWhole && range.end < size - 1;
  const fail = async (what: string): Promise<never> => {
    await source.close();
    throw new ResponseMismatchError(`The download of ${place} has ${what} than its size of ${size} bytes.`);
  };
  const next = async (): Promise<IteratorResult<unknown, unknown>> => {
    const item = left > 0 ? await source.next() : OVER;
    if (item.done === true) return left > 0 ? fail('fewer bytes') : item;
    const chunk = encodeChunk(item.value);
    const all = typeof chunk === 'string' ? utf8(chunk) : chunk;
    const bytes = all.subarray(skipped);
    skipped -= all.length - bytes.length;
    if (bytes.length > left && !endsBefore) return fail('more bytes');
    const value = bytes.subarray(0, left);
    left -= value.length;
    if (left > 0) return { done: false, value };
    if (endsBefore) await source.close();
    else if (await hasMore(source)) return fail('more bytes');
    return { done: false, value };
  };
  return { next, close: () => source.close() };
}

const OVER = { done: true, value: undefined } as const;

async function hasMore(source: ItemReader): Promise<boolean> {
  for (let item = await source.next(); item.done !== true; item = await source.next())
    if (encodeChunk(item.value).length > 0) return true;
  return false;
}
