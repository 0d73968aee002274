import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../command.js';

/**
 * Creates a check for the files that a document refers to. A document may refer only to files of its
 * repository and of the working folder's; outside of a repository, only to files of the folder itself.
 *
 * @param document path of the document, also of a git revision (`main:openapi.yaml`)
 * @returns a function that throws an InputError for a file elsewhere, also behind a symbolic link
 */
export function referredFiles(document: string, cwd: string): (file: string) => Promise<void> {
  const folders = [cwd, path.dirname(path.resolve(cwd, withoutRevision(document)))].map(repositoryOf);
  return async (file) => {
    const real = await Promise.all(folders.map((folder) => realpath(folder)));
    // A path with a revision names a file of the working tree too.
    for (const name of [file, withoutRevision(file)]) {
      const target = path.resolve(cwd, name);
      // A file that does not exist has no real path. The attempt to read it reports that.
      const realTarget = await realpath(target).catch(() => undefined);
      if (isInside(target, [...folders, ...real]) && (realTarget === undefined || isInside(realTarget, real)))
        continue;
      throw new InputError(
        `The file is outside of ${[...new Set(folders)].join(' and ')}, so it is not read. Copy it there.`,
      );
    }
  };
}

export function withoutRevision(source: string): string {
  return source.replace(/^[^:]{2,}:/, '');
}

/** Returns the folder with `.git` that contains a folder, or the folder itself. */
function repositoryOf(folder: string): string {
  for (let above = folder; ; above = path.dirname(above)) {
    if (existsSync(path.join(above, '.git'))) return above;
    if (above === path.dirname(above)) return folder;
  }
}

function isInside(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const relative = path.relative(folder, file);
    return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
  });
}
