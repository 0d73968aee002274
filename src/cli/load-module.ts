import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from './errors.js';

/** What a module of the user's exports, by name. */
export type Exports = Readonly<Record<string, unknown>>;

/**
 * Imports a module of the user's, be it an ES module or CommonJS.
 *
 * @param file relative to `cwd`, or absolute
 * @throws InputError where there is none, or where it throws
 */
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

/** The message, and where in a file of the user's it happened. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack
    ?.split('\n')
    .find((line) => /^\s+at .*(?:file:|\()\/?/.test(line) && !line.includes('node:'));
  return `${error.message}${place === undefined ? '' : `\n${place}`}`;
}

/**
 * A package of CommonJS as a module of the user's would load it; undefined where it is not installed. By `require`,
 * because to import a large one (typescript has 9 MB) takes Node a second, in which it looks for names of its exports.
 */
export function requireFor(file: string, name: string, cwd: string): Exports | undefined {
  try {
    return createRequire(path.resolve(cwd, file))(name) as Exports;
  } catch (error) {
    throwUnlessAbsent(error, name);
    return undefined;
  }
}

/** A package as a module of the user's would import it; undefined where it is not installed. */
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
