import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
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

/** Builds `dist`, if a source is newer. */
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
  ];
  if (isFresh('dist/index.js', sources)) return;
  await must('Building', process.execPath, [bin('tsdown')]);
}

/** What is published, as in `files` of package.json. */
const PACKED = ['dist', 'package.json', 'README.md', 'docs', 'samples', 'ARCHITECTURE.md', 'CHANGELOG.md'];

/** Packs the package as npm would publish it, and unpacks it for the consumers in `test/package`. */
async function pack() {
  if (process.env.DTOSPEC_BUILT === 'true') return;
  const consumer = 'build/consumer/node_modules/dtospec';
  if (isFresh(`${consumer}/package.json`, PACKED)) return;
  rmSync(at('build', 'pack'), { recursive: true, force: true });
  rmSync(at(consumer), { recursive: true, force: true });
  mkdirSync(at('build', 'pack'), { recursive: true });
  mkdirSync(at(consumer), { recursive: true });
  // A package of its own, so that `dtospec` is not taken for the repository itself.
  writeFileSync(at('build', 'consumer', 'package.json'), JSON.stringify({ private: true }));
  await must('Packing', 'npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', 'build/pack']);
  const { extract } = await import('tar'); // not before the dependencies are installed
  // The files get this moment as their time, which the next run compares.
  await extract({ file: at(tarball()), cwd: at(consumer), strip: 1, noMtime: true });
}

/** The package as npm would publish it, of the sources as they are now. */
export function buildAndPack() {
  return alone(async () => {
    await build();
    await pack();
  });
}

/** Path of the packed package, from the root. */
export function tarball() {
  const [name] = readdirSync(at('build', 'pack'));
  return `build/pack/${name}`;
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
  const names = readdirSync(place).filter((name) => name !== 'node_modules');
  return Math.max(stat.mtimeMs, ...names.map((name) => newest(path.join(place, name))));
}
