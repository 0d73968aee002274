import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  BOOLEAN,
  Checker,
  ConfigError,
  type Contradiction,
  CONTRADICTIONS,
  lookUp,
  NUMBER,
  OBJECT,
  requireKnownOptions,
  type Schema,
  show,
  STRING,
} from 'dtospec/internal';
import { checkerOf } from '../check-exchange.js';
import { documentOf, EXCHANGE_OPTIONS, type SpecSource } from '../exchange-options.js';
import { isMultipart, readForm } from '../form-values.js';
import { type Body, type MessageExchange, type ResponseMessage, textOf } from '../message.js';
import type { ExchangeOptions, ExchangeReport } from '../types.js';
import { MismatchCounts, type RecordedReport } from './recorded-report.js';
import { both } from '../traffic/both.js';
import { type Traffic, TrafficCounts, type TrafficOptions } from '../traffic/traffic.js';
import { watchFetch, type FetchHandler } from './watch-fetch.js';
import { watchNode } from './watch-node.js';

/** Options of `ExchangeRecorder`. */
export interface RecorderOptions extends ExchangeOptions {
  /**
   * Maximum size of a body to compare, in bytes. For longer bodies, only status and headers are compared.
   * @default 1 MiB
   */
  readonly maxBodyBytes?: number;
  /** Maximum number of different mismatches to keep. @default 1000 */
  readonly maxMismatches?: number;
  /**
   * Keeps which requests the service accepts, for `dtospec diff --traffic`: types, presence, and values that
   * the document names. @default none
   */
  readonly traffic?: TrafficOptions;
}

const MAX_WAITING = 100;

/**
 * Returns whether a body is JSON that satisfies a complete schema, or whether there is none without a schema.
 */
function satisfies(body: Body, schema: object | undefined): boolean {
  const text = textOf(body);
  if (schema === undefined || text === undefined) return schema === undefined && body.kind === 'none';
  const checker = new Checker({
    resolve: (ref) => lookUp(schema, ref) as Schema | undefined,
    format: () => true,
  });
  return checker.accepts(schema as Schema, valueIn(text)) !== false;
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Statuses that mean that an undocumented path does not exist. */
const NOT_SERVED: ReadonlySet<number> = new Set([404, 405, 501]);

interface RequestEmitter {
  prependListener(
    event: 'request',
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ): unknown;
}

interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

interface FastifyHooks {
  addHook(
    name: 'onRequest',
    hook: (request: { raw: IncomingMessage }, reply: { raw: ServerResponse }, done: () => void) => void,
  ): unknown;
}

/**
 * Compares the responses of a running service with its document, and counts mismatches. It compares after
 * each response was sent, so it does not change or delay responses. Use it in tests and staging.
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
  #counts: MismatchCounts;
  #traffic: TrafficCounts | undefined;

  /** @throws ConfigError for an invalid document or option */
  constructor(source: SpecSource, options: RecorderOptions = {}) {
    requireKnownOptions('ExchangeRecorder', options, {
      ...EXCHANGE_OPTIONS,
      maxBodyBytes: NUMBER,
      maxMismatches: NUMBER,
      traffic: OBJECT,
    });
    if (options.traffic !== undefined)
      requireKnownOptions('traffic', options.traffic, { client: STRING, values: BOOLEAN, maxShapes: NUMBER });
    const { maxBodyBytes = 1024 * 1024, maxMismatches = 1000 } = options;
    for (const [name, value] of Object.entries({ maxBodyBytes, maxMismatches }))
      if (!Number.isInteger(value) || value < 0)
        throw new ConfigError(`ExchangeRecorder: ${name} is ${show(value)}. Give a whole number.`);
    this.#source = source;
    this.#options = options;
    this.#limit = maxBodyBytes;
    this.#counts = new MismatchCounts(maxMismatches);
    this.#traffic = options.traffic && new TrafficCounts(options.traffic);
    checkerOf(documentOf(source), options);
  }

  /** Middleware for Express, Connect, Nest and node:http. Register it before body parsers. */
  readonly middleware = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    watchNode(request, response, this.#limit, this.#record);
    next();
  };

  /** Middleware for Koa. Register it before body parsers. */
  readonly koa = (context: KoaContext, next: () => Promise<unknown>): Promise<unknown> => {
    watchNode(context.req, context.res, this.#limit, this.#record);
    return next();
  };

  /** Plugin for Fastify: `app.register(recorder.fastify)`, before the routes. */
  readonly fastify = Object.assign(
    (app: FastifyHooks, _options: unknown, done: () => void): void => {
      app.addHook('onRequest', (request, reply, next) => {
        watchNode(request.raw, reply.raw, this.#limit, this.#record);
        next();
      });
      done();
    },
    // The plugin applies to the whole application, not only to its own routes.
    { [Symbol.for('skip-override')]: true },
  );

  /**
   * Records a server of node:http, https or http2. Use it for
   * frameworks that run on such a server, for example Hono.
   */
  watch(server: RequestEmitter): void {
    server.prependListener('request', (request, response) => {
      watchNode(request, response, this.#limit, this.#record);
    });
  }

  /**
   * Returns a handler that records, for Bun, Deno, Next and other runtimes without a Node server. Its
   * responses are streams, so the runtime sends them in chunks.
   */
  fetch<Rest extends unknown[]>(
    handler: FetchHandler<Rest>,
  ): (request: Request, ...rest: Rest) => Promise<Response> {
    return watchFetch(handler, this.#limit, this.#record);
  }

  /** Waits until all exchanges are compared, and returns the report. */
  async report(): Promise<RecordedReport> {
    while (this.#waiting.size > 0) await Promise.all(this.#waiting);
    return this.#counts.report();
  }

  /** Writes the report as JSON to a file, and returns it. */
  async writeReport(file: string): Promise<RecordedReport> {
    const report = await this.report();
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
    return report;
  }

  /**
   * Writes the accepted requests as JSON to a file for `dtospec diff --traffic`, and returns them. It
   * contains no value of a request, unless the option `values` asks for them.
   *
   * @throws ConfigError without the option `traffic`
   */
  async writeTraffic(file: string): Promise<Traffic> {
    if (this.#traffic === undefined)
      throw new ConfigError(
        'writeTraffic needs the option traffic: new ExchangeRecorder(docs, { traffic: {} }).',
      );
    while (this.#waiting.size > 0) await Promise.all(this.#waiting);
    const traffic = this.#traffic.report();
    await writeFile(file, `${JSON.stringify(traffic)}\n`);
    return traffic;
  }

  /** Resets all counts. */
  clear(): void {
    this.#traffic = this.#options.traffic && new TrafficCounts(this.#options.traffic);
    this.#counts = new MismatchCounts(this.#counts.maxMismatches);
  }

  readonly #record = (exchange: MessageExchange | Promise<MessageExchange>): void => {
    if (this.#waiting.size >= MAX_WAITING) {
      this.#counts.skip();
      return;
    }
    const work = this.#compare(exchange).finally(() => this.#waiting.delete(work));
    this.#waiting.add(work);
  };

  #weigh({ operation = '', mismatches }: ExchangeReport, { status, body }: ResponseMessage): void {
    const { [CONTRADICTIONS]: known } = this.#source as { [CONTRADICTIONS]?: Map<string, Contradiction> };
    const contradiction = known?.get(operation);
    if (contradiction === undefined || status >= 300 || body.kind === 'unknown') return;
    const isDocumented = mismatches.every(({ place }) => place !== 'response body');
    const isReturned = satisfies(body, contradiction.schema);
    const ofDocumented = isReturned ? 'both' : 'documented';
    const ofOther = isReturned ? 'returned' : 'neither';
    this.#counts.weigh(operation, contradiction, isDocumented ? ofDocumented : ofOther);
  }

  /** Compares an exchange. It never rejects: an error in the document must not affect the service. */
  async #compare(exchange: MessageExchange | Promise<MessageExchange>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const { request, response } = await exchange;
      const whole = isMultipart(request) ? { ...request, body: await readForm(request) } : request;
      const document = documentOf(this.#source);
      const traffic = response.status < 400 ? this.#traffic?.begin(document) : undefined;
      const observe = both(this.#options.coverage?.begin(document), traffic?.observe);
      const report = checkerOf(document, this.#options).check({ request: whole, response }, observe);
      traffic?.end(whole);
      if (report.operation === undefined && NOT_SERVED.has(response.status)) return;
      this.#counts.add(report);
      this.#weigh(report, response);
    } catch (error) {
      this.#counts.fail(error);
    }
  }
}
