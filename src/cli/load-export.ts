import { InputError } from './errors.js';
import { loadModule, type Exports } from './load-module.js';

/** One export of a module of the user's. */
export interface LoadedExport {
  readonly name: string;
  readonly value: unknown;
  /** Everything that the module exports. */
  readonly exports: Exports;
}

/**
 * The export of a name, or without one the first of the usual names that the module has.
 *
 * @param remedy what to export, for who has none of them
 * @throws InputError where there is none
 */
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
