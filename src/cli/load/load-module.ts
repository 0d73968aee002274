import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../command.js';

export type Exports = Readonly<Record<string, unknown>>;

export async function loadModule(file: string, cwd: string): Promise<Exports> {
  const target = path.resolve(cwd, file);
  if (!existsSync(target)) throw new InputError(`The file ${file} does not exist in ${cwd}.`);
  try {
    const loaded = (await import(pathToFileURL(target).href)) as Exports;
    const { default: whole } = loaded;
    // Names of a CommonJS module are not always seen from outside.
    return typeof whole === 'object' && whole !== null ? { ...whole, ...loaded } : loaded;
  } catch (error) {
    throw new InputError(`${file} could not be imported: ${reasonOf(error)}${remedyOf(file)}`, {
      cause: error,
    });
  }
}

function remedyOf(file: string): string {
  return /\.[cm]?ts$/.test(file)
    ? '\nNode does not compile decorators. Pass the JavaScript of your build, or set a loader: NODE_OPTIONS="--import @swc-node/register/esm-register".'
    : '';
}

/** Returns the message, with the first line of the stack that is in the user's code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack
    ?.split('\n')
    .find((line) => /^\s+at .*(?:file:|\()\/?/.test(line) && !line.includes('node:'));
  return `${error.message}${place === undefined ? '' : `\n${place}`}`;
}

/**
 * Requires a CommonJS package as a module would, or returns undefined. An import of typescript (9 MB) takes a second
 * longer, because Node searches it for names of exports.
 */
export function requireFor(file: string, name: string, cwd: string): Exports | undefined {
  try {
    return createRequire(path.resolve(cwd, file))(name) as Exports;
  } catch (error) {
    throwUnlessAbsent(error, name);
    return undefined;
  }
}

export async function importFor(file: string, name: string, cwd: string): Promise<Exports | undefined> {
  try {
    const found = createRequire(path.resolve(cwd, file)).resolve(name);
    const loaded = (await import(pathToFileURL(found).href)) as Exports;
    const { default: whole } = loaded;
    return typeof whole === 'object' && whole !== null ? { ...whole, ...loaded } : loaded;
  } catch (error) {
    throwUnlessAbsent(error, name);
    return undefined;
  }
}

function throwUnlessAbsent(error: unknown, name: string): void {
  if ((error as { code?: unknown }).code === 'MODULE_NOT_FOUND') return;
  throw new InputError(`${name} could not be imported: ${reasonOf(error)}`, { cause: error });
}

export interface LoadedExport {
  readonly name: string;
  readonly value: unknown;
  readonly exports: Exports;
}

export async function loadExport(
  file: string,
  name: string | undefined,
  usual: readonly string[],
  remedy: string,
  cwd: string,
): Promise<LoadedExport> {
  const exports = await loadModule(file, cwd);
  const found = (name === undefined ? usual : [name]).find((one) => exports[one] !== undefined);
  if (found !== undefined) return { name: found, value: exports[found], exports };
  const names = Object.keys(exports).filter((one) => one !== '__esModule' && one !== 'module.exports');
  const all = names.length === 0 ? 'nothing' : names.join(', ');
  throw new InputError(
    name === undefined
      ? `${file} exports ${all}, and ${remedy}`
      : `${file} has no export ${name}. It exports ${all}.`,
  );
}
