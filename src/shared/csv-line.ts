import type { JsonValue } from './types.js';

/** Writes a line of CSV (RFC 4180). An undefined or null cell is empty, and an empty text is `""`. */
export function csvLine(cells: readonly (JsonValue | undefined)[], formulas: 'text' | 'keep'): string {
  const line = cells.map((cell) => cellOf(cell, formulas)).join(',');
  // A reader would skip an empty line.
  return `${line === '' ? '""' : line}\r\n`;
}

/** Begins of texts that spreadsheets run as formulas (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function cellOf(value: JsonValue | undefined, formulas: 'text' | 'keep'): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  const isFormula = formulas === 'text' && FORMULA.test(value) && !NUMBER.test(value);
  const text = isFormula ? `'${value}` : value;
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Removes the apostrophe that `csvLine` writes before a formula. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
