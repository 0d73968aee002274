// `npm run report:generators`: generates clients of one document in three versions with ten generators, compiles them strictly,
// asks the compiler for types, sends their requests to a server, and writes the tables of docs/client-generators.md.
// `--check` compares instead. Beside `--guide`, only the three generators of the guide run, and `--check` compares their rows.
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
import { serviceOfRequests } from '../test/package/generators/requests.mjs';
import { REQUESTS, sendRequests } from '../test/package/generators/send.mjs';
import { compareTables, tableOf, writeTables } from './lib/marked-tables.mjs';
import { alone, build } from './lib/prepare.mjs';
import { must, root } from './lib/run.mjs';

const isCheck = process.argv.includes('--check');
const isGuide = process.argv.includes('--guide');
const FOLDER = path.join(root, 'build/tests/generators', isGuide ? 'guide' : 'all');
const PAGE = path.join(root, 'docs/client-generators.md');

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
const dtospec = await import('../dist/index.js');
const documents = await documentsOfGenerators();
const { operations } = serviceOfRequests(dtospec, '3.2');
const ofServices = Object.fromEntries(Object.keys(documents).flatMap(documentsOfService));
const chosen = GENERATORS.filter(({ folder }) => !isGuide || folder === 'test/tools');
for (const part of new Set(chosen.map(({ folder }) => (folder === 'test/tools' ? 'tools' : 'generators'))))
  await must('Installing the generators', process.execPath, ['scripts/prepare.mjs', part]);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
if (!isGuide)
  symlinkSync(path.join(root, 'test/tools/generators/node_modules'), path.join(FOLDER, 'node_modules'));
const failures = Object.assign({}, ...[...new Set(chosen.map(({ folder }) => folder))].map(generate));
// Apart: after an error of syntax, the compiler checks no types.
const problems = [...compile(writePrograms()), ...compile(clientsOf('range'))];
const received = await sendRequests(dtospec, operations, clientsToCall());
const tables = {
  'report:generators': tableOf([headOfTypes(), ...chosen.map(rowOf)]),
  'report:generators:requests': tableOfRequests(),
};
if (isCheck) check();
else writeTables(PAGE, tables);

function documentsOfService(version) {
  const { documents: named } = serviceOfRequests(dtospec, version);
  return Object.entries(named).map(([name, document]) => [`${version}-${name}`, document]);
}

function generate(folder) {
  const all = { ...documents, ...ofServices };
  const input = JSON.stringify({ folder: FOLDER, documents: all, whole: Object.keys(all) });
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

/** The files of the clients of a document of the service, by its name, in all versions. */
function clientsOf(document) {
  const files = chosen.flatMap(({ name, entry }) =>
    Object.keys(documents).map((version) => entry(path.join(FOLDER, `${version}-${document}`, name))),
  );
  return files.filter((file) => existsSync(file));
}

function clientsToCall() {
  const clients = chosen.flatMap((generator) =>
    Object.keys(documents).map((version) => [
      `${version}/${generator.name}`,
      { generator, folder: path.join(FOLDER, `${version}-requests`, generator.name) },
    ]),
  );
  return Object.fromEntries(clients);
}

function tableOfRequests() {
  const rows = chosen.map((generator) => {
    const read = Object.keys(documents).filter(
      (version) => failures[`${version}-requests/${generator.name}`] === undefined,
    );
    const answers = Object.keys(REQUESTS).map((name) =>
      joined(read.map((version) => received[`${version}/${generator.name}`][name])),
    );
    const ranges = read.map((version) => resultOf(generator, `${version}-range`));
    const summaries = read.map((version) => (callsSummary(generator, version) ? 'a method' : 'yes'));
    return [`\`${generator.title}\``, ...answers, joined(ranges), joined(summaries)];
  });
  return tableOf([['generator', ...Object.values(REQUESTS), "`'4XX'`", '`summary` of a path'], ...rows]);
}

function joined(answers) {
  return [...new Set(answers.filter((answer) => answer !== undefined))].join(' or ') || '-';
}

/** Returns whether the summary of a path became an operation of its own. */
function callsSummary({ name, entry }, version) {
  const file = entry(path.join(FOLDER, `${version}-summary`, name));
  return /summaryNotes|['"]SUMMARY['"]/.test(readFileSync(file, 'utf8'));
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

function headOfTypes() {
  const probes = Object.values(PROBES).map(({ title }) => title);
  return ['generator', 'version', ...Object.keys(documents), ...probes];
}

/** Without the other generators, the page has rows that the tables lack. */
function check() {
  const { lacking, extra } = compareTables(PAGE, tables);
  const missing = isGuide ? lacking : [...lacking, ...extra];
  for (const line of missing) console.error(`docs/client-generators.md differs: ${line}`);
  const unexpected = problems.filter((line) => !line.includes("is not assignable to type 'never'"));
  for (const line of unexpected.slice(0, 20)) console.error(line.slice(0, 300));
  if (missing.length > 0) process.exit(1);
}
