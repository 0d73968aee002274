import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import ts from 'typescript';
import { transformSync as swc } from '@swc/core';

const root = path.resolve(__dirname, '../../..');

/** The versions of Nest that `dtospec/nest` is for; 12 is the repository's own. */
export const NEST_VERSIONS = ['10', '11', '12'] as const;
export type NestVersion = (typeof NEST_VERSIONS)[number];

/** Installs those that the repository does not have; needs the registry the first time, hence for `beforeAll`. */
export function prepareNest(): void {
  execFileSync(process.execPath, [path.join(root, 'scripts/prepare.mjs'), 'nest']);
}

/** How Nest's own command compiles applications. */
export const NEST_COMPILERS = {
  tsc: (source: string): string =>
    ts.transpileModule(source, {
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ES2022,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        useDefineForClassFields: false,
      },
    }).outputText,
  swc: (source: string): string =>
    swc(source, {
      swcrc: false,
      module: { type: 'es6' },
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
    }).code,
};
export type NestCompiler = keyof typeof NEST_COMPILERS;

const BUNDLE = {
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'error',
} as const;

/**
 * A folder with applications, compiled, beside the library as it is now and a version of Nest.
 *
 * @param name the folder's; no two tests may share one
 * @param files TypeScript, from the repository's root
 * @param program bundled to `program.js`, from the repository's root
 */
export function nestFolder(
  name: string,
  version: NestVersion,
  compiler: NestCompiler,
  files: readonly string[],
  program: string,
): string {
  const folder = path.join(root, 'build/nest', version, `${name}-${compiler}`);
  rmSync(folder, { recursive: true, force: true });
  writeLibrary(path.join(folder, 'node_modules/dtospec'));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  for (const file of files) {
    compileNest(compiler, path.join(root, file), folder);
  }
  buildSync({
    ...BUNDLE,
    external: ['dtospec', 'dtospec/nest'],
    entryPoints: [path.join(root, program)],
    outfile: path.join(folder, 'program.js'),
  });
  return folder;
}

/** The library as it is now, built once for a test file: names and contents of its files. */
let builtLibrary: [name: string, contents: Uint8Array][] | undefined;

function writeLibrary(folder: string): void {
  mkdirSync(folder, { recursive: true });
  builtLibrary ??= buildSync({
    ...BUNDLE,
    splitting: true,
    define: { __filename: 'import.meta.filename' },
    entryPoints: {
      index: path.join(root, 'src/index.ts'),
      nest: path.join(root, 'src/nest/index.ts'),
      cli: path.join(root, 'src/cli/main.ts'),
    },
    outdir: folder,
    write: false,
  }).outputFiles.map((file) => [path.basename(file.path), file.contents]);
  for (const [name, contents] of builtLibrary) writeFileSync(path.join(folder, name), contents);
  const exports = { '.': './index.js', './nest': './nest.js', './package.json': './package.json' };
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'dtospec', version: '0.0.0', type: 'module', exports }),
  );
}

/** Compiles one source of an application into a folder. */
export function compileNest(compiler: NestCompiler, file: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const target = path.basename(file).replace(/\.ts$/, '.js');
  writeFileSync(path.join(folder, target), NEST_COMPILERS[compiler](readFileSync(file, 'utf8')));
}
