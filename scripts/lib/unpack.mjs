import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
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
export async function unpack(spec, { integrity, folder, inner = '', files = [] }) {
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
