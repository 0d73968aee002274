import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import { InputError } from '../../cli/command.js';
import { requireFor } from '../../cli/load/load-module.js';
import type { Compiler } from './compiler.js';
import { createLibraryCompiler } from './library-compiler.js';
import { createNativeCompiler } from './native-compiler.js';

/**
 * Creates a program with the project's own TypeScript.
 *
 * @param project the tsconfig.json that lists the sources. @default the nearest one above `cwd`
 * @throws InputError without TypeScript 5.5 or later, without a tsconfig.json, and without sources
 */
/** @throws InputError for a version without the functions that are needed */
function majorOf(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 5 || (major === 5 && minor >= 5)) return major;
  throw new InputError(
    `TypeScript ${version} is too old. dtospec extract needs 5.5 or later: npm install --save-dev typescript@5`,
  );
}

export async function loadCompiler(project: string | undefined, cwd: string): Promise<Compiler> {
  const config = project === undefined ? nearestConfig(cwd) : configAt(path.resolve(cwd, project));
  if (config === undefined || !existsSync(config))
    throw new InputError(`There is no ${project ?? 'tsconfig.json'} in ${cwd}. Name it: --project <file>.`);
  const typescript = requireFor(config, 'typescript', cwd) as typeof ts | undefined;
  if (typescript === undefined)
    throw new InputError(
      `The package typescript is not installed in ${path.dirname(config)}. It reads the types: npm install --save-dev typescript`,
    );
  const compiler =
    majorOf(typescript.version) >= 7
      ? await createNativeCompiler(typescript.version, config)
      : createLibraryCompiler(typescript, config);
  if (compiler.files.length > 0) return compiler;
  compiler.close();
  throw new InputError(
    `${config} lists no sources. If it only refers to other projects, name one of them: --project <file>.`,
  );
}

function configAt(place: string): string {
  return existsSync(place) && statSync(place).isDirectory() ? path.join(place, 'tsconfig.json') : place;
}

function nearestConfig(folder: string): string | undefined {
  const file = path.join(folder, 'tsconfig.json');
  if (existsSync(file)) return file;
  const above = path.dirname(folder);
  return above === folder ? undefined : nearestConfig(above);
}
