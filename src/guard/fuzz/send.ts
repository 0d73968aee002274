import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { headersOf, NO_BODY, type Body, type ResponseMessage } from '../exchanges/message.js';
import { type WrittenRequest } from './write/request.js';
import { sentHeaders, type Headers } from './write/headers.js';

export type Outcome =
  | { readonly kind: 'answer'; readonly response: ResponseMessage }
  | { readonly kind: 'timeout' }
  /** `reason` is Node's error code, such as `ECONNRESET`. `isGone` is true if the service no longer listens. */
  | { readonly kind: 'broken'; readonly reason: string; readonly isGone?: boolean };

export function statusOf(outcome: Outcome): number | undefined {
  return outcome.kind === 'answer' ? outcome.response.status : undefined;
}

/** Maximum size of a body to compare: 4 MiB. */
const LARGEST = 4 * 2 ** 20;

const REFUSED = 'ECONNREFUSED';

/** Sends requests to one service. It does not follow redirects or decompress bodies. */
export class Sender {
  readonly #agent: http.Agent;
  readonly #client: typeof http | typeof https;

  constructor(
    readonly origin: URL,
    private readonly headers: Headers,
    private readonly timeout: number,
    sockets: number,
  ) {
    this.#client = origin.protocol === 'https:' ? https : http;
    this.#agent = new this.#client.Agent({ keepAlive: true, maxSockets: sockets });
  }

  close(): void {
    this.#agent.destroy();
  }

  /**
   * Sends a request. If a kept connection fails, it repeats the request on a new one, since the server may have closed
   * it.
   */
  async send(request: WrittenRequest, headers = this.headers): Promise<Outcome> {
    const first = await this.#exchange(request, headers, this.#agent);
    if (first.kind !== 'broken') return first;
    const second = await this.#exchange(request, headers, false);
    if (second.kind !== 'broken') return second;
    return { ...first, isGone: second.reason === REFUSED };
  }

  #exchange(
    { method, target, headers, body }: WrittenRequest,
    fixed: Headers,
    agent: http.Agent | false,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const { hostname, port } = this.origin;
      const asked = this.#client.request({
        ...{ method, path: target, agent, port },
        hostname: hostname.replace(/^\[|\]$/g, ''),
        headers: this.#headersOf(sentHeaders(fixed, headers), body),
      });
      let isStream = false;
      const timer = setTimeout(() => {
        resolve(isStream ? answerOf(answer, { kind: 'unknown' }) : { kind: 'timeout' });
        asked.destroy();
      }, this.timeout);
      const end = (outcome: Outcome): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      let answer: IncomingMessage | undefined;
      asked.on('response', (response) => {
        answer = response;
        // A stream may be endless while a client listens.
        isStream = /event-stream|jsonl|ndjson|json-seq/.test(response.headers['content-type'] ?? '');
        void readBody(response).then(
          (read) => {
            end(answerOf(response, read));
            if (read.kind === 'unknown') asked.destroy();
          },
          (error: unknown) => {
            end({ kind: 'broken', reason: codeOf(error) });
          },
        );
      });
      asked.on('error', (error) => {
        end({ kind: 'broken', reason: codeOf(error) });
      });
      asked.end(body);
    });
  }

  #headersOf(all: Headers, body: Buffer | undefined): string[] {
    const hasHost = all.some(([name]) => name.toLowerCase() === 'host');
    return [
      ...all,
      ...(hasHost ? [] : [['Host', this.origin.host]]),
      ...(body === undefined ? [] : [['Content-Length', String(body.length)]]),
    ].flat();
  }
}

async function readBody(response: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LARGEST) return { kind: 'unknown' };
  }
  return size === 0 ? NO_BODY : { kind: 'bytes', bytes: Buffer.concat(chunks) };
}

function answerOf(response: IncomingMessage | undefined, body: Body): Outcome {
  const encoding = response?.headers['content-encoding'] ?? 'identity';
  const read = encoding === 'identity' || body.kind === 'none' ? body : ({ kind: 'unknown' } as const);
  const headers = headersOf(response?.headers);
  return { kind: 'answer', response: { status: response?.statusCode ?? 0, headers, body: read } };
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
