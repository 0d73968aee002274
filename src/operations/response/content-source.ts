import { ResponseMismatchError } from '../errors.js';
import { kindOf } from '../../shared/values.js';
import type { ItemReader } from './idle-reader.js';

/** A body that a handler returns for a media type other than JSON, as a stream. */
export type ContentStream = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array | string> | Blob;

/** A stream of Node.js: ended by `destroy`, also while it waits for data. */
interface NodeReadable extends AsyncIterable<unknown> {
  readonly destroy: () => unknown;
  readonly on: (event: 'error', listener: () => void) => unknown;
}

export function isContentStream(value: unknown): value is ContentStream {
  return isAsyncIterable(value) || isWebStream(value) || isBlob(value);
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return has(value, Symbol.asyncIterator);
}

export function isBlob(value: unknown): value is Blob {
  return has(value, 'stream') && has(value, 'arrayBuffer') && has(value, 'slice');
}

function isWebStream(value: unknown): value is ReadableStream<unknown> {
  return has(value, 'getReader');
}

function isNodeReadable(value: AsyncIterable<unknown>): value is NodeReadable {
  return has(value, 'destroy') && has(value, 'on');
}

function has(value: unknown, method: PropertyKey): boolean {
  return typeof (value as Record<PropertyKey, unknown> | null | undefined)?.[method] === 'function';
}

/** Returns the reader of a source, which it opens when the first chunk is asked for. */
export function readerOf(source: ContentStream | AsyncIterable<unknown>): ItemReader {
  if (isBlob(source)) return lazyReader(() => webReader(source.stream()));
  if (isWebStream(source)) return webReader(source);
  return isNodeReadable(source) ? nodeReader(source) : iteratorReader(source);
}

/** @param open called for the first chunk, so that a response without a body opens nothing */
export function lazyReader(open: () => ItemReader | Promise<ItemReader>): ItemReader {
  let opened: Promise<ItemReader> | undefined;
  return {
    next: async () => (await (opened ??= Promise.resolve().then(open))).next(),
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

/** Ends a source that nobody reads, so nobody needs its errors. */
export function closeContent(source: ContentStream): void {
  Promise.resolve(source)
    .then((unread) => readerOf(unread).close())
    .catch(() => undefined);
}

function iteratorReader(source: AsyncIterable<unknown>): ItemReader {
  const iterator = source[Symbol.asyncIterator]();
  return { next: () => iterator.next(), close: () => iterator.return?.() };
}

function nodeReader(source: NodeReadable): ItemReader {
  // A file that cannot be opened reports it before anybody
  // reads; without a listener, that would end the process.
  source.on('error', () => undefined);
  const { next } = iteratorReader(source);
  return { next, close: () => source.destroy() };
}

function webReader(source: ReadableStream<unknown>): ItemReader {
  const reader = source.getReader();
  return {
    next: () => reader.read(),
    // A stream that has failed rejects, too, and its error is known already.
    close: () => reader.cancel().catch(() => undefined),
  };
}

/** Returns a chunk as it is sent. */
export function encodeChunk(chunk: unknown): string | Uint8Array {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) return chunk;
  // A FileHandle's web stream produces buffers.
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  throw new ResponseMismatchError(
    `A stream of a response must produce strings or bytes, not ${kindOf(chunk)}.`,
  );
}
