// A folder in which a sample of a fresh clone runs: with the packages that the sample imports, and dtospec compiled from its
// sources. The repository's own dependencies weigh ten times as much.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import { PACKAGES } from './entry-points.mjs';
import { root, run } from './run.mjs';

const folder = path.join(root, 'build/sample');
const library = path.join(folder, 'dtospec');

/** What dtospec itself imports, and its peers. */
const ALWAYS = [
  'class-validator',
  'class-transformer',
  'reflect-metadata',
  'undici',
  '@fastify/busboy',
  'axios',
];

const COMPILER = '@swc/core';

/** What an entry point needs beside. */
const PEERS = {
  'dtospec/bullmq': ['bullmq'],
  'dtospec/mcp': ['@modelcontextprotocol/server'],
  'dtospec/postgres': ['pg-boss'],
  'dtospec/sqlite': ['@photostructure/sqlite'],
  'dtospec/nest': ['@nestjs/common', '@nestjs/core', 'rxjs'],
};

const VIEWER = '@scalar/api-reference';

/** Packages that are used as files: what they import is not installed. */
const ALONE = new Set([VIEWER]);

/**
 * Installs and compiles what a sample needs, unless it is there.
 *
 * @param source the sample's program, such as `samples/shop/main.ts`
 * @returns the compiled program
 */
export async function prepareSample(source) {
  const files = filesOf(path.join(root, source));
  await installPackages(packagesOf(files));
  compileAll(files);
  return path.join(folder, source.replace(/\.ts$/, '.js'));
}

/** The file and the files that it imports by a path. */
function filesOf(file, known = new Set()) {
  if (known.has(file)) return known;
  known.add(file);
  for (const specifier of importsOf(file))
    if (specifier.startsWith('.'))
      filesOf(path.join(path.dirname(file), specifier.replace(/\.js$/, '.ts')), known);
  return known;
}

function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\bfrom |\bimport |\bimport\()'([^']+)'/g)].map(([, specifier]) => specifier);
}

function packagesOf(files) {
  const specifiers = [...files].flatMap(importsOf).filter((specifier) => !specifier.startsWith('.'));
  const viewers = [...files].some((file) => readFileSync(file, 'utf8').includes("viewerSource: 'local'"))
    ? [VIEWER]
    : [];
  const imported = specifiers.flatMap((specifier) => PEERS[specifier] ?? [packageOf(specifier)]);
  const isForeign = (name) =>
    name !== 'dtospec' && !name.startsWith('node:') && !builtinModules.includes(name);
  return [...new Set([...ALWAYS, COMPILER, ...viewers, ...imported])].filter(isForeign).sort();
}

function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Installs the packages beside those of other samples, in the versions of the repository's lock file. */
async function installPackages(names) {
  const manifest = path.join(folder, 'package.json');
  const before = existsSync(manifest)
    ? Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).dependencies)
    : [];
  const isInstalled = existsSync(path.join(folder, 'node_modules/.package-lock.json'));
  if (isInstalled && names.every((name) => before.includes(name))) return;
  const all = [...new Set([...before, ...names])].sort();
  const { manifest: text, lock, count } = subsetOf(all);
  mkdirSync(folder, { recursive: true });
  rmSync(path.join(folder, 'node_modules/dtospec'), { force: true });
  writeFileSync(manifest, text);
  writeFileSync(path.join(folder, 'package-lock.json'), lock);
  console.log(`Installing ${count} packages …`);
  const args = ['ci', `--prefix=${folder}`, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code } = await run('npm', args, { shown: true }); // npm shows its progress
  if (code === 0) return;
  rmSync(manifest);
  console.error(`The packages could not be installed (exit code ${code}).`);
  process.exit(1);
}

/** A package.json and a lock file of some packages of the repository's lock file, with all that they need. */
function subsetOf(names) {
  const { lockfileVersion, packages } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  const kept = {};
  for (const name of names) keep(`node_modules/${name}`, packages, kept);
  const dependencies = Object.fromEntries(
    names.map((name) => [name, packages[`node_modules/${name}`].version]),
  );
  const own = { name: 'dtospec-sample', private: true, type: 'module', dependencies };
  const write = (value) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    manifest: write(own),
    lock: write({ name: own.name, lockfileVersion, packages: { '': own, ...kept } }),
    count: Object.keys(kept).length,
  };
}

function keep(place, packages, kept) {
  const found = packages[place];
  if (found === undefined || kept[place] !== undefined) return;
  // What the repository needs for its tests, the sample needs as a dependency.
  const { dev, devOptional, peer, ...entry } = found;
  const isAlone = ALONE.has(place.replace('node_modules/', ''));
  if (isAlone) delete entry.dependencies;
  kept[place] = entry;
  if (isAlone) return;
  const optionalPeers = entry.peerDependenciesMeta ?? {};
  const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => !optionalPeers[name]?.optional);
  for (const name of [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers])
    keep(resolve(place, name, packages), packages, kept);
}

/** The place of a package that another one imports, as Node.js finds it. */
function resolve(place, name, packages) {
  const parents = [place];
  while (parents[0].includes('/node_modules/'))
    parents.unshift(parents[0].slice(0, parents[0].lastIndexOf('/node_modules/')));
  const nested = parents.reverse().map((parent) => `${parent}/node_modules/${name}`);
  return nested.find((one) => packages[one] !== undefined) ?? `node_modules/${name}`;
}

function compileAll(files) {
  const { transformSync } = createRequire(path.join(folder, 'package.json'))(COMPILER);
  const sources = ['decorators', 'src'].flatMap((name) => sourcesIn(path.join(root, name)));
  console.log('Compiling …');
  for (const file of sources) compile(transformSync, file, library);
  for (const file of files) compile(transformSync, file, folder);
  writeFileSync(path.join(library, 'package.json'), `${JSON.stringify(manifestOfLibrary())}\n`);
  const link = path.join(folder, 'node_modules/dtospec');
  if (!existsSync(link)) symlinkSync(library, link, 'junction');
}

/** Without the tools, which no sample runs. */
function sourcesIn(place) {
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(place, entry.name);
    if (entry.isDirectory()) return file === path.join(root, 'src/tools') ? [] : sourcesIn(file);
    return /(?<!\.d)\.ts$/.test(entry.name) ? [file] : [];
  });
}

function compile(transformSync, file, target) {
  const output = path.join(target, path.relative(root, file)).replace(/\.ts$/, '.js');
  if ((statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0) > statSync(file).mtimeMs) return;
  const source = readFileSync(file, 'utf8').replaceAll(/\b__filename\b/g, 'import.meta.filename');
  const { code } = transformSync(source, {
    swcrc: false,
    filename: file,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
  });
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, code);
}

function manifestOfLibrary() {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const entries = Object.entries(PACKAGES.dtospec.entryPoints).map(([name, source]) => [
    name === 'dtospec' ? '.' : `./${name.slice('dtospec/'.length)}`,
    `./${source.replace(/\.ts$/, '.js')}`,
  ]);
  return { name: 'dtospec', version, type: 'module', exports: Object.fromEntries(entries) };
}
