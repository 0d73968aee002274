// Writes the tables of docs/errors.md and docs/diagnostics.md from the code; with --check, says which is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import ts from 'typescript';
import { declarations } from './lib/api-report.mjs';
import { alone, build } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

await alone(build);
const source = readFileSync(path.join(root, 'src/shared/diagnostics.ts'), 'utf8');
const { code } = await transform(source, { loader: 'ts' });
const { DIAGNOSTICS } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

/** Between the heading line of a table and the next empty line are its rows. */
const PAGES = {
  'errors.md': {
    line: entryPointsOf(reportErrors()),
    head: ['code', 'class', 'what it is about'],
    rows: reportErrors().flatMap(({ name, codes }) =>
      codes.map(({ code, words }) => [`\`${code}\``, `\`${name}\``, words]),
    ),
  },
  'diagnostics.md': {
    head: ['code', 'severity', 'what it is about'],
    rows: Object.entries(DIAGNOSTICS).map(([code, [severity, words]]) => [`\`${code}\``, severity, words]),
  },
};

for (const [file, { head, rows, line = '' }] of Object.entries(PAGES)) {
  const place = path.join(root, 'docs', file);
  const text = readFileSync(place, 'utf8');
  const table = new RegExp(`^\\| ${head[0]} +\\| ${head[1]} [^]*?(?=\n\n|\n$)`, 'm').exec(text)?.[0];
  if (table === undefined) throw new Error(`docs/${file} has no table that begins with ${head.join(', ')}`);
  const wanted = format([head, ...rows.sort(([a], [b]) => (a < b ? -1 : 1))]);
  const [before = ''] = line === '' ? [] : (/^Exported by .*$/m.exec(text) ?? []);
  if (table === wanted && before === line) continue;
  if (!process.argv.includes('--check'))
    writeFileSync(
      place,
      text.replace(table, () => wanted).replace(before, () => line),
    );
  else {
    console.log(
      `docs/${file} is not what the code says: run \`npm run report:errors\`, and commit what it writes.`,
    );
    process.exitCode = 1;
  }
}

/** Names the classes of each entry point. */
function entryPointsOf(errors) {
  const entries = [...new Set(errors.map(({ entry }) => entry))].sort();
  const classesOf = (entry) =>
    errors.filter((error) => error.entry === entry).map(({ name }) => `\`${name}\``);
  return `Exported by ${entries.map((entry) => `\`${entry}\`: ${classesOf(entry).join(', ')}`).join('; ')}.`;
}

/** A table as the formatter leaves it. */
function format(rows) {
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = escaped[0].map((_, column) => Math.max(...escaped.map((cells) => cells[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(escaped[0]), rule, ...escaped.slice(1).map(line)].join('\n');
}

/**
 * Every exported error, from the built declarations.
 *
 * @returns `{ name, entry, codes }` of each, sorted by name; each code has the first sentence of its own docstring, or of
 * the class's
 */
function reportErrors() {
  const { entries, program, checker } = declarations();
  const found = new Map();
  for (const [entry, file] of entries)
    for (const exported of checker.getExportsOfModule(
      checker.getSymbolAtLocation(program.getSourceFile(file)),
    )) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const codes = codesOf(checker, symbol);
      if (codes.length === 0 || found.has(symbol)) continue;
      found.set(symbol, { name: exported.name, entry, codes });
    }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The first sentence of a docstring. */
function sentenceOf(checker, symbol) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ');
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

/** The values that an error class's `code` may have, with their meaning; none for anything else. */
function codesOf(checker, symbol) {
  if (!(symbol.flags & ts.SymbolFlags.Class) || !/Errors?$/.test(symbol.name)) return [];
  const code = checker.getDeclaredTypeOfSymbol(symbol).getProperty('code');
  if (code === undefined || !code.valueDeclaration) return [];
  const type = checker.getTypeOfSymbol(code);
  const literals = (type.isUnion() ? type.types : [type]).filter((each) => each.isStringLiteral());
  // `keyof` an interface whose members describe the codes.
  const { type: node } = code.valueDeclaration;
  const described = node && ts.isTypeOperatorNode(node) ? checker.getTypeFromTypeNode(node.type) : undefined;
  // A DocsError's code is that of its diagnostic, which has a page of its own.
  return literals
    .map(({ value }) => value)
    .filter((value) => value.startsWith('ERR_'))
    .map((value) => ({
      code: value,
      words: sentenceOf(checker, described?.getProperty(value) ?? symbol),
    }));
}
