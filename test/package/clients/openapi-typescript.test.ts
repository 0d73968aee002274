import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { docsOf } from '../../../samples/shop/docs.js';
import { routesOf } from '../../../samples/shop/routes.js';
import { Store } from '../../../samples/shop/store.js';

const root = path.resolve(__dirname, '../../..');
const routes = routesOf(new Store(), () => Promise.resolve());

const compilerOptions = {
  noEmit: true,
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  types: [],
  skipLibCheck: true,
};

/** Writes the generated types and the program that uses them, and compiles both. */
function compileClient(version: '3.0' | '3.1' | '3.2'): string {
  const folder = path.join(root, 'build/tests/clients', version);
  mkdirSync(folder, { recursive: true });
  const types = execFileSync(process.execPath, [path.join(__dirname, 'generate-types.mjs')], {
    input: docsOf(routes, version).specJSON(),
  });
  writeFileSync(path.join(folder, 'types.ts'), types);
  copyFileSync(path.join(__dirname, 'program/client.ts'), path.join(folder, 'client.ts'));
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['client.ts'] }),
  );
  const tsc = require.resolve('typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder]);
  return status === 0 ? '' : stdout.toString();
}

describe("issue 2, how it is proved: a client's types come from the sample's document", () => {
  test.each(['3.0', '3.1', '3.2'] as const)(
    'tsc accepts a program that uses those of %s',
    (version) => {
      expect(compileClient(version)).toBe('');
    },
    60_000,
  );
});
