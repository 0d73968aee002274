import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { before } from '@nestjs/swagger/plugin';
import ts from 'typescript';

const root = path.resolve(__dirname, '../../..');

/**
 * Compiles modules with tsc and the compiler plugin of @nestjs/swagger, and loads them as new modules of this process.
 *
 * @param name of the folder of the compiled files; no two calls may share one
 * @param files TypeScript, from the repository's root; their folder is that of the first
 * @returns what the modules export, together
 */
export function loadWithPlugin(name: string, files: readonly string[]): Readonly<Record<string, unknown>> {
  const outDir = path.join(root, 'build/nest-plugin', name);
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const program = ts.createProgram(
    files.map((file) => path.join(root, file)),
    {
      outDir,
      rootDir: path.join(root, path.dirname(files[0] ?? '')),
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      moduleResolution: ts.ModuleResolutionKind.Node10,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      useDefineForClassFields: false,
      strict: true,
      skipLibCheck: true,
      types: ['node'],
    },
  );
  const plugin = before({}, program);
  program.emit(undefined, undefined, undefined, false, { before: [plugin] });
  const modules = files.map((file): unknown =>
    // oxlint-disable-next-line typescript/no-require-imports -- it was compiled a moment ago
    require(path.join(outDir, path.basename(file).replace(/\.ts$/, '.js'))),
  );
  return Object.assign({}, ...modules) as Readonly<Record<string, unknown>>;
}
