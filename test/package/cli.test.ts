import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { consumerFolder, preparePackage } from '../support/packed-package.js';

const CLI = path.join(consumerFolder, 'node_modules/dtospec/dist/cli.js');

let folder: string;
beforeAll(() => {
  preparePackage();
  folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
  writeFileSync(path.join(folder, 'wrong.yaml'), 'openapi: 3.1.0\ninfo:\n  title: Cats\npaths: {}\n');
  writeFileSync(path.join(folder, 'swagger.json'), JSON.stringify({ swagger: '1.2' }));
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init');
  git('add', 'wrong.yaml');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-m', 'Add a document');
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** As a user calls it: a process of its own. */
test.each<[string, number, RegExp, RegExp]>([
  [
    'validate wrong.yaml',
    1,
    /^error struct wrong\.yaml:2:1\n.*version.*\n {4}at #\/info\n$/,
    /1 error to mend/,
  ],
  ['validate HEAD:wrong.yaml --format github', 1, /^::error file=wrong\.yaml,line=2,/, /1 error to mend/],
  ['validate swagger.json', 1, /^error spec swagger\.json\n/, /1 error/],
  ['validate', 2, /^$/, /^Usage: dtospec validate <module\|file> \[options\]\n/],
  ['build --help', 0, /^Usage: dtospec build <module> \[options\]\n\nWrites the OpenAPI document/, /^$/],
])('dtospec %s', (args, status, stdout, stderr) => {
  const ran = spawnSync(process.execPath, [CLI, ...args.split(' ')], { cwd: folder, encoding: 'utf8' });
  expect(ran.stderr).toMatch(stderr);
  expect(ran.stdout).toMatch(stdout);
  expect(ran.status).toBe(status);
});
