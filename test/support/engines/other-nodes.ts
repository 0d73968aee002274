import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { HAS_BINARIES, unpacked } from '../../package/node-versions/nodes.js';

/** The registry's binary of a version of Node.js; undefined on a platform that the lock file has none for. */
export function prepareNode(name: string): string | undefined {
  if (!HAS_BINARIES) return undefined;
  execFileSync(process.execPath, [path.join(__dirname, '../../../scripts/prepare.mjs'), 'nodes']);
  return unpacked(name, 'bin/node');
}
