import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { transformSync as swc } from '@swc/core';
import { buildSync, transformSync as esbuild } from 'esbuild';
import type ts from 'typescript';

const root = path.resolve(__dirname, '../../..');

/** Half a second each to load, which not every test needs. */
const lazy = {
  ts: (): typeof ts => jest.requireActual<typeof ts>('typescript'),
  babel: (): typeof import('@babel/core') => jest.requireActual('@babel/core'),
};

/** A way to compile TypeScript with legacy decorators, one file at a time. */
type Transpile = (source: string, fileName: string) => string;

/** @param plugins run before the others */
const byBabel =
  (plugins: () => string[]): Transpile =>
  (source, filename) =>
    lazy.babel().transformSync(source, {
      filename,
      babelrc: false,
      configFile: false,
      plugins: plugins(),
      // Presets run from the last to the first: types go before decorators.
      presets: [
        [
          '@babel/preset-env',
          { targets: { node: '20' }, modules: 'commonjs', include: ['transform-class-properties'] },
        ],
        () => ({ plugins: [['@babel/plugin-proposal-decorators', { version: 'legacy' }]] }),
        '@babel/preset-typescript',
      ],
    })?.code ?? '';

/** `prepareLibraries` installs it. */
const recordTypes = (): string =>
  require.resolve('babel-plugin-transform-typescript-metadata', {
    paths: [path.join(root, 'build/libraries')],
  });

/** The compilers that applications use. `esbuild`, and `babel` without its plugin, leave `design:type` out. */
export const compilers = {
  tsc: (source) => {
    const { ModuleKind, ScriptTarget, transpileModule } = lazy.ts();
    const compilerOptions = {
      target: ScriptTarget.ES2022,
      module: ModuleKind.CommonJS,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      esModuleInterop: true,
    };
    return transpileModule(source, { compilerOptions }).outputText;
  },
  swc: (source) =>
    swc(source, {
      swcrc: false,
      module: { type: 'commonjs' },
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
      },
    }).code,
  esbuild: (source) =>
    esbuild(source, {
      loader: 'ts',
      format: 'cjs',
      target: 'node20',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: true } },
    }).code,
  babel: byBabel(() => []),
  'babel with recorded types': byBabel(() => [recordTypes()]),
} satisfies Record<string, Transpile>;

/** What else builds do to the same sources. */
export const variants = {
  /** Names of classes are kept, as frameworks ask for. */
  minified: (source) => esbuild(compilers.tsc(source), { minify: true, keepNames: true, format: 'cjs' }).code,
  'minified without names': (source) => esbuild(compilers.tsc(source), { minify: true, format: 'cjs' }).code,
  /** As Istanbul does it: a counter in every function and branch. */
  instrumented: (source, filename) =>
    lazy.babel().transformSync(compilers.tsc(source), {
      filename,
      babelrc: false,
      configFile: false,
      plugins: ['babel-plugin-istanbul'],
    })?.code ?? '',
} satisfies Record<string, Transpile>;

const transpilers = { ...compilers, ...variants };

export type CompilerName = keyof typeof compilers;
export type BuildName = keyof typeof transpilers;

/**
 * Compiles modules into a folder of their own, beside a build of the library under its own name.
 *
 * @param name the folder's; no two tests may share one
 * @param modules TypeScript by file name (`orders/order.ts`)
 * @returns the folder
 */
export function compileProgram(
  name: string,
  compiler: BuildName,
  modules: ReadonlyMap<string, string>,
): string {
  const folder = path.join(root, 'build/tests', name, compiler);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  buildLibrary(path.join(folder, 'node_modules/dtospec'));
  for (const [file, source] of modules) {
    const target = path.join(folder, file.replace(/\.ts$/, '.js'));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, transpilers[compiler](source, file));
  }
  return folder;
}

/** The sources as they are now, quickly bundled; `test/package` is about the real build. */
function buildLibrary(folder: string): void {
  buildSync({
    entryPoints: { index: path.join(root, 'src/index.ts') },
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
  });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'dtospec', main: 'index.js' }));
}

/** Puts a compiled program with all that it imports, the libraries too, into one minified file. */
export function bundleMinified(folder: string, file: string): string {
  const bundle = `${path.parse(file).name}.min.js`;
  buildSync({
    entryPoints: [path.join(folder, file)],
    outfile: path.join(folder, bundle),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
  });
  return bundle;
}

/** Runs a compiled module in a process of its own and resolves to what it printed. */
export async function runProgram(
  folder: string,
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, file)], {
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...env },
  });
  return stdout;
}

/** In a process: what each of the modules that are its arguments prints, as a list. */
const PRINT_EACH = `
  const { write } = process.stdout;
  const printed = [];
  process.stdout.write = (text) => printed.push(text);
  for (const file of process.argv.slice(1)) require(file);
  process.stdout.write = write;
  process.stdout.write(JSON.stringify(printed));`;

/** Runs compiled modules that print once, one after the other, in one process; resolves to what each printed. */
export async function runPrograms(files: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', PRINT_EACH, ...files], {
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(stdout) as string[];
}
