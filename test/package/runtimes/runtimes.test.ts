import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { consumerFolder, preparePackage } from '../../support/programs/packed-package.js';
import { HAS_BINARIES, unpacked } from '../node-versions/nodes.js';

const FOLDER = path.join(consumerFolder, 'runtimes');

/** Each compiles the program itself, by what a project of its kind has in its configuration. */
const RUNTIMES = [
  ['bun', 'bin/bun', ['program.ts']],
  ['deno', 'deno', ['run', '--allow-all', '--no-check', '--no-code-cache', '--quiet', 'program.ts']],
] as const;

describe('runtimes other than Node.js', () => {
  beforeAll(() => {
    preparePackage();
    if (HAS_BINARIES)
      execFileSync(process.execPath, [path.join(__dirname, '../../../scripts/prepare.mjs'), 'nodes']);
    mkdirSync(FOLDER, { recursive: true });
    cpSync(path.join(__dirname, 'program.ts'), path.join(FOLDER, 'program.ts'));
    const compilerOptions = { experimentalDecorators: true, emitDecoratorMetadata: true };
    for (const [file, content] of Object.entries({
      'package.json': { type: 'module' },
      'tsconfig.json': { compilerOptions },
      'deno.json': { compilerOptions },
    }))
      writeFileSync(path.join(FOLDER, file), JSON.stringify(content));
  }, 300_000);

  (HAS_BINARIES ? test.each(RUNTIMES) : test.skip.each(RUNTIMES))(
    '%s: documents, serves, binds, sends and receives',
    async (name, file, args) => {
      const { stdout } = await promisify(execFile)(unpacked(name, file), args, {
        cwd: FOLDER,
        timeout: 60_000,
      });
      expect(JSON.parse(stdout)).toEqual({
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 20, description: 'As it is called' },
            age: { type: 'integer', minimum: 0 },
          },
          required: ['name', 'age'],
        },
        page: true,
        yaml: 'openapi: 3.1.0',
        made: { name: 'Tom', age: 3 },
        refused: 400,
        called: true,
        sent: 'sent',
        blocked: 'BlockedAddressError',
        received: [{ event: 'other', cat: { name: 'Tom', age: 3 } }],
      });
    },
    90_000,
  );
});
