import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageFolder, preparePackage } from '../support/programs/packed-package.js';

const ROOT = path.resolve(__dirname, '../..');
const PRESENT = ['class-validator', 'class-transformer', 'reflect-metadata', 'undici', '@fastify'];

let folder: string;
beforeAll(() => {
  preparePackage();
  folder = mkdtempSync(path.join(tmpdir(), 'without-peers-'));
  writeFileSync(path.join(folder, 'package.json'), '{}');
  for (const name of ['dtospec', 'dtospec-tools'] as const)
    cpSync(packageFolder(name), path.join(folder, 'node_modules', name), { recursive: true });
  for (const name of PRESENT)
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
}, 300_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function run(...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, stderr };
}

describe.each(['import', 'require'] as const)('%s without its peer', (how) => {
  test.each([
    ['dtospec/bullmq', 'ConfigError: dtospec/bullmq needs the package bullmq: npm install bullmq@6'],
    [
      'dtospec/mcp',
      'ConfigError: dtospec/mcp needs the package @modelcontextprotocol/server: npm install @modelcontextprotocol/server',
    ],
    [
      'dtospec/nest',
      'ConfigError: dtospec/nest needs the package @nestjs/common: npm install @nestjs/common @nestjs/core',
    ],
  ])('%s names the command that installs it', (entry, message) => {
    const program = how === 'import' ? `import '${entry}';` : `require('${entry}');`;
    const type = how === 'import' ? 'module' : 'commonjs';
    const { status, stderr } = run(`--input-type=${type}`, '--eval', program);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });
});

// jest-environment-jsdom has neither, and a frontend shares DTO classes.
test('decorators, schemas and documents need no TextEncoder and TextDecoder', () => {
  const program = `
    delete globalThis.TextEncoder;
    delete globalThis.TextDecoder;
    require('dtospec/client');
    const { Title } = require('dtospec/decorators');
    const { jsonSchemaOf } = require('dtospec/schema');
    const { Docs } = require('dtospec');
    class Item {}
    Title('An item')(Item);
    jsonSchemaOf(Item);
    new Docs({ info: { title: 'Items', version: '1' }, models: [Item], diagnostics: 'silent' }).specJSON();`;
  expect(run('--input-type=commonjs', '--eval', program)).toEqual({ status: 0, stderr: '' });
});

/** Removes what Node.js 18 lacks, before the program begins. */
const OLD_NODE =
  'data:text/javascript,delete globalThis.File;Object.defineProperty(process,"version",{value:"v18.20.8"});';

describe('an old Node.js', () => {
  test('is named by the command in one line', () => {
    const command = path.join('node_modules', 'dtospec-tools/dist/cli.cjs');
    expect(run(`--import=${OLD_NODE}`, command, 'init')).toEqual({
      status: 2,
      stderr: 'dtospec needs Node.js 20.18.1 or later, not v18.20.8.\n',
    });
  });

  test.each(['dtospec', 'dtospec/webhook', 'dtospec/express'])('is named at the import of %s', (entry) => {
    const { status, stderr } = run(
      `--import=${OLD_NODE}`,
      '--input-type=module',
      '--eval',
      `import '${entry}';`,
    );
    expect(stderr).toContain('Error: dtospec needs Node.js 20.18.1 or later, not v18.20.8.');
    expect(status).toBe(1);
  });
});
