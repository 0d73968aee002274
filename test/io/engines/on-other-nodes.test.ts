import { spawnSync } from 'node:child_process';
import { HAS_PG_BOSS } from '../../support/engines/kits.js';
import { prepareNode } from '../../support/engines/other-nodes.js';

/** Tests of engines that pg-boss has a part in, each a file of this folder. */
const FILES = ['contract', 'fairness', 'faults', 'killed', 'origin-limits', 'outage', 'postgres'];

const POSTGRES = '^(postgres|pglite)';

/** What runs under the registry's binaries, in addition to what runs under the Node.js of this process. */
const RUNS = [
  // From Node.js 22.12 on these files have run PostgreSQL's tests themselves.
  ...(HAS_PG_BOSS ? [] : [{ node: 'node22', files: FILES, kinds: POSTGRES }]),
  { node: 'node22', files: ['contract'], kinds: '^(sqlite|redis)' },
  // There the engine uses node:sqlite.
  { node: 'node22', files: ['sqlite'], kinds: '' },
  { node: 'node24', files: ['contract'], kinds: '^(sqlite|redis|postgres|pglite)' },
];

test.each(RUNS)(
  '$node: $files of $kinds',
  ({ node, files, kinds }) => {
    const binary = prepareNode(node);
    if (binary === undefined) {
      process.stderr.write(`skipped, no binary of ${node} for this platform: ${kinds}\n`);
      return;
    }
    const paths = files.map((name) => `test/io/engines/${name}.test.ts`);
    const args = ['node_modules/jest/bin/jest.js', '-w', '1', '-t', kinds, ...paths];
    const { status, stderr, error } = spawnSync(binary, args, { encoding: 'utf8' });
    if (status !== 0) process.stderr.write(String(error ?? stderr));
    expect(status).toBe(0);
  },
  900_000,
);
