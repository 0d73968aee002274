// `npm run report:generators`: generates clients of one document in three versions with ten generators, compiles them strictly,
// asks the compiler for types, and writes the table of docs/client-generators.md. `--check` compares instead. Beside
// `--guide`, only the three generators of the guide run, and `--check` compares their rows.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { documentsOfGenerators } from '../test/package/generators/documents.mjs';
import { GENERATORS, PROBES, programOf } from '../test/package/generators/probes.mjs';
import { alone, build } from './lib/prepare.mjs';
import { must, root } from './lib/run.mjs';

const isCheck = process.argv.includes('--check');
const isGuide = process.argv.includes('--guide');
const FOLDER = path.join(root, 'build/tests/generators', isGuide ? 'guide' : 'all');
const PAGE = path.join(root, 'docs/client-generators.md');
const [BEGIN, END] = ['<!-- begin: report:generators -->', '<!-- end: report:generators -->'];

const SETTINGS = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  noErrorTruncation: true,
  types: [],
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  // kubb imports with the ending .ts.
  allowImportingTsExtensions: true,
  moduleResolution: 'bundler',
};

await alone(build);
const documents = await documentsOfGenerators();
const chosen = GENERATORS.filter(({ folder }) => !isGuide || folder === 'test/tools');
for (const part of new Set(chosen.map(({ folder }) => (folder === 'test/tools' ? 'tools' : 'generators'))))
  await must('Installing the generators', process.execPath, ['scripts/prepare.mjs', part]);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
if (!isGuide)
  symlinkSync(path.join(root, 'test/tools/generators/node_modules'), path.join(FOLDER, 'node_modules'));
const failures = Object.assign({}, ...[...new Set(chosen.map(({ folder }) => folder))].map(generate));
const problems = compile(writePrograms());
const table = tableOf(chosen.map(rowOf));
if (isCheck) check();
else write();

function generate(folder) {
  const input = JSON.stringify({ folder: FOLDER, documents, whole: Object.keys(documents) });
  const options = { input, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['pipe', 'pipe', 'ignore'] };
  return JSON.parse(execFileSync(process.execPath, [path.join(root, folder, 'generate.mjs')], options));
}

/** A program of questions for each client; a client whose file turns the compiler off is read without that line. */
function writePrograms() {
  const programs = [];
  for (const version of Object.keys(documents))
    for (const generator of chosen) {
      const client = path.join(FOLDER, version, generator.name);
      const entry = generator.entry(client);
      if (failures[`${version}/${generator.name}`] !== undefined || !existsSync(entry)) continue;
      for (const file of readdirSync(client).filter((name) => name.endsWith('.ts'))) {
        const text = readFileSync(path.join(client, file), 'utf8');
        writeFileSync(path.join(client, file), text.replace('// @ts-nocheck', ''));
      }
      const program = path.join(FOLDER, `${version}-${generator.name}.ts`);
      const specifier = `./${path.relative(FOLDER, entry).replace(/\.ts$/, '')}`;
      writeFileSync(program, programOf(generator, specifier));
      programs.push(program);
      const others = ['client.ts', 'index.ts'].map((name) => path.join(client, name));
      programs.push(...others.filter((file) => existsSync(file)));
    }
  return programs;
}

function compile(files) {
  writeFileSync(path.join(FOLDER, 'tsconfig.json'), JSON.stringify({ compilerOptions: SETTINGS, files }));
  const tsc = path.join(root, 'node_modules/typescript-7/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', FOLDER, '--pretty', 'false'], {
    cwd: FOLDER,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

function rowOf(generator) {
  const versions = Object.keys(documents).map((version) => resultOf(generator, version));
  const read = Object.keys(documents).filter((_, index) => versions[index] === 'yes');
  const probes = Object.keys(PROBES).map((name) => {
    const answers = [...new Set(read.map((version) => answerOf(generator, version, name)))];
    return answers.join(' or ') || '-';
  });
  return [`\`${generator.title}\``, installedVersion(generator), ...versions, ...probes];
}

/** Returns `yes` for a client that compiles, otherwise the reason. */
function resultOf({ name }, version) {
  const failure = failures[`${version}/${name}`];
  if (failure !== undefined) return /version/i.test(failure) ? 'refused' : 'fails';
  return problems.some((line) => line.startsWith(`${version}/${name}/`)) ? 'does not compile' : 'yes';
}

function answerOf({ name }, version, probe) {
  const line = problems.find(
    (problem) => problem.startsWith(`${version}-${name}.ts(`) && problem.includes(`{ ${probe}: `),
  );
  return /: "(?<answer>[^"]*)"; \}'/.exec(line ?? '')?.groups.answer ?? 'unknown';
}

function installedVersion({ folder, title }) {
  const places = [path.join(root, folder, 'node_modules', title), path.join(root, 'node_modules', title)];
  const place = places.find((candidate) => existsSync(candidate));
  return JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')).version;
}

function tableOf(rows) {
  const head = [
    'generator',
    'version',
    ...Object.keys(documents),
    ...Object.values(PROBES).map(({ title }) => title),
  ];
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const lineOf = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)];
}

function write() {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest.split(END)[1];
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${table.join('\n')}\n\n${END}${after}`);
}

/** Widths of columns differ with the rows, so cells are compared. */
function check() {
  const cells = (line) => line.replaceAll(/\s*\|\s*/g, '|');
  const page = readFileSync(PAGE, 'utf8').split('\n').map(cells);
  const [head, , ...rows] = table.map(cells);
  const missing = [head, ...rows].filter((line) => !page.includes(line));
  for (const line of missing) console.error(`docs/client-generators.md lacks: ${line}`);
  const unexpected = problems.filter((line) => !line.includes("is not assignable to type 'never'"));
  for (const line of unexpected.slice(0, 20)) console.error(line.slice(0, 300));
  if (missing.length > 0) process.exit(1);
}
