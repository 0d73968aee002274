import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { alone } from './prepare.mjs';
import { root, run } from './run.mjs';

/**
 * Unpacks one version of a package, without what it depends on, unless it is there.
 *
 * @param spec name and version, as `npm pack` takes them
 * @param integrity that the registry's tarball has
 * @param folder where it comes, from the root
 * @param inner the package's place in there
 * @param files of the package; by default all
 */
async function unpack(spec, { integrity, folder, inner = '', files = [] }) {
  const to = path.join(root, folder);
  if (existsSync(to)) return;
  const making = `${to}.making`;
  rmSync(making, { recursive: true, force: true });
  const place = path.join(making, inner);
  mkdirSync(place, { recursive: true });
  const pack = (...args) => run('npm', ['pack', spec, '--json', `--pack-destination=${making}`, ...args]);
  // A version stays as it is, and what comes is held to its integrity: only one that npm's cache has not heard of is asked for.
  let { code, output } = await pack('--prefer-offline');
  if (code !== 0) ({ code, output } = await pack());
  // npm's warnings, if any, come before and after.
  const [packed] = /^\[$[^]*^\]$/m.exec(output) ?? ['[{}]'];
  const [{ filename, integrity: found }] = code === 0 ? JSON.parse(packed) : [{}];
  if (found !== integrity) throw new Error(`${spec} is not what was expected: ${output}`);
  const tarball = path.join(making, filename);
  const { extract } = await import('tar'); // not before the dependencies are installed
  await extract({ file: tarball, cwd: place, strip: 1 }, files);
  rmSync(tarball);
  renameSync(making, to);
}

const LISTED = 'test/package/node-versions/package-lock.json';
/** Where a package has its binary, if not at `bin/node`. */
const BINARIES = { bun: 'bin/bun', deno: 'deno', workerd: 'bin/workerd' };
/** That which runs the tests is there. */
const OWN = `node${process.versions.node.split('.')[0]}`;

/**
 * Unpacks the binaries that test/package/node-versions lists into `build/node-versions/node20-20.20.2/bin/node`, unless
 * they are there: headers and npm, thousands of files, stay packed.
 */
export async function installNodes() {
  const { packages } = JSON.parse(readFileSync(path.join(root, LISTED), 'utf8'));
  await alone(async () => {
    for (const [place, { name, version, integrity }] of Object.entries(packages)) {
      const alias = place.replace('node_modules/', '');
      if (alias === '' || alias === OWN) continue;
      const folder = `build/node-versions/${alias}-${version}`;
      const file = BINARIES[alias] ?? 'bin/node';
      await unpack(`${name}@${version}`, { integrity, folder, files: [`package/${file}`] });
    }
  }, 'nodes');
}

/** The binary of a version of Node.js, such as `node22`, that `installNodes` has unpacked. */
export function nodeBinary(alias) {
  if (alias === OWN) return process.execPath;
  const { packages } = JSON.parse(readFileSync(path.join(root, LISTED), 'utf8'));
  const { version } = packages[`node_modules/${alias}`];
  return path.join(root, `build/node-versions/${alias}-${version}/bin/node`);
}

const PACKAGE = '@scalar/api-reference';

/**
 * Unpacks versions of the viewer's package as an application has them: `build/viewers/VERSION/node_modules/…`.
 * The package alone: what it depends on is 70 MB for each, and its script for browsers needs none of it.
 *
 * @param versions each with the integrity that the registry's tarball has
 */
export async function unpackViewers(versions) {
  await alone(async () => {
    for (const [version, integrity] of Object.entries(versions)) {
      const place = { folder: `build/viewers/${version}`, inner: `node_modules/${PACKAGE}` };
      await unpack(`${PACKAGE}@${version}`, { integrity, ...place });
    }
  }, 'viewers');
}
