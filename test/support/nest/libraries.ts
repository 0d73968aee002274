import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

/** Installs what `test/tools/libraries` lists; needs the registry the first time, hence for `beforeAll`. */
export function prepareLibraries(): void {
  execFileSync(process.execPath, [path.join(root, 'scripts/prepare.mjs'), 'libraries']);
}

/** Returns the folder of a package that `test/tools/libraries` lists. */
export function libraryFolder(name: string): string {
  return path.join(root, 'build/libraries/node_modules', name);
}

/** Loads a package that `test/tools/libraries` lists. Its peers are the repository's own. */
export async function importLibrary<T>(name: string): Promise<T> {
  return (await import(require.resolve(name, { paths: [path.join(root, 'build/libraries')] }))) as T;
}
