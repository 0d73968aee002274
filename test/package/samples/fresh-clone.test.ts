import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');
const CLONED = ['.npmrc', 'package.json', 'package-lock.json', 'decorators', 'samples', 'scripts', 'src'];

let clone: string;
beforeAll(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'clone-'));
  const isSource = (file: string): boolean => !/\/(?:node_modules|dist)$/.test(file);
  for (const name of CLONED)
    cpSync(path.join(ROOT, name), path.join(clone, name), { recursive: true, filter: isSource });
});
afterAll(() => {
  rmSync(clone, { recursive: true });
});

function runSample(env: Readonly<Record<string, string>>, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/sample.mjs', ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}

/** Bytes of the files in a folder. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

test('npm run sample installs what the sample needs, and runs without the network afterwards', () => {
  expect(runSample({}, '--once')).toMatch(
    /^Installing \d+ packages …\n[^]*Compiling …\n[^]*the signature holds\n/,
  );
  const folder = path.join(clone, 'build/sample');
  const installed = JSON.parse(
    readFileSync(path.join(folder, 'node_modules/.package-lock.json'), 'utf8'),
  ) as { packages: object };
  expect(Object.keys(installed.packages).length).toBeLessThan(120);
  expect(sizeOf(path.join(folder, 'node_modules'))).toBeLessThan(100_000_000);

  const offline = runSample(
    { npm_config_registry: 'http://127.0.0.1:9/', npm_config_offline: 'true' },
    '--once',
  );
  expect(offline).not.toContain('Installing');
  expect(offline).toContain('the signature holds');
}, 180_000);

test('names the list of samples for an unknown one', () => {
  expect(() => runSample({}, 'shopp')).toThrow('There is no sample shopp: see samples/README.md.');
});
