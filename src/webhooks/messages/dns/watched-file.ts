import { readFileSync, statSync } from 'node:fs';

/**
 * The text of a small system file, read again when it has changed; empty where it cannot be read.
 * Synchronous on purpose: the thread pool may be full of look-ups, and a look at the file's date takes microseconds.
 */
export function watchFile(path: string): () => string {
  let text = '';
  let seen = '';
  return () => {
    const file = statSync(path, { throwIfNoEntry: false });
    const stamp = file ? `${file.ino} ${file.mtimeMs} ${file.size}` : '';
    if (stamp !== seen) {
      text = file ? readText(path) : '';
      seen = stamp;
    }
    return text;
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').toLowerCase();
  } catch {
    return '';
  }
}
