// Writes the tables of docs/errors.md and docs/diagnostics.md from the code; with --check, says which is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import { reportErrors } from './lib/error-report.mjs';
import { alone, build } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

await alone(build);
const source = readFileSync(path.join(root, 'src/shared/diagnostics.ts'), 'utf8');
const { code } = await transform(source, { loader: 'ts' });
const { DIAGNOSTICS } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

/** Between the heading line of a table and the next empty line are its rows. */
const PAGES = {
  'errors.md': {
    head: ['code', 'class', 'from', 'what it is about'],
    rows: reportErrors().flatMap(({ name, entry, codes }) =>
      codes.map(({ code, words }) => [`\`${code}\``, `\`${name}\``, `\`${entry}\``, words]),
    ),
  },
  'diagnostics.md': {
    head: ['code', 'severity', 'what it is about'],
    rows: Object.entries(DIAGNOSTICS).map(([code, [severity, words]]) => [`\`${code}\``, severity, words]),
  },
};

for (const [file, { head, rows }] of Object.entries(PAGES)) {
  const place = path.join(root, 'docs', file);
  const text = readFileSync(place, 'utf8');
  const table = new RegExp(`^\\| ${head[0]} +\\| ${head[1]} [^]*?(?=\n\n|\n$)`, 'm').exec(text)?.[0];
  if (table === undefined) throw new Error(`docs/${file} has no table that begins with ${head.join(', ')}`);
  const wanted = format([head, ...rows.sort(([a], [b]) => (a < b ? -1 : 1))]);
  if (table === wanted) continue;
  if (!process.argv.includes('--check'))
    writeFileSync(
      place,
      text.replace(table, () => wanted),
    );
  else {
    console.log(
      `docs/${file} is not what the code says: run \`npm run report:errors\`, and commit what it writes.`,
    );
    process.exitCode = 1;
  }
}

/** A table as the formatter leaves it. */
function format(rows) {
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = escaped[0].map((_, column) => Math.max(...escaped.map((cells) => cells[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(escaped[0]), rule, ...escaped.slice(1).map(line)].join('\n');
}
