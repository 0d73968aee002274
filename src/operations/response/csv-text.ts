import type { CsvFormulas } from '../../../decorators/type-input.js';
import type { Checker } from '../../documents/json-schema/checker/checker.js';
import { schemaParts } from '../../documents/json-schema/schema-parts.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { JsonValue } from '../../shared/types.js';
import { isRecord, kindOf } from '../../shared/values.js';
import { csvLine } from '../../shared/csv-line.js';
import { BodyStream } from './body-stream.js';
import { type ContentStream, isBlob, isContentStream, readerOf } from './content-source.js';
import type { ItemReader } from './idle-reader.js';

/** How rows are written as CSV. */
export interface CsvFormat {
  readonly columns: readonly string[];
  readonly formulas: CsvFormulas;
}

/** Returns the names of the documented columns, in the order of the document. */
export function columnsOf(row: Schema, { resolve }: Pick<Checker, 'resolve'>): string[] {
  const names = schemaParts(row, resolve).flatMap(({ properties = {} }) => Object.keys(properties));
  return [...new Set(names)];
}

type Rows = readonly unknown[] | Exclude<ContentStream, Blob>;

/** Returns the rows of a body, or undefined for a value without rows. */
export function rowsOf(body: unknown): Rows | undefined {
  if (Array.isArray(body)) return body as unknown[];
  return isContentStream(body) && !isBlob(body) ? body : undefined;
}

/** The functions that write a row. */
export interface RowWriter {
  /** Returns the documented members of a row. */
  readonly jsonOf: (row: unknown) => JsonValue | undefined;
  /** Throws the error of a response that cannot be sent. */
  readonly refuse: (problem: string) => never;
}

/** Writes rows as CSV with a header line (RFC 4180). */
export function csvBody(
  rows: Rows,
  { columns, formulas }: CsvFormat,
  { jsonOf, refuse }: RowWriter,
): string | BodyStream {
  const write = (row: unknown): string => {
    const json = jsonOf(row);
    if (!isRecord(json)) return refuse(`a row of CSV is ${kindOf(row)}, not an object`);
    const cells = columns.map((name) => (Object.hasOwn(json, name) ? json[name] : undefined));
    const nested = cells.findIndex((cell) => typeof cell === 'object' && cell !== null);
    if (nested >= 0) refuse(`the column ${columns[nested] ?? ''} has ${kindOf(cells[nested])}, not a scalar`);
    return csvLine(cells, formulas);
  };
  // The application's own names: with an apostrophe, no reader would find the documented column.
  const header = csvLine(columns, 'keep');
  if (isList(rows)) return header + rows.map(write).join('');
  let before = header;
  return new BodyStream(neverEmpty(readerOf(rows)), {
    encode: (row) => {
      const text = before + (row === NO_ROW ? '' : write(row));
      before = '';
      return text;
    },
  });
}

function isList(rows: Rows): rows is readonly unknown[] {
  return Array.isArray(rows);
}

const NO_ROW: unique symbol = Symbol('no row');

/**
 * Returns a reader that has an item for an empty source, too: the header line is sent with the first item.
 */
function neverEmpty(source: ItemReader): ItemReader {
  let hasItem = false;
  return {
    next: async () => {
      const item = await source.next();
      const isEmpty = !hasItem && item.done === true;
      hasItem = true;
      return isEmpty ? { done: false, value: NO_ROW } : item;
    },
    close: () => source.close(),
  };
}
