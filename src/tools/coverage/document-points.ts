import {
  below,
  type ContentObject,
  type Direction,
  type HeaderObject,
  isRecord,
  type MediaTypeObject,
  type ResponseObject,
} from 'dtospec/internal';
import { isReadable } from '../exchanges/check-content.js';
import { parametersOf } from '../exchanges/check-request.js';
import type { FoundParameter } from '../exchanges/types.js';
import { matches } from '../exchanges/exchange-options.js';
import { type DocumentedOperation, followReference, operationIn } from '../exchanges/operations.js';
import type { DocumentWalks } from './schema-walk.js';
import type { CoveragePoint } from './types.js';

export type UncountedPoint = Omit<CoveragePoint, 'count'>;

export function pointsOf(walks: DocumentWalks, ignore: readonly (string | RegExp)[] = []): UncountedPoint[] {
  const isIgnored = ({ of, what }: UncountedPoint): boolean => {
    const words = `${of} ${what}`.trim();
    return ignore.some((pattern) =>
      typeof pattern === 'string' ? pattern === words || pattern === what : matches(pattern, words),
    );
  };
  const asked = new Set<string>();
  return walks.operations.flatMap((operation) =>
    new OperationPoints(walks, operation, isIgnored, asked).all(),
  );
}

export const operationPoint = ({ name, pointer }: DocumentedOperation): UncountedPoint => ({
  kind: 'operation',
  of: name,
  what: '',
  at: pointer,
});

export const statusPoint = ({ name, pointer }: DocumentedOperation, key: string): UncountedPoint => ({
  kind: 'status',
  of: name,
  what: key,
  at: below(pointer, 'responses', key),
});

export const contentPoint = (
  { name, pointer }: DocumentedOperation,
  status: string | undefined,
  mediaType: string,
): UncountedPoint => ({
  kind: 'contentType',
  of: name,
  what: `${status ?? 'request'} ${mediaType}`,
  at:
    status === undefined
      ? below(pointer, 'requestBody', 'content', mediaType)
      : below(pointer, 'responses', status, 'content', mediaType),
});

export const parameterPoint = (
  { name }: DocumentedOperation,
  { parameter, pointer }: FoundParameter,
  isThere: boolean,
): UncountedPoint => ({
  kind: 'parameter',
  of: name,
  what: `${parameter.in} ${parameter.name} ${isThere ? 'present' : 'absent'}`,
  at: pointer,
});

class OperationPoints {
  readonly #points: UncountedPoint[] = [];

  constructor(
    readonly walks: DocumentWalks,
    readonly operation: DocumentedOperation,
    readonly isIgnored: (point: UncountedPoint) => boolean,
    readonly asked: Set<string>,
  ) {}

  all(): UncountedPoint[] {
    if (!this.#add(operationPoint(this.operation))) return [];
    this.#request();
    this.#responses();
    return this.#points;
  }

  #add(point: UncountedPoint): boolean {
    const counts = !this.isIgnored(point);
    if (counts) this.#points.push(point);
    return counts;
  }

  #request(): void {
    const { operation, walks } = this;
    const { document } = walks.checkers.request;
    const follow = <T>(given: T, pointer: string) => followReference(given, pointer, document);
    const { item, object } = operationIn(document, operation);
    const shared = item.parameters ?? [];
    for (const documented of parametersOf({ object, operation, follow, shared })) {
      const { parameter, pointer } = documented;
      const { required, schema, content } = parameter;
      this.#add(parameterPoint(operation, documented, true));
      if (required !== true) this.#add(parameterPoint(operation, documented, false));
      this.#schema('request', schema, below(pointer, 'schema'));
      for (const [mediaType, mediaTypeObject] of Object.entries(content ?? {}))
        if ('schema' in mediaTypeObject)
          this.#schema('request', mediaTypeObject.schema, below(pointer, 'content', mediaType, 'schema'));
    }
    if (object.requestBody === undefined) return;
    const body = follow(
      object.requestBody as { content?: ContentObject },
      below(operation.pointer, 'requestBody'),
    );
    this.#content('request', undefined, body.object.content ?? {}, below(body.pointer, 'content'));
  }

  #responses(): void {
    const { operation, walks } = this;
    const { document } = walks.checkers.response;
    const { responses = {} } = operationIn(document, operation).object as { responses?: object };
    for (const [key, response] of Object.entries(responses)) {
      if (key.startsWith('x-')) continue;
      if (!this.#add(statusPoint(operation, key))) continue;
      const at = below(operation.pointer, 'responses', key);
      const { object, pointer } = followReference(response as ResponseObject, at, document);
      for (const [name, header] of Object.entries(object.headers ?? {})) {
        const followed = followReference(header as HeaderObject, below(pointer, 'headers', name), document);
        this.#schema('response', followed.object.schema, below(followed.pointer, 'schema'));
      }
      this.#content('response', key, object.content ?? {}, below(pointer, 'content'));
    }
  }

  #content(direction: Direction, status: string | undefined, content: ContentObject, at: string): void {
    const { resolve, document } = this.walks.checkers[direction];
    for (const [mediaType, entry] of Object.entries(content)) {
      if (!isRecord(entry)) continue;
      if (!this.#add(contentPoint(this.operation, status, mediaType))) continue;
      const { object, pointer } = followReference(entry as MediaTypeObject, below(at, mediaType), document);
      if (!isReadable(mediaType, object.schema ?? object.itemSchema, resolve)) continue;
      this.#schema(direction, object.schema, below(pointer, 'schema'));
      this.#schema(direction, object.itemSchema, below(pointer, 'itemSchema'));
    }
  }

  #schema(direction: Direction, schema: unknown, pointer: string): void {
    if (!isRecord(schema)) return;
    for (const point of this.walks.walk[direction].points({ schema, pointer }, this.asked))
      this.#add({ kind: 'branch', ...point });
  }
}
