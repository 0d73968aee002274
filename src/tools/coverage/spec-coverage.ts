import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Direction, type OpenApiDocument, requireKnownOptions } from 'dtospec/internal';
import type { DocumentedOperation } from '../exchanges/operations.js';
import type { ExchangeCounter, Observe, MessageObserver } from '../exchanges/types.js';
import { documentOf, PATTERNS, requireDocument, type SpecSource } from '../exchanges/exchange-options.js';
import {
  contentPoint,
  operationPoint,
  parameterPoint,
  pointsOf,
  statusPoint,
  type UncountedPoint,
} from './document-points.js';
import { DocumentWalks } from './schema-walk.js';
import { keyOf, reportOf } from './merge.js';
import type { CoverageReport } from './types.js';

/** Options of `SpecCoverage`. */
export interface CoverageOptions {
  /**
   * Points to ignore, with everything below them: an operation (`GET /health`), a status of every operation
   * (`413`) or of one (`POST /users 413`), or a point in the words of a report (`User response nick absent`).
   * Regular expressions match the same texts.
   * @default nothing
   */
  readonly ignore?: readonly (string | RegExp)[];
}

/**
 * Counts the parts of a document that requests and responses use: operations, statuses, media types,
 * parameters, and branches of schemas.
 *
 * @example
 * const coverage = new SpecCoverage(docs);
 * expect.extend(specMatchers(docs, { coverage }));
 * afterAll(() => coverage.write('api-coverage'));
 */
export class SpecCoverage implements ExchangeCounter {
  readonly #source: SpecSource;
  readonly #ignore: readonly (string | RegExp)[];
  readonly #counts = new Map<string, number>();
  readonly #walks = new WeakMap<OpenApiDocument, DocumentWalks>();
  #exchanges = 0;

  /**
   * @throws ConfigError for an unknown option, and unless the source is a `Docs` or an OpenAPI document of
   *   version 3.0, 3.1 or 3.2
   */
  constructor(source: SpecSource, options: CoverageOptions = {}) {
    requireKnownOptions('SpecCoverage', options, { ignore: PATTERNS });
    this.#source = source;
    this.#ignore = options.ignore ?? [];
    requireDocument(documentOf(source));
  }

  /** @internal */
  begin(document: OpenApiDocument): Observe {
    const walks = this.#walksOf(document);
    let isCounted = false;
    return (operation, direction) => {
      if (!isCounted) {
        this.#exchanges += 1;
        this.#count(operationPoint(operation));
      }
      isCounted = true;
      return this.#observer(walks, operation, direction, undefined);
    };
  }

  /** Returns the counts so far, for the current document. */
  report(): CoverageReport {
    const document = documentOf(this.#source);
    const points = pointsOf(this.#walksOf(document), this.#ignore).map((point) => ({
      ...point,
      count: this.#counts.get(keyOf(point)) ?? 0,
    }));
    const { title, version } = document.info;
    return reportOf({ title, version, exchanges: this.#exchanges }, points);
  }

  /**
   * Writes the report to a new file in a folder. Test runners have several
   * processes, so there are several files; `dtospec coverage` merges them. A
   * report without exchanges is not written if the folder already has one.
   *
   * @returns the path of the file, or undefined
   */
  write(folder: string): string | undefined {
    mkdirSync(folder, { recursive: true });
    if (this.#exchanges === 0 && readdirSync(folder).some((name) => name.endsWith('.json'))) return undefined;
    const file = path.join(folder, `${randomUUID()}.json`);
    writeFileSync(file, `${JSON.stringify(this.report())}\n`);
    return file;
  }

  /** Resets all counts. */
  clear(): void {
    this.#counts.clear();
    this.#exchanges = 0;
  }

  #observer(
    walks: DocumentWalks,
    operation: DocumentedOperation,
    direction: Direction,
    status: string | undefined,
  ): MessageObserver {
    return {
      response: (key) => {
        this.#count(statusPoint(operation, key));
        return this.#observer(walks, operation, direction, key);
      },
      content: (mediaType) => {
        this.#count(contentPoint(operation, status, mediaType));
      },
      parameter: (found, isThere) => {
        this.#count(parameterPoint(operation, found, isThere));
      },
      value: (pointer, value) => {
        walks.visit(direction, pointer, value, (point, count) => {
          this.#count({ kind: 'branch', ...point }, count);
        });
      },
    };
  }

  #count(point: UncountedPoint, count = 1): void {
    const key = keyOf(point);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  #walksOf(document: OpenApiDocument): DocumentWalks {
    const known = typeof document === 'object' ? this.#walks.get(document) : undefined;
    const walks = known ?? new DocumentWalks(document);
    if (known === undefined) this.#walks.set(document, walks);
    return walks;
  }
}
