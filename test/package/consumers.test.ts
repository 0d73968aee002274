import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { consumerFolder, preparePackage } from '../support/programs/packed-package.js';

const ROOT = path.resolve(__dirname, '../..');

/** How applications find their packages, each with the kinds of modules that it knows. */
const RESOLUTIONS: Readonly<Record<string, { readonly types: readonly string[]; readonly options: object }>> =
  {
    nodenext: {
      types: ['module', 'commonjs'],
      options: { module: 'nodenext', moduleResolution: 'nodenext' },
    },
    bundler: { types: ['module'], options: { module: 'esnext', moduleResolution: 'bundler' } },
  };

/**
 * Both ends of what is supported, the older one where declarations are read most strictly, and by those who require: the
 * declarations for who imports are the same but for the names of files. DTOSPEC_RUNS asks the versions between, and the
 * older one of both resolutions and both kinds.
 */
const CASES: readonly (readonly [compiler: string, resolution: string])[] = [
  ['typescript-5.5', 'nodenext'],
  ['typescript-7', 'nodenext'],
  ['typescript-7', 'bundler'],
  ...(process.env.DTOSPEC_RUNS === undefined
    ? []
    : ([
        ['typescript-5.5', 'bundler'],
        ['typescript', 'nodenext'],
        ['typescript-6', 'nodenext'],
      ] as const)),
];

/** Compiles the consumer's programs in a folder of their own, for each kind of module; what the compiler prints. */
function compileConsumer(compiler: string, resolution: string): string {
  const { types: all, options } = RESOLUTIONS[resolution]!;
  const isHalf = compiler === 'typescript-5.5' && process.env.DTOSPEC_RUNS === undefined;
  const types = isHalf ? ['commonjs'] : all;
  const folder = path.join(consumerFolder, 'types', `${compiler}-${resolution}`);
  rmSync(folder, { recursive: true, force: true });
  for (const type of types) {
    mkdirSync(path.join(folder, type), { recursive: true });
    cpSync(path.join(__dirname, 'consumer'), path.join(folder, type), { recursive: true });
    writeFileSync(path.join(folder, type, 'package.json'), JSON.stringify({ type }));
  }
  const compilerOptions = {
    ...options,
    noEmit: true,
    declaration: true,
    target: 'es2022',
    lib: ['es2023'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    experimentalDecorators: true,
    skipLibCheck: false,
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/*.ts'] }));
  const installed = compiler === 'typescript-6' ? 'build/oldest/node_modules' : 'node_modules';
  const module = path.join(ROOT, installed, compiler);
  const command =
    compiler === 'typescript-7'
      ? [path.join(module, 'bin/tsc'), '-p', folder]
      : [path.join(__dirname, 'check-types.mjs'), module, folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder });
  return stdout.toString() + (status === 0 ? '' : `${stderr.toString()}\nended with ${String(status)}`);
}

describe('types for users on TypeScript 5.5 to 7', () => {
  beforeAll(() => {
    preparePackage();
    if (process.env.DTOSPEC_RUNS !== undefined)
      execFileSync(process.execPath, [path.join(ROOT, 'scripts/prepare.mjs'), 'oldest'], { stdio: 'pipe' });
  }, 300_000);

  test.each(CASES)(
    '%s, %s: use compiles, and misuse does not',
    (compiler, resolution) => {
      expect(compileConsumer(compiler, resolution)).toBe('');
    },
    120_000,
  );
});
