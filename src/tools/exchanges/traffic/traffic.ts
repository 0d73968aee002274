import { lookUp, type OpenApiDocument, type Schema, setMember, unescapeKey } from 'dtospec/internal';
import { headerOf, type RequestMessage } from '../message.js';
import { SchemaChecker } from '../schemas/checker.js';
import { NO_OBSERVER, type FoundParameter, type Observe } from '../types.js';
import { redact } from './redact.js';

/** Options of the traffic that a recorder keeps. */
export interface TrafficOptions {
  /**
   * The request header that names the client. It is counted, and its values are not written. @default none
   */
  readonly client?: string;
  /** True to keep the values of requests. They may be secret. @default false */
  readonly values?: boolean;
  /** Maximum number of different requests to keep. @default 10,000 */
  readonly maxShapes?: number;
}

/** Requests that are alike. */
export interface RecordedShape {
  /** The operation, such as `POST /users`. */
  readonly operation: string;
  /** Values by their place: `query parameter limit`, `request body application/json`. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The number of requests. */
  readonly count: number;
  /** Numbers of the clients. */
  readonly clients: readonly number[];
}

/** The accepted requests of a service, without their values. */
export interface Traffic {
  /** Version of the format. */
  readonly traffic: 1;
  /** True if the shapes contain the values of requests. */
  readonly values: boolean;
  /** The number of accepted requests. */
  readonly requests: number;
  /** The number of clients. */
  readonly clients: number;
  /**
   * Requests that are not in `shapes`, because there are too many different ones, or they are longer than
   * 65,536 characters.
   */
  readonly dropped: number;
  /** The different requests. */
  readonly shapes: readonly RecordedShape[];
}

interface CountedShape {
  readonly operation: string;
  readonly values: Readonly<Record<string, unknown>>;
  count: number;
  readonly clients: Set<number>;
}

/** Maximum length of a recorded request, in characters. */
const LONGEST_SHAPE = 65_536;

/** Counts the accepted requests of a service by what they contain. */
export class TrafficCounts {
  readonly #shapes = new Map<string, CountedShape>();
  readonly #clients = new Map<string, number>();
  readonly #checkers = new WeakMap<OpenApiDocument, SchemaChecker>();
  #requests = 0;
  #dropped = 0;

  constructor(private readonly options: TrafficOptions) {}

  /** Starts a request. Call `end` after it was compared with the document. */
  begin(document: OpenApiDocument): {
    readonly observe: Observe;
    readonly end: (request: RequestMessage) => void;
  } {
    const found: [pointer: string, value: unknown][] = [];
    const parameters: FoundParameter[] = [];
    let operation: string | undefined;
    const observe: Observe = (documented, direction) => {
      if (direction !== 'request') return NO_OBSERVER;
      operation = documented.name;
      return {
        ...NO_OBSERVER,
        parameter: (parameter) => void parameters.push(parameter),
        value: (pointer, value) => void found.push([pointer, value]),
      };
    };
    const end = (request: RequestMessage): void => {
      if (operation === undefined) return;
      const values: Record<string, unknown> = {};
      for (const [pointer, value] of found)
        setMember(values, placeOf(pointer, parameters), this.#kept(value, pointer, document));
      this.#add(operation, values, request);
    };
    return { observe, end };
  }

  #kept(value: unknown, pointer: string, document: OpenApiDocument): unknown {
    if (this.options.values === true) return value;
    const checker = this.#checkers.get(document) ?? new SchemaChecker(document, 'request', false);
    this.#checkers.set(document, checker);
    return redact(value, (lookUp(checker.document, pointer) ?? {}) as Schema, checker.resolve);
  }

  /** Returns the number of the client, which its header names. */
  #clientOf(headers: RequestMessage['headers']): number | undefined {
    const { client } = this.options;
    const name = client === undefined ? undefined : headerOf(headers, client.toLowerCase());
    if (name === undefined) return undefined;
    const id = this.#clients.get(name) ?? this.#clients.size;
    this.#clients.set(name, id);
    return id;
  }

  #add(operation: string, values: CountedShape['values'], { headers }: RequestMessage): void {
    this.#requests += 1;
    const { maxShapes = 10_000 } = this.options;
    const id = this.#clientOf(headers);
    const key = JSON.stringify([operation, values]);
    const shape = this.#shapes.get(key) ?? { operation, values, count: 0, clients: new Set() };
    if (key.length > LONGEST_SHAPE || (shape.count === 0 && this.#shapes.size >= maxShapes)) {
      this.#dropped += 1;
      return;
    }
    shape.count += 1;
    if (id !== undefined) shape.clients.add(id);
    this.#shapes.set(key, shape);
  }

  report(): Traffic {
    return {
      traffic: 1,
      values: this.options.values === true,
      requests: this.#requests,
      clients: this.#clients.size,
      dropped: this.#dropped,
      shapes: [...this.#shapes.values()].map((shape) => ({ ...shape, clients: [...shape.clients] })),
    };
  }
}

/** Returns the place of a value as `dtospec diff` names it. */
function placeOf(pointer: string, parameters: readonly FoundParameter[]): string {
  const own = parameters.find((parameter) => pointer.startsWith(`${parameter.pointer}/`));
  if (own !== undefined) return `${own.parameter.in} parameter ${own.parameter.name}`;
  const [, contentType = ''] = /\/content\/([^/]+)\/(?:schema|itemSchema)$/.exec(pointer) ?? [];
  return `request body ${unescapeKey(contentType)}`;
}
