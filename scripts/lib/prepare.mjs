import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PACKAGES } from './entry-points.mjs';
import { bin, must, root } from './run.mjs';

const at = (...parts) => path.join(root, ...parts);

/** Runs `work` while no other process does work of that name: tests in several workers may all want the build. */
export async function alone(work, name = 'build') {
  const lock = at('build', `.lock-${name.replaceAll(/\W/g, '-')}`);
  mkdirSync(at('build'), { recursive: true });
  while (!locked(lock)) await setTimeout(100);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Takes the lock unless a living process has it. */
function locked(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isHeld(lock) {
  try {
    // Empty for the moment before its holder has written: 0 is this process's group, which lives.
    return process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch (error) {
    // Another process may have released the lock and a third one taken it, so only the lock of a dead process is removed.
    return error.code !== 'ESRCH';
  }
}

/**
 * Has whatever this process starts take build and package as they are: what runs beside it writes into folders that are
 * packed, and a package that is made anew is none for a moment.
 */
export function keepAsBuilt() {
  process.env.DTOSPEC_BUILT = 'true';
}

/** Builds both packages, if a source is newer. */
export async function build() {
  if (process.env.DTOSPEC_BUILT === 'true') return;
  const sources = [
    'src',
    'decorators',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'tsdown.config.mjs',
    'scripts/lib/chunks.mjs',
    'scripts/lib/entry-points.mjs',
  ];
  if (isFresh('dist/index.js', sources)) return;
  await must('Building', process.execPath, [bin('tsdown')]);
}

/** What is published, as in `files` of each package.json. */
const PACKED = {
  dtospec: ['dist', 'package.json', 'README.md', 'docs', 'samples', 'ARCHITECTURE.md', 'CHANGELOG.md'],
  'dtospec-tools': ['dist', 'package.json', 'README.md', 'config.schema.json'],
};

/** Packs both packages as npm would publish them, and unpacks them for the consumers in `test/package`. */
async function pack() {
  if (process.env.DTOSPEC_BUILT === 'true') return;
  for (const [name, { folder }] of Object.entries(PACKAGES)) await packOne(name, folder);
}

async function packOne(name, folder) {
  const consumer = `build/consumer/node_modules/${name}`;
  const sources = PACKED[name].map((file) => path.join(folder, file));
  if (isFresh(`${consumer}/package.json`, sources)) return;
  const destination = packedFolder(name);
  for (const place of [at(destination), at(consumer)]) {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
  }
  // A package of its own, so that `dtospec` is not taken for the repository itself.
  writeFileSync(at('build', 'consumer', 'package.json'), JSON.stringify({ private: true }));
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination, `./${folder}`];
  await must(`Packing ${name}`, 'npm', args);
  const { extract } = await import('tar'); // not before the dependencies are installed
  // The files get this moment as their time, which the next run compares.
  await extract({ file: at(tarball(name)), cwd: at(consumer), strip: 1, noMtime: true });
}

const packedFolder = (name) => `build/pack/${name}`;

/** The packages as npm would publish them, of the sources as they are now. */
export function buildAndPack() {
  return alone(async () => {
    await build();
    await pack();
  });
}

/** Path of a packed package, from the root. */
export function tarball(name) {
  const [file] = readdirSync(at(packedFolder(name)));
  return `${packedFolder(name)}/${file}`;
}

/** Builds, and compiles the samples with the package as its users get it, unless they are as they were. */
export function compileSamples() {
  return alone(async () => {
    await build();
    if (isFresh('build/samples/shop/main.js', ['samples', 'dist/index.js', 'tsconfig.json'])) return;
    rmSync(at('build/samples'), { recursive: true, force: true });
    await must('Compiling the samples', process.execPath, [
      bin('typescript-7', 'tsc'),
      '-p',
      'samples/tsconfig.json',
    ]);
  });
}

function isFresh(product, sources) {
  const made = statSync(at(product), { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && sources.every((source) => newest(at(source)) <= made);
}

/** Time of the last change of a file, or of anything in a folder. */
function newest(place) {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  // src/tools has its own build in it.
  const names = readdirSync(place).filter((name) => name !== 'node_modules' && name !== 'dist');
  return Math.max(stat.mtimeMs, ...names.map((name) => newest(path.join(place, name))));
}
