import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { preparePackage } from '../../support/programs/packed-package.js';
import { HAS_BINARIES, unpacked } from '../node-versions/nodes.js';
import { expectRuns } from './run-in.js';

const root = path.resolve(__dirname, '../../..');
const installed = path.join(root, 'build/vitest-5/node_modules');

/** Vite 8 compiles it, without a plugin. */
const RECORDED = `import { expect, test } from 'vitest';
import { Description } from 'dtospec';
import { jsonSchemaOf } from 'dtospec/schema';

class Note {
  @Description('Only the compiler knows the type') text!: string;
}

test('the compiler records types', () => {
  expect(JSON.stringify(jsonSchemaOf(Note))).toContain('"type":"string"');
});
`;

// vitest 5 needs Node.js 22.12.
(HAS_BINARIES ? test : test.skip)(
  'the matcher runs in vitest 5, whose compiler records types',
  () => {
    preparePackage();
    for (const part of ['nodes', 'vitest'])
      execFileSync(process.execPath, [path.join(root, 'scripts/prepare.mjs'), part]);
    expectRuns('vitest-5', {
      types: ['node', 'vitest/globals'],
      guide: 'vitest.config.mjs',
      // Without the plugin of the guide, which older versions need.
      config: `const { test } = guide;
        const setupFiles = [...test.setupFiles, './spec-setup.ts'];
        export default { test: { globals: true, setupFiles } };`,
      args: [path.join(installed, 'vitest/vitest.mjs'), 'run', '--config', 'own.config.mjs', '--no-color'],
      node: unpacked('node22', 'bin/node'),
      installed,
      more: { 'recorded.test.ts': RECORDED },
    });
  },
  300_000,
);
