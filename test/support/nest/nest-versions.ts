import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  for (const library of ['dtospec', 'dtospec-tools'] as const)
    writePackage(library, path.join(folder, 'node_modules', library));
  linkDependencies(path.join(folder, 'node_modules/dtospec/node_modules'));
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

/** What an application finds as the two packages, as the sources are now: the name of each built file, and its source. */
const PACKAGES = {
  dtospec: {
    external: [],
    entryPoints: {
      index: 'src/index.ts',
      nest: 'src/nest/index.ts',
      internal: 'src/internal.ts',
      'internal-nest': 'src/nest/internal.ts',
    },
    exports: {
      '.': './index.js',
      './nest': './nest.js',
      './internal': './internal.js',
      './internal/nest': './internal-nest.js',
    },
  },
  'dtospec-tools': {
    external: ['dtospec'],
    entryPoints: { cli: 'src/tools/cli/main.ts' },
    exports: {},
  },
};
type BuiltFile = readonly [name: string, contents: Uint8Array];

/** Files of the packages, built once for a test file. */
const built = new Map<string, readonly BuiltFile[]>();

/** Links the dependencies whose other versions Nest installs, as npm would install those of dtospec. */
function linkDependencies(folder: string): void {
  mkdirSync(folder);
  for (const name of ['content-disposition', 'negotiator'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, name));
}

function writePackage(name: keyof typeof PACKAGES, folder: string): void {
  const { entryPoints, exports, external } = PACKAGES[name];
  mkdirSync(folder, { recursive: true });
  const files = built.get(name) ?? buildPackage(entryPoints, external);
  built.set(name, files);
  for (const [file, contents] of files) writeFileSync(path.join(folder, file), contents);
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({
      name,
      version: '0.0.0',
      type: 'module',
      exports: { ...exports, './package.json': './package.json' },
    }),
  );
}

function buildPackage(
  entryPoints: Readonly<Record<string, string>>,
  external: readonly string[],
): BuiltFile[] {
  return buildSync({
    ...BUNDLE,
    splitting: true,
    define: { __filename: 'import.meta.filename' },
    external: [...external],
    entryPoints: Object.fromEntries(
      Object.entries(entryPoints).map(([file, source]) => [file, path.join(root, source)]),
    ),
    outdir: 'built',
    write: false,
  }).outputFiles.map((file) => [path.basename(file.path), file.contents]);
}

/** Compiles one source of an application into a folder. */
export function compileNest(compiler: NestCompiler, file: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const target = path.basename(file).replace(/\.ts$/, '.js');
  writeFileSync(path.join(folder, target), NEST_COMPILERS[compiler](readFileSync(file, 'utf8')));
}
