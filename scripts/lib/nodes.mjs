import { readFileSync } from 'node:fs';
import path from 'node:path';
import { alone } from './prepare.mjs';
import { root } from './run.mjs';
import { unpack } from './unpack.mjs';

const LISTED = 'test/package/node-versions/package-lock.json';
/** Where a package has its binary, if not at `bin/node`. */
const BINARIES = { bun: 'bin/bun', deno: 'deno' };
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
