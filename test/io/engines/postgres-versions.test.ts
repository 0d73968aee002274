import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { HAS_BINARIES } from '../../package/node-versions/nodes.js';
import { testOnOtherNodes } from '../../support/engines/other-nodes.js';

// Debian has 15, which the other tests run. Without DTOSPEC_RUNS, the oldest and the newest.
const ROOT = path.resolve(__dirname, '../../..');
const VERSIONS = process.env.DTOSPEC_RUNS === undefined ? [13, 18] : [13, 14, 16, 17, 18];

beforeAll(() => {
  if (HAS_BINARIES) execFileSync(process.execPath, [path.join(ROOT, 'scripts/prepare.mjs'), 'postgres']);
}, 300_000);

describe.each(VERSIONS)('PostgreSQL %i', (version) => {
  testOnOtherNodes([
    {
      node: 'node22',
      files: ['contract', 'postgres'],
      // `pg_dump` reads no newer version than its own.
      kinds: '^postgres (?!stored data)',
      env: { DTOSPEC_POSTGRES: path.join(ROOT, `build/postgres/node_modules/postgres${version}/native/bin`) },
    },
  ]);
});
