import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import type { OptionValues } from './command.js';
import { InputError } from './errors.js';
import { DOCS_OPTIONS } from './load-docs.js';
import { isDocument, parseDocument, readFileDocument, type AnyDocument } from './read-document.js';

/** The document as it is now. Of a module it is made by a process of its own each time: imports are for ever. */
export async function readAnew(source: string, options: OptionValues, cwd: string): Promise<AnyDocument> {
  return isDocument(source)
    ? readFileDocument(source, cwd)
    : parseDocument(await build(source, options, cwd), 'the document.json');
}

function build(source: string, options: OptionValues, cwd: string): Promise<string> {
  const flags = Object.keys(DOCS_OPTIONS).flatMap((name) =>
    typeof options[name] === 'string' ? [`--${name}`, options[name]] : [],
  );
  // The same command under the same loaders.
  const command = [
    ...process.execArgv,
    process.argv[1] ?? '',
    'build',
    '--format',
    'json',
    ...flags,
    '--',
    source,
  ];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd, maxBuffer: 2 ** 30 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new InputError(stderr.trim() || error.message, { cause: error }));
    });
  });
}

/** Editors write a file in several steps, and builds write several files. */
const SETTLED_MS = 150;

/**
 * Calls back when a file changes, or of a module anything in its folder.
 * @returns ends it
 */
export function watchSource(source: string, cwd: string, onChange: () => void): () => void {
  const file = path.resolve(cwd, source);
  let timer: NodeJS.Timeout | undefined;
  // The folder, for editors put a new file in the old one's place.
  const watcher = watch(path.dirname(file), { recursive: !isDocument(source) }, (_event, name) => {
    const isOther = isDocument(source) && name !== null && name !== path.basename(file);
    if (isOther || name?.split(path.sep).includes('node_modules') === true) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLED_MS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
