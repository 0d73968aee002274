import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireKnownOptions } from '../../shared/checks.js';
import type { OpenApiDocument } from '../../documents/openapi/document.js';
import type { DocumentedOperation } from '../exchanges/operations.js';
import type { Direction } from '../exchanges/schemas/translate.js';
import type { ExchangeCounter, Observe, Seen } from '../exchanges/seen.js';
import { PATTERNS } from '../exchanges/option-checks.js';
import { documentOf, requireDocument, type SpecSource } from '../exchanges/source.js';
import {
  contentPoint,
  operationPoint,
  parameterPoint,
  pointsOf,
  statusPoint,
  type UncountedPoint,
} from './document-points.js';
import { DocumentWalks } from './document-walks.js';
import { keyOf, reportOf } from './report.js';
import type { CoverageReport } from './types.js';

/** What of a document is counted. */
export interface CoverageOptions {
  /**
   * What is left out with all that is below it: an operation (`GET /health`), a status of every operation (`413`) or of one
   * (`POST /users 413`), or any point as reports tell it (`User response nick absent`); expressions are tested against the
   * same words.
   * @default nothing
   */
  readonly ignore?: readonly (string | RegExp)[];
}

/**
 * Counts what exchanges exercise of a document: operations, statuses, media types, parameters, and the branches of
 * schemas. It keeps numbers only, at most one for each point of the document.
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

  /** @throws ConfigError for what is no `Docs` and no OpenAPI document of 3.0, 3.1 or 3.2, and for what is no option */
  constructor(source: SpecSource, options: CoverageOptions = {}) {
    requireKnownOptions('SpecCoverage', options, { ignore: PATTERNS });
    this.#source = source;
    this.#ignore = options.ignore ?? [];
    requireDocument(documentOf(source));
  }

  begin(document: OpenApiDocument): Observe {
    const walks = this.#walksOf(document);
    let isCounted = false;
    return (operation, direction) => {
      if (!isCounted) {
        this.#exchanges += 1;
        this.#count(operationPoint(operation));
      }
      isCounted = true;
      return this.#seen(walks, operation, direction, undefined);
    };
  }

  /** What was exercised until now of the document as it is now. */
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
   * Writes the report into a folder, as a file of its own: test runners have several processes, and several of these in
   * one. `dtospec coverage <folder>` puts them together. One without exchanges adds nothing where there are others.
   *
   * @returns the file; undefined where none was written
   */
  write(folder: string): string | undefined {
    mkdirSync(folder, { recursive: true });
    if (this.#exchanges === 0 && readdirSync(folder).some((name) => name.endsWith('.json'))) return undefined;
    const file = path.join(folder, `${randomUUID()}.json`);
    writeFileSync(file, `${JSON.stringify(this.report())}\n`);
    return file;
  }

  /** Begins anew. */
  clear(): void {
    this.#counts.clear();
    this.#exchanges = 0;
  }

  #seen(
    walks: DocumentWalks,
    operation: DocumentedOperation,
    direction: Direction,
    status: string | undefined,
  ): Seen {
    return {
      response: (key) => {
        this.#count(statusPoint(operation, key));
        return this.#seen(walks, operation, direction, key);
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
