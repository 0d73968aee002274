import { spawnSync } from 'node:child_process';
import { prepareNode22 } from '../../support/engines/node-22.js';
import { HAS_PG_BOSS } from '../../support/engines/kits.js';

/** Tests of engines that pg-boss has a part in, each a file of this folder. */
const FILES = ['contract', 'killed', 'origin-limits', 'outage', 'postgres'];

test("dtospec/postgres does the same as the other engines, under the registry's Node.js 22", () => {
  // From Node.js 22.12 on these files have run PostgreSQL's tests themselves.
  if (HAS_PG_BOSS) return;
  const node = prepareNode22();
  if (node === undefined) {
    process.stderr.write('skipped, no binary of Node.js 22 for this platform: dtospec/postgres\n');
    return;
  }
  const files = FILES.map((name) => `test/io/engines/${name}.test.ts`);
  const args = ['node_modules/jest/bin/jest.js', '-w', '1', '-t', '^(postgres|pglite)', ...files];
  const { status, stderr } = spawnSync(node, args, { encoding: 'utf8' });
  if (status !== 0) process.stderr.write(stderr);
  expect(status).toBe(0);
}, 600_000);
