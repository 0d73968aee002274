import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FactsFile } from '../../../src/documents/model/facts/facts-file.js';
import { extractFacts } from '../../../src/tools/extract/extract.js';

const OPTIONS = {
  target: 'es2022',
  // Without those of browsers, which take longer to read than most tests.
  lib: ['es2022'],
  module: 'commonjs',
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  types: [],
};

export interface Project {
  readonly folder: string;
  readonly extract: () => Promise<FactsFile>;
  readonly write: (file: string, text: string) => void;
  readonly remove: () => void;
}

/**
 * Creates a project in a folder of its own, with the packages of this one.
 *
 * @param declared declarations of packages that are not installed, by their names
 */
export function createProject(
  files: Readonly<Record<string, string>>,
  options: object = {},
  packages: Readonly<Record<string, string>> = {},
  declared: Readonly<Record<string, string>> = {},
): Project {
  const folder = mkdtempSync(path.join(tmpdir(), 'dtospec-extract-'));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const config = { compilerOptions: { ...OPTIONS, ...options }, include: ['src'] };
  write('tsconfig.json', JSON.stringify(config));
  for (const [file, text] of Object.entries(files)) write(file, text);
  const modules = path.join(folder, 'node_modules');
  const ours = path.resolve('node_modules');
  mkdirSync(path.join(modules, '@nestjs'), { recursive: true });
  const linked = { ...LINKED, ...packages };
  for (const [name, source] of Object.entries(linked))
    symlinkSync(path.join(ours, source), path.join(modules, name));
  for (const [name, text] of Object.entries(declared)) write(`node_modules/${name}/index.d.ts`, text);
  return {
    folder,
    write,
    extract: () => extractFacts({ project: undefined, cwd: folder, folder }),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const LINKED: Readonly<Record<string, string>> = {
  typescript: 'typescript',
  rxjs: 'rxjs',
  '@nestjs/common': '@nestjs/common',
};
