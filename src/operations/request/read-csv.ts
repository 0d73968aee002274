import { acceptsNull } from '../../documents/json-schema/nullable.js';
import { objectSchemaOf } from '../../documents/json-schema/object-schema.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import type { JsonValue } from '../../shared/types.js';
import { setMember } from '../../shared/values.js';
import { Refusal } from '../problem.js';
import type { Conversions } from './conversions.js';
import type { RawValue } from './parameter-styles.js';

/** Returns the rows of a text as objects of JSON. It stops after one row more than `maxItems`. */
export type ReadCsv = (text: string, maxItems: number) => readonly Row[];

type Row = Record<string, JsonValue>;

interface Column {
  readonly name: string;
  readonly convert: (text: RawValue) => unknown;
  /** The value of an empty cell; undefined for a missing member. */
  readonly empty: null | undefined;
}

/**
 * Creates the reader of CSV (RFC 4180) with a header line. An empty cell is a missing member, or null where
 * the member is required and may be null. An empty text is written as `""`.
 */
export function csvReader(rowSchema: Schema, conversions: Conversions): ReadCsv {
  const { properties = {}, required } = objectSchemaOf(rowSchema, conversions.resolve) ?? {};
  const columnOf = (name: string): Column => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isNull = required?.has(name) === true && schema !== undefined && acceptsNull(schema);
    return { name, convert: conversions.of(schema), empty: isNull ? null : undefined };
  };
  return (text, maxItems) => {
    const lines = linesOf(text);
    const names = (lines.next().value ?? []).map((name) => name ?? '');
    requireNames(names, Object.keys(properties));
    const columns = names.map(columnOf);
    const rows: Row[] = [];
    for (const cells of lines) {
      if (cells.length !== columns.length)
        throw invalid(
          `row ${rows.length + 1} has ${cells.length} cells, and the header line has ${columns.length}`,
        );
      rows.push(rowOf(cells, columns));
      if (rows.length > maxItems) break;
    }
    return rows;
  };
}

type Cells = readonly (string | undefined)[];

function rowOf(cells: Cells, columns: readonly Column[]): Row {
  const row: Row = {};
  for (const [index, { name, convert, empty }] of columns.entries()) {
    const cell = cells[index];
    const value = cell === undefined ? empty : (convert(cell) as JsonValue);
    if (value !== undefined) setMember(row, name, value);
  }
  return row;
}

function requireNames(names: readonly string[], documented: readonly string[]): void {
  const known = new Set<string>();
  for (const name of names) {
    if (known.has(name)) throw invalid(`the column ${JSON.stringify(name)} occurs twice`);
    known.add(name);
  }
  if (!documented.some((name) => known.has(name)))
    throw invalid(`its first line must name the columns, separated by commas: ${documented.join(',')}`);
}

function invalid(problem: string): Refusal {
  return new Refusal(400, `The body is not valid CSV: ${problem}.`);
}

const UNQUOTED = /[^",\r\n]*/y;
const SEPARATOR = /,|\r?\n|$/y;

/** Returns the cells of each line that is not empty; undefined for an empty cell without quotes. */
function* linesOf(text: string): Generator<Cells, undefined> {
  let cells: (string | undefined)[] = [];
  // Excel writes a byte order mark.
  let position = text.startsWith('\uFEFF') ? 1 : 0;
  while (position < text.length || cells.length > 0) {
    const cell = text[position] === '"' ? quotedAt(text, position) : unquotedAt(text, position);
    SEPARATOR.lastIndex = cell.end;
    const [separator] = SEPARATOR.exec(text) ?? [];
    if (separator === undefined)
      throw invalid(`a cell with quotes or a line break is not quoted, near ${shown(text, position)}`);
    cells.push(cell.value);
    position = cell.end + separator.length;
    if (separator === ',') continue;
    if (cells.length > 1 || cells[0] !== undefined) yield cells;
    cells = [];
  }
  return undefined;
}

interface Cell {
  readonly value: string | undefined;
  readonly end: number;
}

function unquotedAt(text: string, start: number): Cell {
  UNQUOTED.lastIndex = start;
  const [value = ''] = UNQUOTED.exec(text) ?? [];
  return { value: value === '' ? undefined : value, end: start + value.length };
}

function quotedAt(text: string, start: number): Cell {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw invalid(`a quote has no end, near ${shown(text, start)}`);
    if (text[quote + 1] !== '"')
      return { value: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    from = quote + 2;
  }
}

function shown(text: string, start: number): string {
  return JSON.stringify(text.slice(start, start + 20));
}
