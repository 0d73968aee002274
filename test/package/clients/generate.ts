import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { runTool } from '../../support/tools.js';

const root = path.resolve(__dirname, '../../../build/tests/clients');

export interface Generated {
  /** Where the clients are, as `document/generator/…`. */
  readonly folder: string;
  /** What could not be generated, by `document/generator`. */
  readonly failures: Readonly<Record<string, string>>;
}

/** Generates clients of each document with every generator; without `whole`, their types alone. */
export async function generateClients(
  name: string,
  documents: Readonly<Record<string, object>>,
  whole: boolean,
): Promise<Generated> {
  const folder = path.join(root, name);
  const failures = await runTool('generate.mjs', { folder, documents, whole });
  return { folder, failures: failures as Record<string, string> };
}

const CLIENT_FILES = ['client.ts', 'index.ts'];

/** The entry file of a generated client; undefined where there is none. */
export function entryOf({ folder }: Generated, client: string): string | undefined {
  return CLIENT_FILES.map((file) => path.join(folder, client, file)).find((file) => existsSync(file));
}

const TSC = path.resolve(__dirname, '../../../node_modules/typescript-7/bin/tsc');
const STRICT = { noEmit: true, strict: true, skipLibCheck: true, types: [] };

/** Compiles programs as an application of strict settings would. */
export function compile(files: readonly string[]): ts.Program {
  return ts.createProgram([...files], {
    ...STRICT,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
}

/**
 * What the compiler has against programs, a line each: `file(line,column): error …`. TypeScript 7 reads the hundred files of
 * some clients in a quarter of the processor time.
 */
export function problemsOf(files: readonly string[], folder: string): string[] {
  const project = path.join(folder, 'tsconfig.json');
  const compilerOptions = {
    ...STRICT,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', project, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

/** Prints the aliased types of a file. */
export function printerOf(file: ts.SourceFile, checker: ts.TypeChecker): (alias: string) => string {
  const aliases = file.statements.filter(ts.isTypeAliasDeclaration);
  const types = new Map(aliases.map((one) => [one.name.text, checker.getTypeAtLocation(one)]));
  const flags: ts.TypeFormatFlags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  return (alias) => {
    const type = types.get(alias);
    return type === undefined ? 'missing' : checker.typeToString(type, undefined, flags);
  };
}
