import { type OptionChecks, requireKnownOptions } from '../shared/checks.js';
import { ConfigError } from '../shared/errors.js';
import { isHeaderValue } from '../shared/http.js';
import { kindOf } from '../shared/values.js';
import { type ContentStream, isContentStream } from './response/content-source.js';

/** Bytes of a file that a request asks for. Both positions are inclusive, as in `fs.createReadStream`. */
export interface ByteRange {
  /** Position of the first byte. */
  readonly start: number;
  /** Position of the last byte. */
  readonly end: number;
}

/** The content of a file: bytes, text, or a stream of them. */
export type DownloadContent = Uint8Array | string | ContentStream;

/**
 * Opens a file when it is needed. With a parameter, it receives the range to return, which is the whole file
 * if the request asks for no range.
 */
export type OpenDownload = (range: ByteRange) => DownloadContent | Promise<DownloadContent>;

/** Options of `download`. */
export interface DownloadOptions {
  /** The name under which browsers save the file (RFC 6266). @default none */
  readonly filename?: string | undefined;
  /** The media type; it must be documented. @default the documented media type */
  readonly type?: string | undefined;
  /**
   * Length in bytes. With it, the response has `Content-Length` and answers range requests.
   * @default the length of bytes, a text or a Blob; unknown for other sources
   */
  readonly size?: number | undefined;
  /** If true, browsers show the file instead of saving it. @default false */
  readonly inline?: boolean | undefined;
  /** The ETag of this version of the file, with its quotes: `'"v7"'` (RFC 9110, 8.8.3). @default none */
  readonly etag?: string | undefined;
  /** When the file was last changed. @default none */
  readonly lastModified?: Date | undefined;
}

const OPTIONS: OptionChecks<DownloadOptions> = {
  filename: { what: 'a string', holds: (value) => typeof value === 'string' },
  type: {
    what: "a media type, such as 'application/pdf'",
    holds: (value) => typeof value === 'string' && value.includes('/') && isHeaderValue(value),
  },
  size: {
    what: 'a number of bytes',
    holds: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  },
  inline: { what: 'true or false', holds: (value) => typeof value === 'boolean' },
  etag: {
    what: `an ETag in quotes, such as '"v7"'`,
    holds: (value) => typeof value === 'string' && /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(value),
  },
  lastModified: {
    what: 'a valid Date',
    holds: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  },
};

const MARK = Symbol.for('dtospec:download');

/** A file that a handler returns. Created by `download`. */
export class Download {
  // Recognised across copies of this package.
  readonly [MARK] = true;

  constructor(
    /** The content, or the function that opens it. */
    readonly source: DownloadContent | OpenDownload,
    /** The options of `download`. */
    readonly options: DownloadOptions,
  ) {}
}

/**
 * Creates the response body of a file, for a media type other than JSON. If `size` is known, the response
 * answers range requests. With `etag` or `lastModified` it answers conditional requests with 304.
 *
 * @param source the content, or a function that opens it. The function is not called for a response without a
 *   body, such as 304 or the response to HEAD.
 * @throws ConfigError for a source or an option that is not valid
 * @example
 * return download((range) => createReadStream(path, range), { filename: 'invoice.pdf', size });
 */
export function download(source: DownloadContent | OpenDownload, options: DownloadOptions = {}): Download {
  if (typeof source !== 'function' && !isContent(source))
    throw new ConfigError(
      `download(source) needs bytes, a text, a stream or a function that returns one, not ${kindOf(source)}.`,
    );
  requireKnownOptions('download', options, OPTIONS);
  return new Download(source, options);
}

export function isDownload(value: unknown): value is Download {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, MARK);
}

export function isContent(value: unknown): value is DownloadContent {
  return typeof value === 'string' || value instanceof Uint8Array || isContentStream(value);
}
