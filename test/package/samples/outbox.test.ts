import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileSample } from '../../support/compile-sample.js';

const ROOT = join(__dirname, '../../..');

test('the outbox sample runs: what was rolled back is not sent, what was committed arrives in the next process', async () => {
  const program = compileSample(join(ROOT, 'samples/outbox/main.ts'));
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: ROOT });
  rmSync(program);
  const lines = stdout.trim().split('\n').sort();
  expect(lines).toEqual([
    expect.stringMatching(/^order 2 was rolled back: .*CHECK/),
    expect.stringMatching(/^order-1 sent [12]$/),
    expect.stringMatching(/^order-3 sent [12]$/),
    'queued 2',
    'received 3',
  ]);
});
