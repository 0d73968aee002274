import { type Headers, NO_BODY } from './responses.js';
import type { AskedRequest, DocsResponse } from './docs-server.js';
import { digestOf } from '../shared/digest.js';
import { matchesTag } from '../shared/etag.js';
import { requireNodeModule } from '../shared/node-modules.js';

export class Resource {
  readonly #representation: Representation;
  readonly #headers: Headers;
  readonly #notModified: DocsResponse;
  readonly #answers = new Map<Encoded, DocsResponse>();

  constructor(representation: Representation, headers: Headers) {
    this.#representation = representation;
    this.#headers = { ...headers, etag: representation.etag };
    this.#notModified = { status: 304, headers: this.#headers, body: NO_BODY };
  }

  answer(request: AskedRequest): DocsResponse {
    if (matchesTag(request.headers['if-none-match'], this.#representation.etag)) return this.#notModified;
    const encodings = acceptedEncodings(request.headers['accept-encoding']);
    const full = this.#full(this.#representation.select(encodings));
    return request.method === 'HEAD' ? { ...full, body: NO_BODY } : full;
  }

  #full(encoded: Encoded): DocsResponse {
    const known = this.#answers.get(encoded);
    if (known !== undefined) return known;
    const { encoding, body } = encoded;
    const headers = {
      ...this.#headers,
      'content-type': this.#representation.contentType,
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
    };
    const response = { status: 200, headers, body };
    this.#answers.set(encoded, response);
    return response;
  }
}

/** Size in bytes above which Brotli's best quality takes seconds to save a few percent. */
const LARGE = 512 * 1024;

/** Rejects in a runtime without Node's zlib. Its platform compresses responses itself. */
async function compressed(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  const zlib = requireNodeModule('zlib', 'Compression');
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  const quality = body.length > LARGE ? 9 : 11;
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length };
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: Uint8Array): void => {
      if (error === null) resolve(result);
      else reject(error);
    };
    if (encoding === 'br') zlib.brotliCompress(body, { params }, done);
    else zlib.gzip(body, { level: 9 }, done);
  });
}

interface Encoded {
  readonly encoding: Encoding | undefined;
  readonly body: Uint8Array;
}

export class Representation {
  readonly etag: string;
  readonly #plain: Encoded;
  readonly #made: Partial<Record<Encoding, Encoded>> = {};
  readonly #running: Partial<Record<Encoding, Promise<void>>> = {};

  constructor(
    readonly contentType: string,
    readonly body: Uint8Array,
  ) {
    this.#plain = { encoding: undefined, body };
    this.etag = `W/"${digestOf(body, 'base64url').slice(0, 27)}"`;
  }

  /**
   * Returns the first encoding that is ready, so that no reader waits for compression. The thread pool
   * creates the others.
   */
  select(encodings: readonly Encoding[]): Encoded {
    for (const encoding of encodings) {
      const response = this.#made[encoding];
      if (response !== undefined) return response;
      if (this.#running[encoding] === undefined) void this.compress(encoding);
    }
    return this.#plain;
  }

  /** Resolves when the encoding is ready. If compression fails, the uncompressed bytes are used. */
  compress(encoding: Encoding): Promise<void> {
    return (this.#running[encoding] ??= compressed(this.body, encoding).then(
      (body) => {
        this.#made[encoding] = { encoding, body };
      },
      () => undefined,
    ));
  }
}

const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/**
 * Returns the encodings that an `Accept-Encoding` header allows, the preferred one first (RFC 9110, 12.5.3).
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return [];
  const weights = new Map(header.split(',').map(readWeight));
  return ENCODINGS.filter((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0);
}

function readWeight(element: string): [string, number] {
  const [name = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
