import { create as contentDisposition } from 'content-disposition';
import { utf8, utf8Length } from '../../shared/bytes.js';
import type { OperationRequest } from '../../shared/http.js';
import type { ByteRange, Download } from '../download.js';
import { Refusal } from '../problem.js';
import type { BodyStream } from './body-stream.js';
import { isBlob } from './content-source.js';
import { contentOfPart } from './file-part.js';

type Headers = Record<string, string | string[]>;

/** Returns the headers of a download, other than its type. */
export function downloadHeaders({ options }: Download): Headers {
  const { inline = false, etag, lastModified } = options;
  // Half a character cannot be encoded.
  const filename = options.filename && new TextDecoder().decode(utf8(options.filename));
  return {
    'content-disposition': contentDisposition(filename, { type: inline ? 'inline' : 'attachment' }),
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { 'last-modified': lastModified.toUTCString() }),
  };
}

interface SendParts {
  /** Headers of the whole file. */
  readonly headers: Headers;
  readonly request: Pick<OperationRequest, 'method' | 'headers'>;
  /** True if the document has status 206. */
  readonly hasRanges: boolean;
  /** Method and path, for messages. */
  readonly place: string;
}

interface SentFile {
  readonly isPart: boolean;
  readonly headers: Headers;
  readonly body: Uint8Array | BodyStream;
}

/**
 * Returns a file, or the range of it that the request asks for.
 *
 * @throws Refusal with status 416 for a range outside of the file
 */
export function sendDownload(file: Download, { headers, request, hasRanges, place }: SendParts): SentFile {
  const size = sizeOf(file);
  if (size === undefined) {
    const range = { start: 0, end: Infinity };
    return { isPart: false, headers, body: contentOfPart(file, { range, size, place }) };
  }
  const asked = hasRanges && request.method === 'GET' ? rangeOf(request.headers, headers, size) : undefined;
  const range = asked ?? { start: 0, end: size - 1 };
  const sent: Headers = { ...headers, 'content-length': String(range.end - range.start + 1) };
  if (hasRanges) sent['accept-ranges'] = 'bytes';
  if (asked !== undefined) sent['content-range'] = `bytes ${range.start}-${range.end}/${size}`;
  return { isPart: asked !== undefined, headers: sent, body: contentOfPart(file, { range, size, place }) };
}

/** Returns the length of a file in bytes, or undefined if it is unknown before reading it. */
function sizeOf({ source, options }: Download): number | undefined {
  if (typeof source === 'string') return utf8Length(source);
  if (source instanceof Uint8Array) return source.length;
  return isBlob(source) ? source.size : options.size;
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text);
}

/**
 * Returns the range that a request asks for; undefined for the whole file, also for several ranges or a
 * header that is not valid (RFC 9110, 14.2).
 */
function rangeOf(
  request: OperationRequest['headers'],
  response: Headers,
  size: number,
): ByteRange | undefined {
  const { range, 'if-range': condition } = request;
  if (range === undefined || (condition !== undefined && !isCurrent(condition, response))) return undefined;
  const match = RANGE.exec(range);
  if (match === null) return undefined;
  const [first, last = Infinity, suffix = 0] = match.slice(1).map(numberIn);
  if (first !== undefined && last < first) return undefined;
  const start = first ?? Math.max(size - suffix, 0);
  const end = Math.min(last, size - 1);
  if (start <= end) return { start, end };
  throw new Refusal(416, `The file has ${size} bytes`, { 'content-range': `bytes */${size}` });
}

/** One range: `bytes=0-9`, `bytes=10-` or the last bytes, `bytes=-10`. */
const RANGE = /^bytes=\s*(?:(\d+)-(\d*)|-(\d+))\s*$/i;

/** Compares strongly, as `If-Range` requires (RFC 9110, 13.1.5). */
function isCurrent(condition: string, { etag, 'last-modified': modified }: Headers): boolean {
  return condition === (condition.startsWith('"') ? etag : modified);
}
