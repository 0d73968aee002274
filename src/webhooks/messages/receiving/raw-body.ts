import type { IncomingMessage } from 'node:http';
import { concatBytes, isBytes } from '../../../shared/bytes.js';
import { discardRest, isOverLimit } from '../../../shared/http.js';
import { ConfigError, DtospecError, recogniseAcrossCopies } from '../../../shared/errors.js';
import { requireOptionNames } from '../../../shared/checks.js';
import { show } from '../../../shared/values.js';

export interface RawBodyOptions {
  /**
   * Maximum size of a body, in bytes. A longer body is
   * rejected with status 413 as soon as it exceeds the limit.
   * @default 1048576
   */
  readonly maxBodyBytes?: number;
}

interface RawBodyErrors {
  /** Other code has read the request's body before. */
  readonly ERR_RAW_BODY_CONSUMED: never;
  /** The request's body is longer than `maxBodyBytes`, or than the limit of the server. */
  readonly ERR_RAW_BODY_TOO_LARGE: never;
  /** The request's body ended early, or its connection closed. */
  readonly ERR_RAW_BODY_ABORTED: never;
}

/** Thrown for a request body that cannot be read. Frameworks respond with `status` or `statusCode`. */
export class RawBodyError extends DtospecError {
  override readonly name = 'RawBodyError';
  /** The same as `status`, under the name that Express and Koa read. */
  readonly statusCode: number;
  constructor(
    readonly code: keyof RawBodyErrors,
    /** HTTP status of the response: 413 if the body is too long, otherwise 400 or 500. */
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.statusCode = status;
  }
}

recogniseAcrossCopies({ RawBodyError });

/** A node:http request with the properties that middleware adds. */
export type RawBodyRequest = IncomingMessage & {
  /** The bytes, after they were read. */
  rawBody?: unknown;
  /** The parsed body. */
  body?: unknown;
};

/**
 * Reads the bytes of a node:http request unchanged, as signatures need them; compressed bodies stay
 * compressed. A second call returns the same bytes, as does a call after the platform has set `rawBody`, or
 * after `express.raw()`.
 *
 * @throws RawBodyError if other code has read the body, or if it is too long or incomplete
 */
export async function readRawBody(request: RawBodyRequest, options: RawBodyOptions = {}): Promise<Buffer> {
  const kept = [request.rawBody, request.body].find(isBytes);
  if (kept) return (request.rawBody = Buffer.from(kept));
  if (request.readableDidRead) throw consumed();
  // The request is not destroyed, since that would close its connection before the response.
  try {
    const chunks = request.iterator({ destroyOnReturn: false });
    const body = (await collect(chunks, resolveMaxBodyBytes(options))) as Buffer;
    request.rawBody = body;
    return body;
  } catch (error) {
    discardRest(request);
    throw error;
  }
}

/**
 * Reads the bytes of a fetch `Request` (Hono, Next, Deno, Bun). You can still read the request afterwards, so
 * its body is in memory twice, up to `maxBodyBytes` and one chunk.
 *
 * @throws RawBodyError if the body was already used or is too long
 */
export async function fetchRawBody(request: Request, options: RawBodyOptions = {}): Promise<Uint8Array> {
  if (request.bodyUsed) throw consumed();
  const { body } = request.clone();
  if (!body) return concatBytes([]);
  try {
    return await collect(body.values({ preventCancel: true }), resolveMaxBodyBytes(options));
  } finally {
    // The cancellation is not awaited, because it waits for the
    // other half of the clone, which belongs to the application.
    body.cancel().catch(() => undefined);
  }
}

export function parseJSONBody(body: Buffer, headers: IncomingMessage['headers']): unknown {
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

export function resolveMaxBodyBytes(options: RawBodyOptions, others: readonly string[] = []): number {
  requireOptionNames('The raw-body middleware', options, ['maxBodyBytes', ...others]);
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
  if (typeof (maxBodyBytes as unknown) === 'number' && maxBodyBytes >= 0) return maxBodyBytes;
  throw new ConfigError(`maxBodyBytes is ${show(maxBodyBytes)}; give a number of bytes, e.g. 65536.`);
}

async function collect(stream: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    if (isOverLimit(cause)) throw tooLarge('the server allows');
    throw new RawBodyError(
      'ERR_RAW_BODY_ABORTED',
      400,
      'The request broke off before its body was complete.',
    );
  }
  if (size <= limit) return concatBytes(chunks);
  throw tooLarge(`${limit} bytes`);
}

function tooLarge(limit: string): RawBodyError {
  return new RawBodyError('ERR_RAW_BODY_TOO_LARGE', 413, `The body is longer than ${limit}.`);
}

function consumed(): RawBodyError {
  return new RawBodyError(
    'ERR_RAW_BODY_CONSUMED',
    500,
    'The body was read before its raw bytes could be kept. Put the raw-body middleware before every body parser other than express.raw().',
  );
}
