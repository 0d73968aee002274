import { readFileSync, writeFileSync } from 'node:fs';

// Tables that a script writes into a page, between the comments `begin: NAME` and `end: NAME`.

const marksOf = (name) => [`<!-- begin: ${name} -->`, `<!-- end: ${name} -->`];

/** Returns the lines of a table, padded as the formatter pads them. */
export function tableOf([head, ...rows]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const lineOf = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)];
}

/** Writes tables, by the names of their comments. */
export function writeTables(file, tables) {
  let page = readFileSync(file, 'utf8');
  for (const [name, lines] of Object.entries(tables)) {
    const [begin, end] = marksOf(name);
    const [before, rest] = page.split(begin);
    page = `${before}${begin}\n\n${lines.join('\n')}\n\n${end}${rest.split(end)[1]}`;
  }
  writeFileSync(file, page);
}

/** Returns the rows that a page lacks, and those that no table has. The widths of columns do not count. */
export function compareTables(file, tables) {
  const page = readFileSync(file, 'utf8');
  const lacking = [];
  const extra = [];
  for (const [name, lines] of Object.entries(tables)) {
    const [begin, end] = marksOf(name);
    const written = rowsIn(page.split(begin)[1].split(end)[0].trim().split('\n'));
    const made = rowsIn(lines);
    lacking.push(...made.filter((row) => !written.includes(row)));
    extra.push(...written.filter((row) => !made.includes(row)));
  }
  return { lacking, extra };
}

function rowsIn([head, , ...rows]) {
  return [head, ...rows].map((line) => line.replaceAll(/\s*\|\s*/g, '|'));
}
