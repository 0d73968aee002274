// Writes the sizes of entry points and packages into docs/compatibility.md, where a size has left its bounds; with --check,
// names it. A bound is a round number above the size, and the size is more than half of it.
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isPublic, PACKAGES } from './lib/entry-points.mjs';
import { buildAndPack, tarball } from './lib/prepare.mjs';
import { bin, root } from './lib/run.mjs';

const PAGE = path.join(root, 'docs/compatibility.md');
const HEAD = '| entry point |';
const consumer = path.join(root, 'build/consumer');

await buildAndPack();
const before = readFileSync(PAGE, 'utf8');
const wrong = [];
const after = withPackageSizes(withTable(before));
if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, after);
  execFileSync(process.execPath, [bin('oxfmt'), PAGE]);
} else if (wrong.length > 0) {
  console.log(
    `${wrong.join('\n')}\nSizes have left their bounds in docs/compatibility.md: npm run report:sizes`,
  );
  process.exitCode = 1;
}

/** Replaces the rows of the table that do not hold, adds rows of new entry points and removes others. */
function withTable(page) {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.replaceAll(/ +/g, ' ').startsWith(HEAD)) + 2;
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('|'));
  const rows = new Map(lines.slice(start, end).map((line) => [cellsOf(line)[0], line]));
  const sizes = sizesOfEntries();
  const names = [...sizes.keys()];
  for (const name of rows.keys())
    if (!sizes.has(name.replaceAll('`', ''))) wrong.push(`${name} is not an entry point`);
  const table = names.map((name) => {
    const row = rows.get(`\`${name}\``);
    const [atImport, inBundle] = sizes
      .get(name)
      .map((size, index) => boundOf(size, row && cellsOf(row)[index + 1], name));
    return `| \`${name}\` | ${atImport} | ${inBundle} |`;
  });
  return [...lines.slice(0, start), ...table, ...lines.slice(end)].join('\n');
}

function withPackageSizes(page) {
  return page.replaceAll(/`(dtospec(?:-tools)?)` is at most ([\d,]+ KB) to download/g, (_, name, bound) => {
    const size = statSync(path.join(root, tarball(name))).size / 1_000;
    return `\`${name}\` is at most ${boundOf(size, bound, name)} to download`;
  });
}

function cellsOf(row) {
  const cells = row.split('|').slice(1, -1);
  return cells.map((cell) => cell.trim());
}

/** Returns the bound if it holds, or a new one, a tenth above the size and with two digits. */
function boundOf(size, bound, name) {
  const known = bound === undefined ? 0 : Number(bound.replace(' KB', '').replaceAll(',', ''));
  if (size < known && size > known / 2) return bound;
  wrong.push(`${name}: ${Math.round(size)} KB, and the page has ${bound ?? 'no row'}`);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(size)) - 1);
  return `${(Math.ceil((size * 1.1) / step) * step).toLocaleString('en-US')} KB`;
}

/** Kilobytes of each entry point: what Node.js reads at import, and what a bundler finds. */
function sizesOfEntries() {
  const names = Object.values(PACKAGES)
    .flatMap((one) => Object.keys(one.entryPoints))
    .filter(isPublic);
  const read = filesAtImport(names);
  return new Map(names.map((name) => [name, [sizeOf(read[name]), sizeOf(bundled(builtFile(name)))]]));
}

function sizeOf(files) {
  return [...files].reduce((sum, file) => sum + statSync(file).size, 0) / 1_000;
}

function builtFile(entry) {
  const [packageName, subpath = 'index'] = entry.split('/');
  return path.join(consumer, 'node_modules', packageName, `dist/${subpath}.js`);
}

/** The files of our packages that one process loads for each entry point, each anew. */
function filesAtImport(names) {
  const folders = Object.keys(PACKAGES).map((name) =>
    realpathSync(path.join(consumer, 'node_modules', name)),
  );
  const program = `
    ['reflect-metadata', 'class-validator', 'class-transformer'].forEach((name) => require(name));
    const isOurs = (file) => ${JSON.stringify(folders)}.some((folder) => file.startsWith(folder + '/'));
    const ours = () => Object.keys(require.cache).filter(isOurs);
    const read = {};
    for (const entry of ${JSON.stringify(names)}) {
      for (const file of ours()) delete require.cache[file];
      require(entry);
      read[entry] = ours();
    }
    console.log(JSON.stringify(read));`;
  return JSON.parse(execFileSync(process.execPath, ['--eval', program], { cwd: consumer, encoding: 'utf8' }));
}

/** All that a bundler finds from a module on, and of the runtime what the tools take of it, whole. */
function bundled(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, name] of source.matchAll(/(?:from|import)\s*\(?["'](\.\/[\w.-]+|dtospec\/internal)["']/g))
    bundled(name.startsWith('.') ? path.join(path.dirname(file), name) : builtFile(name), found);
  return found;
}
