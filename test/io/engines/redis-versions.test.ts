import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runEngineTests } from '../../support/engines/other-nodes.js';
import { isCommand } from '../../support/programs/optional-programs.js';

// Debian's Redis runs the other tests. No registry has these servers, so a machine without one skips it by name.

/** Rows of the table of stores, and the command of each. */
const SERVERS = {
  'Valkey 8.0': 'valkey-server',
  'Redis 6.2': 'redis-server-6.2',
  'Redis 7.4': 'redis-server-7.4',
} as const;

describe.each(Object.entries(SERVERS))('%s', (name, command) => {
  const isInstalled = isCommand(command);
  if (!isInstalled) process.stderr.write(`skipped, not installed: ${command}\n`);

  (isInstalled ? test : test.skip)(
    'keeps the contract of engines, and survives kills',
    () => {
      const files = ['contract', 'bullmq', 'turns', 'killed', 'cancel-killed', 'rate-killed'];
      const run = { files, kinds: '^(redis|Redis)', env: { DTOSPEC_REDIS: command } };
      expect(runEngineTests(process.execPath, run)).toBe(0);
    },
    900_000,
  );

  test('is a row of the table of stores', () => {
    const guide = readFileSync(path.resolve(__dirname, '../../../docs/durable-stores.md'), 'utf8');
    expect(guide).toMatch(new RegExp(`^\\| ${name.replace('.', '\\.')}`, 'm'));
  });
});
