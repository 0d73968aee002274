import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { alone } from './prepare.mjs';
import { must, root, run } from './run.mjs';

const PACKAGE = '@scalar/api-reference';

/**
 * Unpacks versions of the viewer's package as an application has them: `build/viewers/VERSION/node_modules/…`.
 * The package alone: what it depends on is 70 MB for each, and its script for browsers needs none of it.
 *
 * @param versions each with the integrity that the registry's tarball has
 */
export async function unpackViewers(versions) {
  await alone(async () => {
    for (const [version, integrity] of Object.entries(versions)) await unpack(version, integrity);
  }, 'viewers');
}

async function unpack(version, integrity) {
  const folder = path.join(root, 'build/viewers', version);
  if (existsSync(folder)) return;
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  const inner = path.join(making, 'node_modules', PACKAGE);
  mkdirSync(inner, { recursive: true });
  const args = ['pack', `${PACKAGE}@${version}`, '--json', `--pack-destination=${making}`];
  const { code, output } = await run('npm', args);
  // npm's warnings, if any, come before and after.
  const [packed] = /^\[$[^]*^\]$/m.exec(output) ?? ['[{}]'];
  const [{ filename, integrity: found }] = code === 0 ? JSON.parse(packed) : [{}];
  if (found !== integrity) throw new Error(`${PACKAGE}@${version} is not what was expected: ${output}`);
  await must(`Unpacking ${PACKAGE}@${version}`, 'tar', [
    '-xzf',
    path.join(making, filename),
    '-C',
    inner,
    '--strip-components=1',
  ]);
  renameSync(making, folder);
}
