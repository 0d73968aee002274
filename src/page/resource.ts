import { acceptedEncodings, matchesTag } from './negotiate.js';
import type { Encoded, Representation } from './representation.js';
import { NO_BODY, type Headers } from './responses.js';
import { headerOf, type AskedRequest, type DocsResponse } from './source.js';

/** Something served, with all of its answers: they are made once, and a request only chooses. */
export class Resource {
  readonly #representation: Representation;
  readonly #headers: Headers;
  readonly #notModified: DocsResponse;
  readonly #answers = new Map<Encoded, DocsResponse>();

  /** @param headers those of every answer about it, beside its tag */
  constructor(representation: Representation, headers: Headers) {
    this.#representation = representation;
    this.#headers = { ...headers, etag: representation.etag };
    this.#notModified = { status: 304, headers: this.#headers, body: NO_BODY };
  }

  answer(request: AskedRequest): DocsResponse {
    if (matchesTag(headerOf(request, 'if-none-match'), this.#representation.etag)) return this.#notModified;
    const encodings = acceptedEncodings(headerOf(request, 'accept-encoding'));
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
    const made = { status: 200, headers, body };
    this.#answers.set(encoded, made);
    return made;
  }
}
