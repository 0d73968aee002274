// Counts the trip of one endpoint through buildSpec(): calls, functions and files of the sources, after a first build.
//   node scripts/report-trip.mjs          prints the counts
//   node scripts/report-trip.mjs --list   also prints each file with its functions and their calls
// V8 counts the calls (precise coverage). Functions of Node.js and of packages are left out: the figures are those of a
// reader who follows the trip through this repository.
import { mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { IsInt, IsString, Length, Min } from 'class-validator';
import { root } from './lib/run.mjs';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'dtospec-trip-')));
try {
  await compile();
  const functions = await countTrip();
  const files = groupByFile(functions);
  console.log(`${callsOf(functions)} calls of ${functions.length} functions in ${files.size} files`);
  if (process.argv.includes('--list')) for (const [file, within] of files) printFile(file, within);
} finally {
  rmSync(folder, { recursive: true });
}

/** Compiles each source to a file of its own, so that V8 counts by file. */
async function compile() {
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await build({
    entryPoints: [...sourcesIn('src'), ...sourcesIn('decorators')],
    outdir: folder,
    outbase: root,
    format: 'esm',
    target: 'node20',
    tsconfig: path.join(root, 'tsconfig.json'),
  });
}

function sourcesIn(name) {
  return readdirSync(path.join(root, name), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !/^(?:tools|nest)\/|\.d\.ts$/.test(file))
    .map((file) => path.join(root, name, file));
}

/** Counts a second build: the first one also reads what all endpoints share. */
async function countTrip() {
  const library = await import(pathToFileURL(path.join(folder, 'src/index.js')));
  docsOf(library).buildSpec();
  const docs = docsOf(library);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  docs.buildSpec();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result.flatMap(({ url, functions }) => calledIn(url, functions));
}

function calledIn(url, functions) {
  const base = `${pathToFileURL(folder)}/`;
  if (!url.startsWith(base)) return [];
  const file = url.slice(base.length).replace(/js$/, 'ts');
  return functions
    .map(({ functionName, ranges: [{ count, startOffset }] }) => ({ file, functionName, count, startOffset }))
    .filter(({ count, startOffset }) => count > 0 && startOffset > 0);
}

/** An endpoint with a path parameter and one class, whose properties have the most frequent kinds of rules. */
function docsOf({ Docs, response, rules }) {
  class User {}
  rules(User, { id: [IsInt(), Min(1)], name: [IsString(), Length(1, 80)] });
  const docs = new Docs({ info: { title: 'Users', version: '1.0.0' } });
  return docs.add({ method: 'GET', path: '/users/{id}', responses: { 200: response('The user', User) } });
}

function callsOf(functions) {
  return functions.reduce((sum, { count }) => sum + count, 0);
}

function groupByFile(functions) {
  const files = new Map();
  for (const called of functions) files.set(called.file, [...(files.get(called.file) ?? []), called]);
  return files;
}

function printFile(file, functions) {
  console.log(`\n${file}: ${callsOf(functions)}`);
  for (const { functionName, count } of functions) console.log(`  ${functionName || '(anonymous)'} ${count}`);
}
