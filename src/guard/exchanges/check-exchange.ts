import type { OpenApiDocument } from '../../documents/openapi/document.js';
import { checkRequest, credentialsOf, splitTarget } from './check-request.js';
import { checkResponse } from './check-response.js';
import type { MessageExchange, RequestMessage } from './message.js';
import { operationIn, OperationTable, type DocumentedOperation } from './operations.js';
import { followReference } from './references.js';
import { MismatchList } from './report.js';
import { SchemaChecker } from './schemas/checker.js';
import type { Direction } from './schemas/translate.js';
import { UNSEEN, type Observe, type Seen } from './seen.js';
import { requireDocument } from './source.js';
import type { ExchangeOptions, ExchangeReport } from './types.js';

/** Compares exchanges with one document; what it makes of the document it makes once. */
export class ExchangeChecker {
  readonly operations: OperationTable;
  readonly #checkers = new Map<Direction, SchemaChecker>();

  /** @throws ConfigError for what is no OpenAPI document of 3.0, 3.1 or 3.2 */
  constructor(
    readonly document: OpenApiDocument,
    readonly options: ExchangeOptions = {},
  ) {
    requireDocument(document);
    this.operations = new OperationTable(document, options.basePath);
  }

  /** @param observe is told what the exchange exercises */
  check({ request, response }: MessageExchange, observe: Observe = () => UNSEEN): ExchangeReport {
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

  /** Compares a request only, whatever it is answered with. */
  checkRequest(request: RequestMessage): Pick<ExchangeReport, 'operation' | 'mismatches'> {
    const { pathname } = splitTarget(request.target);
    const operation = this.operations.find(request.method, pathname);
    const list = new MismatchList(operation?.name);
    if (operation !== undefined)
      checkRequest(
        request,
        this.#requestContext(operation, list, () => UNSEEN),
      );
    return { operation: operation?.name, mismatches: list.all };
  }

  #reportUnknown(method: string, pathname: string, list: MismatchList): void {
    const others = this.operations.at(pathname).map((one) => one.method);
    const place = { name: 'operation', documented: '#/paths' };
    const shown = `${method} ${pathname}`;
    const message =
      others.length > 0
        ? `${shown} is not documented; at this path ${[...new Set(others)].join(', ')} ${others.length === 1 ? 'is' : 'are'}`
        : `${shown} is not documented${this.#basePathHint(pathname)}`;
    list.add('operation-undocumented', place, 'paths', message);
  }

  /** A server's path is easily forgotten where a proxy adds it. */
  #basePathHint(pathname: string): string {
    if (this.options.basePath !== undefined) return ` below ${this.options.basePath}`;
    const bare = new OperationTable(this.document, '/').at(pathname);
    return bare.length === 0
      ? ''
      : `: the document's servers have a path before it. Set basePath to "/" where a proxy adds that path`;
  }

  #requestContext(
    operation: DocumentedOperation,
    list: MismatchList,
    observe: Observe,
  ): Parameters<typeof checkRequest>[1] {
    const context = this.#contextOf('request', operation, list, observe);
    const { components, security } = this.document;
    return {
      ...context,
      shared: context.item.parameters ?? [],
      credentials: credentialsOf(context.object.security ?? security, components?.securitySchemes),
    };
  }

  #contextOf(direction: Direction, operation: DocumentedOperation, list: MismatchList, observe: Observe) {
    const checker = this.#checkerOf(direction);
    const { document } = checker;
    const follow = <T>(given: T, pointer: string) => followReference(given, pointer, document);
    const seen: Seen = observe(operation, direction);
    return { checker, list, follow, operation, seen, ...operationIn(document, operation) };
  }

  #checkerOf(direction: Direction): SchemaChecker {
    const known = this.#checkers.get(direction);
    if (known !== undefined) return known;
    const isClosed = direction === 'response' && this.options.additionalProperties === false;
    const made = new SchemaChecker(this.document, direction, isClosed);
    this.#checkers.set(direction, made);
    return made;
  }
}
