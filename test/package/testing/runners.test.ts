import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { consumerFolder, preparePackage } from '../../support/programs/packed-package.js';
import { expectRuns, modules, type Runner } from './run-in.js';

/** vitest starts a process for each file of tests, which is most of its time; a process for all shows the same. */
const TOGETHER = process.env.DTOSPEC_RUNS === undefined ? ['--poolOptions.forks.singleFork'] : [];

const RUNNERS: Readonly<Record<string, Runner>> = {
  jest: {
    types: ['node', 'jest'],
    guide: 'jest.config.mjs',
    config: "export default { ...guide, setupFilesAfterEnv: ['<rootDir>/spec-setup.ts'] };",
    args: [path.join(modules, 'jest/bin/jest.js'), '--ci', '-w', '1', '--config', 'own.config.mjs'],
  },
  vitest: {
    types: ['node', 'vitest/globals'],
    guide: 'vitest.config.mjs',
    config: `import { mergeConfig } from 'vitest/config';
      export default mergeConfig(guide, { test: { globals: true, setupFiles: ['./spec-setup.ts'] } });`,
    args: [
      path.join(modules, 'vitest/vitest.mjs'),
      'run',
      '--config',
      'own.config.mjs',
      '--no-color',
      ...TOGETHER,
    ],
  },
};

describe('the matcher in the runners that it is for', () => {
  beforeAll(preparePackage, 300_000);

  test.each(Object.entries(RUNNERS))(
    '%s, set up as the guide says: it compiles, passes what is documented and tells what is not',
    expectRuns,
    180_000,
  );
});

test('checkExchange in node:test', () => {
  preparePackage();
  const file = path.join(consumerFolder, 'node-test.mjs');
  copyFileSync(path.join(__dirname, 'node-test.mjs'), file);
  const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file]);
  expect(run.stdout.toString()).toMatch(/# pass 2\n# fail 0/);
}, 120_000);
