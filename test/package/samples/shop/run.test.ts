import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '../../../..');

describe("the README's first command", () => {
  test('builds and runs the sample, which sends one webhook and ends well with --once', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/sample.mjs', '--once'], {
      cwd: root,
    });
    expect(stdout).toMatch(/Docs page +http:\/\/127\.0\.0\.1:\d+\/docs\/\n/);
    expect(stdout).toMatch(/Spec +http:\/\/127\.0\.0\.1:\d+\/docs\/openapi\.json\n/);
    expect(stdout.match(/"event":"order\.shipped"/g)).toHaveLength(1);
    expect(stdout).toMatch(/webhook-signature v1,[\w+/]{43}=\n +the signature holds/);
  }, 300_000);
});
