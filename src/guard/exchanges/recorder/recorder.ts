import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NUMBER, requireKnownOptions } from '../../../shared/checks.js';
import { ConfigError } from '../../../shared/errors.js';
import { show } from '../../../shared/values.js';
import { checkerOf } from '../compare.js';
import { EXCHANGE_OPTIONS } from '../option-checks.js';
import { isMultipart, readForm } from '../form-data.js';
import type { MessageExchange } from '../message.js';
import { documentOf, type SpecSource } from '../source.js';
import type { ExchangeOptions } from '../types.js';
import { Tally, type RecordedReport } from './tally.js';
import { watchFetch, type FetchHandler } from './watch-fetch.js';
import { watchNode } from './watch-node.js';

/** How exchanges are recorded. */
export interface RecorderOptions extends ExchangeOptions {
  /** The longest body that is compared, in bytes; longer ones pass by, and only their status and headers are. @default 1 MiB */
  readonly maxBodyBytes?: number;
  /** How many kinds of mismatches are kept. @default 1000 */
  readonly maxMismatches?: number;
}

/** How many exchanges may wait to be compared. */
const MAX_WAITING = 100;

/** Answers of an undocumented path that say that there is none. */
const NOT_SERVED: ReadonlySet<number> = new Set([404, 405, 501]);

/** What of Node's servers is used. */
interface RequestEmitter {
  prependListener(
    event: 'request',
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ): unknown;
}

/** What of Koa is used. */
interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** What of Fastify is used. */
interface FastifyHooks {
  addHook(
    name: 'onRequest',
    hook: (request: { raw: IncomingMessage }, reply: { raw: ServerResponse }, done: () => void) => void,
  ): unknown;
}

/**
 * Compares what a running service answers with its document, and counts what does not match. No answer is changed nor
 * waits: exchanges are compared after they are over. For tests of a service and for staging.
 *
 * @example
 * const recorder = new ExchangeRecorder(docs);
 * app.use(recorder.middleware);
 * await recorder.writeReport('drift.json');
 */
export class ExchangeRecorder {
  readonly #source: SpecSource;
  readonly #options: RecorderOptions;
  readonly #limit: number;
  readonly #waiting = new Set<Promise<void>>();
  #tally: Tally;

  /** @throws ConfigError for what is no document, and for options that are none */
  constructor(source: SpecSource, options: RecorderOptions = {}) {
    requireKnownOptions('ExchangeRecorder', options, {
      ...EXCHANGE_OPTIONS,
      maxBodyBytes: NUMBER,
      maxMismatches: NUMBER,
    });
    const { maxBodyBytes = 1024 * 1024, maxMismatches = 1000 } = options;
    for (const [name, value] of Object.entries({ maxBodyBytes, maxMismatches }))
      if (!Number.isInteger(value) || value < 0)
        throw new ConfigError(`ExchangeRecorder: ${name} is ${show(value)}. Give a whole number.`);
    this.#source = source;
    this.#options = options;
    this.#limit = maxBodyBytes;
    this.#tally = new Tally(maxMismatches);
    checkerOf(documentOf(source), options);
  }

  /** For Express, Connect, Nest and node:http; before what reads bodies. */
  readonly middleware = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    watchNode(request, response, this.#limit, this.#record);
    next();
  };

  /** For Koa, before what reads bodies. */
  readonly koa = (context: KoaContext, next: () => Promise<unknown>): Promise<unknown> => {
    watchNode(context.req, context.res, this.#limit, this.#record);
    return next();
  };

  /** For Fastify: `app.register(recorder.fastify)`, before the routes. */
  readonly fastify = Object.assign(
    (app: FastifyHooks, _options: unknown, done: () => void): void => {
      app.addHook('onRequest', (request, reply, next) => {
        watchNode(request.raw, reply.raw, this.#limit, this.#record);
        next();
      });
      done();
    },
    // For all of the application, not for this plugin's own routes.
    { [Symbol.for('skip-override')]: true },
  );

  /** For every framework that a server of node:http, https or http2 is made with, Hono's as well. */
  watch(server: RequestEmitter): void {
    server.prependListener('request', (request, response) => {
      watchNode(request, response, this.#limit, this.#record);
    });
  }

  /**
   * For Bun, Deno, Next and whatever else has no server of Node's: the handler, recorded. Its answers are streams then, so
   * a runtime that would tell their length by itself sends chunks.
   */
  fetch<Rest extends unknown[]>(
    handler: FetchHandler<Rest>,
  ): (request: Request, ...rest: Rest) => Promise<Response> {
    return watchFetch(handler, this.#limit, this.#record);
  }

  /** What was found until now; waits for exchanges that are still to be compared. */
  async report(): Promise<RecordedReport> {
    while (this.#waiting.size > 0) await Promise.all(this.#waiting);
    return this.#tally.report();
  }

  /** Writes the report as JSON. @returns the report */
  async writeReport(file: string): Promise<RecordedReport> {
    const report = await this.report();
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
    return report;
  }

  /** Begins anew. */
  clear(): void {
    this.#tally = new Tally(this.#tally.maxMismatches);
  }

  readonly #record = (exchange: MessageExchange): void => {
    if (this.#waiting.size >= MAX_WAITING) {
      this.#tally.skip();
      return;
    }
    const work = this.#compare(exchange).finally(() => this.#waiting.delete(work));
    this.#waiting.add(work);
  };

  /** Never rejects: a fault of the document is for the report, not for the service. */
  async #compare(exchange: MessageExchange): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const { request, response } = exchange;
      const whole = isMultipart(request) ? { ...request, body: await readForm(request) } : request;
      const document = documentOf(this.#source);
      const observe = this.#options.coverage?.begin(document);
      const report = checkerOf(document, this.#options).check({ request: whole, response }, observe);
      if (report.operation === undefined && NOT_SERVED.has(response.status)) return;
      this.#tally.add(report);
    } catch (error) {
      this.#tally.fail(error);
    }
  }
}
