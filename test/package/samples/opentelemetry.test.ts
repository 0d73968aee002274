import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileSample } from '../../support/compile-sample.js';

const ROOT = join(__dirname, '../../..');

test('the OpenTelemetry sample runs: two spans of one trace, which the receiver saw', async () => {
  const program = compileSample(join(ROOT, 'samples/opentelemetry/main.ts'));
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1' },
  });
  rmSync(program);
  const spans = [...stdout.matchAll(/ trace: '(\w+)',\n +span: '(\w+)',\n +parent: '(\w+)'/g)];
  expect(spans).toHaveLength(2);
  expect(new Set(spans.map((span) => span[1])).size).toBe(1);
  expect(new Set(spans.map((span) => span[3])).size).toBe(1);
  for (const [, trace, span] of spans) expect(stdout).toContain(`'00-${trace}-${span}-01'`);
  expect(stdout).toContain('metric webhook.attempt.duration 2');
  expect(stdout).toContain('metric webhook.deliveries 1');
});
