import { ConfigError } from '../base/errors.js';
import { isRecord } from '../base/values.js';
import type { OpenApiDocument, OperationObject } from '../spec/document.js';
import { operationsOf } from '../spec/methods.js';
import { checkRequest, credentialsOf, splitTarget } from './check-request.js';
import { checkResponse } from './check-response.js';
import type { MessageExchange, RequestMessage } from './message.js';
import { OperationTable, pathItemOf, type DocumentedOperation } from './operations.js';
import { lookUp } from '../base/json-pointer.js';
import { MismatchList } from './report.js';
import { SchemaChecker } from './schemas/checker.js';
import type { Direction } from './schemas/translate.js';
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

  check({ request, response }: MessageExchange): ExchangeReport {
    const { pathname } = splitTarget(request.target);
    const operation = this.operations.find(request.method, pathname);
    const list = new MismatchList(operation?.name);
    if (operation === undefined) this.#reportUnknown(request.method, pathname, list);
    else {
      const { requests = 'accepted' } = this.options;
      if (requests === 'all' || (requests === 'accepted' && response.status < 400))
        checkRequest(request, this.#requestContext(operation, list));
      checkResponse(response, request, this.#contextOf('response', operation, list));
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
    if (operation !== undefined) checkRequest(request, this.#requestContext(operation, list));
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

  #requestContext(operation: DocumentedOperation, list: MismatchList): Parameters<typeof checkRequest>[1] {
    const context = this.#contextOf('request', operation, list);
    const { components, security } = this.document;
    return {
      ...context,
      shared: context.item.parameters ?? [],
      credentials: credentialsOf(context.object.security ?? security, components?.securitySchemes),
    };
  }

  #contextOf(direction: Direction, operation: DocumentedOperation, list: MismatchList) {
    const checker = this.#checkerOf(direction);
    const { document } = checker;
    const item = pathItemOf(document.paths[operation.path] ?? {}, document);
    const found = operationsOf(item).find(([method]) => method === operation.method);
    const object = found?.[1] ?? ({ responses: {} } satisfies OperationObject);
    const follow = <T>(given: T, pointer: string) => followReference(given, pointer, document);
    return { checker, list, follow, operation, object, item };
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

/** What a reference leads to, and where that is. @throws ConfigError for one that leads out of the document */
function followReference<T>(given: T, pointer: string, document: object): { object: T; pointer: string } {
  let found = { object: given as unknown, pointer };
  const followed = new Set<string>();
  while (isRecord(found.object) && typeof found.object.$ref === 'string') {
    const { $ref } = found.object;
    const object = followed.has($ref) ? undefined : lookUp(document, $ref);
    if (object === undefined)
      throw new ConfigError(
        `The reference ${$ref} at ${found.pointer} leads to nothing within the document. Bundle the document into one file first.`,
      );
    followed.add($ref);
    found = { object, pointer: $ref };
  }
  return found as { object: T; pointer: string };
}
