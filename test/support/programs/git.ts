import { execFileSync } from 'node:child_process';
import { isInstalled } from './optional-programs.js';

/** Commits files of a folder to a new repository with the branch `main`. Without git, it does nothing. */
export function commitAll(folder: string, files: readonly string[]): void {
  if (!isInstalled('git')) return;
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', ...files);
  git(folder, 'commit', '-q', '-m', 'one');
}

export function git(folder: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
}
