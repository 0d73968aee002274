import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { headersOf, KeptBytes, type Body, type ResponseMessage } from '../exchanges/message.js';
import { type WrittenRequest } from './write/request.js';
import { sentHeaders, type Headers } from './write/headers.js';

export type Outcome =
  | { readonly kind: 'answer'; readonly response: ResponseMessage }
  | { readonly kind: 'timeout' }
  /**
   * `reason` is Node's error code, such as `ECONNRESET`. `isGone` is true if the service no longer listens.
   */
  | { readonly kind: 'broken'; readonly reason: string; readonly isGone?: boolean };

export function statusOf(outcome: Outcome): number | undefined {
  return outcome.kind === 'answer' ? outcome.response.status : undefined;
}

/** Maximum size of a body to compare: 4 MiB. */
const LARGEST = 4 * 2 ** 20;

const REFUSED = 'ECONNREFUSED';

/** Sends requests to one service. It does not follow redirects. */
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
   * Sends a request. If a kept connection fails, it repeats the request on a new one, since the server may
   * have closed it.
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
        method,
        path: target,
        agent,
        port,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        headers: this.#headersOf(sentHeaders(fixed, headers), body),
      });
      let stream: IncomingMessage | undefined;
      const timer = setTimeout(() => {
        resolve(stream === undefined ? { kind: 'timeout' } : answerOf(stream, { kind: 'unknown' }));
        asked.destroy();
      }, this.timeout);
      const end = (outcome: Outcome): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      asked.on('response', (response) => {
        // A stream may be endless while a client listens.
        if (/event-stream|jsonl|ndjson|json-seq/.test(response.headers['content-type'] ?? ''))
          stream = response;
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
  const kept = new KeptBytes(LARGEST);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    kept.add(chunk);
    if (!kept.isWhole) break;
  }
  return kept.body(headersOf(response.headers));
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, body: Body): Outcome {
  return { kind: 'answer', response: { status: statusCode, headers: headersOf(headers), body } };
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
