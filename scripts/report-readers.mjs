// `npm run report:readers`: gives the document of one service, in three versions, to validators, linters, mock servers and
// middleware of others, with exchanges of the service, and writes the tables of docs/readers.md. `--check` compares instead. It
// fails for a complaint that test/package/readers/known.mjs does not have, and for a row of it that nothing complained of.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { recorded } from '../test/package/readers/exchanges.mjs';
import { KNOWN } from '../test/package/readers/known.mjs';
import { compareTables, tableOf, writeTables } from './lib/marked-tables.mjs';
import { alone, build } from './lib/prepare.mjs';
import { must, root } from './lib/run.mjs';

const isCheck = process.argv.includes('--check');
const PAGE = path.join(root, 'docs/readers.md');
const FOLDER = path.join(root, 'test/tools/readers');
const VERSIONS = ['3.0', '3.1', '3.2'];

await alone(build);
await must('Installing the readers', process.execPath, ['scripts/prepare.mjs', 'readers']);
const complaints = ask(await parts());
const seen = new Map(KNOWN.map((row) => [row, new Set()]));
const unknown = Object.entries(complaints).flatMap(([reader, byVersion]) =>
  Object.entries(byVersion).flatMap(([version, lines]) => hold(reader, version, lines ?? [])),
);
const stale = KNOWN.filter((row) => seen.get(row).size === 0);
const tables = {
  'report:readers': tableOf(readerRows()),
  'report:readers:complaints': tableOf(complaintRows()),
};
if (!isCheck) writeTables(PAGE, tables);
const { lacking, extra } = compareTables(PAGE, tables);

for (const line of unknown) console.error(`not in known.mjs: ${line.slice(0, 400)}`);
for (const { readers, symptom } of stale) console.error(`no complaint of ${readers.join(', ')}: ${symptom}`);
for (const line of lacking) console.error(`docs/readers.md lacks: ${line}`);
for (const line of extra) console.error(`docs/readers.md has too many: ${line}`);
if (unknown.length + stale.length + lacking.length + extra.length > 0) process.exit(1);

async function parts() {
  const dtospec = await import('../dist/index.js');
  const entries = [];
  for (const version of VERSIONS) entries.push([version, await recorded(dtospec, version)]);
  return Object.fromEntries(entries);
}

function ask(input) {
  const options = {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  };
  return JSON.parse(execFileSync(process.execPath, [path.join(FOLDER, 'read.mjs')], options));
}

/** Finds the row of each complaint, and returns the complaints without one. */
function hold(reader, version, lines) {
  return lines.flatMap((line) => {
    const row = KNOWN.find((candidate) => isOf(candidate, reader, version) && candidate.complaint.test(line));
    if (row === undefined) return [`${reader}, ${version}: ${line}`];
    seen.get(row).add(`${reader} ${version}`);
    return [];
  });
}

function isOf({ readers, versions = VERSIONS }, reader, version) {
  return readers.includes(reader) && versions.includes(version);
}

function readerRows() {
  const rows = Object.entries(complaints).map(([reader, byVersion]) => [
    titleOf(reader),
    installedVersion(reader),
    ...VERSIONS.map((version) => verdictOf(reader, version, byVersion[version])),
  ]);
  return [['reader', 'version', ...VERSIONS], ...rows];
}

/** `-` for a reader of other documents, otherwise what it does with ours. */
function verdictOf(reader, version, lines) {
  if (lines === null) return '-';
  if (lines.length === 0) return 'yes';
  const rows = KNOWN.filter((row) => isOf(row, reader, version) && seen.get(row).has(`${reader} ${version}`));
  return rows.some(({ refuses }) => refuses) ? 'no' : 'see below';
}

function complaintRows() {
  const rows = KNOWN.map((row) => {
    // A row of a tool without settings also names it with settings.
    const readers = row.readers.filter(
      (reader) => !row.readers.some((other) => reader.startsWith(`${other}, `)),
    );
    const versions = VERSIONS.filter((version) =>
      [...seen.get(row)].some((key) => key.endsWith(` ${version}`)),
    );
    return [readers.map(titleOf).join('; '), versions.join(', '), row.symptom, row.around];
  });
  return [['reader', 'OpenAPI', 'what it does', 'way around'], ...rows];
}

function titleOf(reader) {
  const [name, ...settings] = reader.split(', ');
  return [`\`${name}\``, ...settings].join(', ');
}

function installedVersion(reader) {
  const [name] = reader.split(', ');
  return JSON.parse(readFileSync(path.join(FOLDER, 'node_modules', name, 'package.json'), 'utf8')).version;
}
