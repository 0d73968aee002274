import { type Direction, type OpenApiDocument, requireKnownOptions, splitTarget } from 'dtospec/internal';
import { checkRequest, credentialsOf } from './check-request.js';
import { checkResponse } from './check-response.js';
import type { MessageExchange, RequestMessage } from './message.js';
import { type DocumentedOperation, followReference, operationIn, OperationTable } from './operations.js';
import { MismatchList } from './mismatch.js';
import {
  type Observe,
  type MessageObserver,
  NO_OBSERVER,
  type Exchange,
  type ExchangeOptions,
  type ExchangeReport,
} from './types.js';
import { SchemaChecker } from './schemas/checker.js';
import { documentOf, EXCHANGE_OPTIONS, requireDocument, type SpecSource } from './exchange-options.js';
import { after, type Eventually, readExchange } from './readers/read-exchange.js';

export class ExchangeChecker {
  readonly operations: OperationTable;
  readonly #checkers = new Map<Direction, SchemaChecker>();

  constructor(
    readonly document: OpenApiDocument,
    readonly options: ExchangeOptions = {},
  ) {
    requireDocument(document);
    this.operations = new OperationTable(document, options.basePath);
  }

  check({ request, response }: MessageExchange, observe: Observe = () => NO_OBSERVER): ExchangeReport {
    const { pathname } = splitTarget(request.target);
    const operation = this.operations.find(request.method, pathname);
    const list = new MismatchList(operation?.name);
    if (operation === undefined) this.#reportUnknown(request.method, pathname, list);
    else {
      const { requests = 'accepted' } = this.options;
      if (requests === 'all' || (requests === 'accepted' && response.status < 400))
        checkRequest(request, this.#requestContext(operation, list, observe));
      checkResponse(response, request, this.#contextOf('response', operation, list, observe));
    }
    return {
      ok: list.all.length === 0,
      operation: operation?.name,
      status: response.status,
      mismatches: list.all,
    };
  }

  checkRequest(request: RequestMessage): Pick<ExchangeReport, 'operation' | 'mismatches'> {
    const { pathname } = splitTarget(request.target);
    const operation = this.operations.find(request.method, pathname);
    const list = new MismatchList(operation?.name);
    if (operation !== undefined)
      checkRequest(
        request,
        this.#requestContext(operation, list, () => NO_OBSERVER),
      );
    return { operation: operation?.name, mismatches: list.all };
  }

  #reportUnknown(method: string, pathname: string, list: MismatchList): void {
    const others = this.operations.at(pathname).map((operation) => operation.method);
    const place = { name: 'operation', documented: '#/paths' };
    const shown = `${method} ${pathname}`;
    const { basePath } = this.options;
    const message =
      others.length > 0
        ? `${shown} is not documented; at this path ${[...new Set(others)].join(', ')} ${others.length === 1 ? 'is' : 'are'}`
        : `${shown} is not documented${basePath === undefined ? '' : ` below ${basePath}`}`;
    list.add('operation-undocumented', place, 'paths', message);
  }

  #requestContext(
    operation: DocumentedOperation,
    list: MismatchList,
    observe: Observe,
  ): Parameters<typeof checkRequest>[1] {
    const context = this.#contextOf('request', operation, list, observe);
    return {
      ...context,
      shared: context.item.parameters ?? [],
      credentials: credentialsOf(
        context.object.security ?? this.document.security,
        this.document,
        context.follow,
      ),
    };
  }

  #contextOf(direction: Direction, operation: DocumentedOperation, list: MismatchList, observe: Observe) {
    const checker = this.#checkerOf(direction);
    const { document } = checker;
    const follow = <T>(given: T, pointer: string) => followReference(given, pointer, document);
    const observer: MessageObserver = observe(operation, direction);
    return { checker, list, follow, operation, observer, ...operationIn(document, operation) };
  }

  #checkerOf(direction: Direction): SchemaChecker {
    const known = this.#checkers.get(direction);
    if (known !== undefined) return known;
    const isClosed = direction === 'response' && this.options.additionalProperties === false;
    const checker = new SchemaChecker(this.document, direction, isClosed);
    this.#checkers.set(direction, checker);
    return checker;
  }
}

const checkers = new WeakMap<OpenApiDocument, Map<string, ExchangeChecker>>();

export function checkerOf(document: OpenApiDocument, options: ExchangeOptions = {}): ExchangeChecker {
  const { basePath, requests, additionalProperties } = options;
  const key = JSON.stringify([basePath, requests, additionalProperties]);
  const known = typeof document === 'object' ? checkers.get(document) : undefined;
  const checker = known?.get(key) ?? new ExchangeChecker(document, options);
  checkers.set(document, new Map(known).set(key, checker));
  return checker;
}

/**
 * Compares a request and its response with an OpenAPI document of version 3.0, 3.1 or 3.2: operation, status,
 * content types, bodies, headers and parameters.
 *
 * @throws ConfigError for an invalid document, option or exchange, and for a body that was already consumed
 * @example
 * const { mismatches } = await checkExchange(docs, { response: await request(app).get('/users/1') });
 */
export async function checkExchange(
  source: SpecSource,
  exchange: Exchange,
  options: ExchangeOptions = {},
): Promise<ExchangeReport> {
  requireKnownOptions('checkExchange', options, EXCHANGE_OPTIONS);
  return compareExchange(documentOf(source), exchange, options);
}

/**
 * Compares an exchange. Returns the report without a promise if the bodies are already available.
 * @throws ConfigError for an unknown kind of exchange
 */
export function compareExchange(
  document: OpenApiDocument,
  exchange: Exchange,
  options: ExchangeOptions = {},
): Eventually<ExchangeReport> {
  const checker = checkerOf(document, options);
  return after(readExchange(exchange), (messages) =>
    checker.check(messages, options.coverage?.begin(document)),
  );
}
