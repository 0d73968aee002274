import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { HAS_BINARIES } from '../node-versions/nodes.js';

const root = path.join(__dirname, '../../..');

// It rejects with the differences, which the script prints.
(HAS_BINARIES ? test : test.skip)(
  'compilers record what docs/compilers.md lists',
  async () => {
    await promisify(execFile)(process.execPath, ['scripts/report-compilers.mjs', '--check'], { cwd: root });
  },
  300_000,
);
