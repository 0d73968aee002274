import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { consumerFolder, packageFolder, preparePackage } from '../support/programs/packed-package.js';

const FILE = 'node_modules/dtospec/dist/cli.js';

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function runIn(folder: string, ...args: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, FILE), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

let alone: string;
beforeAll(() => {
  preparePackage();
  alone = mkdtempSync(path.join(tmpdir(), 'alone-'));
  writeFileSync(path.join(alone, 'package.json'), '{}');
  cpSync(packageFolder('dtospec'), path.join(alone, 'node_modules/dtospec'), { recursive: true });
}, 300_000);
afterAll(() => {
  rmSync(alone, { recursive: true });
});

describe('the command of the package dtospec', () => {
  test('names the package to install, in one line', () => {
    expect(runIn(alone, 'build', 'dist/docs.js')).toEqual({
      status: 2,
      stdout: '',
      stderr: 'The command is in a package of its own: npm install --save-dev dtospec-tools\n',
    });
  });

  test('runs dtospec-tools if it is installed beside it, whichever of the two npm links', () => {
    const { status, stdout } = runIn(consumerFolder, 'diff', '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('dtospec diff');
  });

  test('runs the dtospec-tools of the current folder', () => {
    symlinkSync(packageFolder('dtospec-tools'), path.join(alone, 'node_modules/dtospec-tools'));
    const wrong = runIn(alone, 'nothing');
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('nothing') });
  });
});
