import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { printable } from 'dtospec/internal';
import { InputError } from '../command.js';
import { isUrl } from './bundle.js';

export async function readSource(source: string, cwd: string): Promise<string> {
  if (isUrl(source))
    throw new InputError(
      `${printable(source)} is a URL. Download the file first, or pass the document on standard input, if the command takes "-".`,
    );
  try {
    return await readFile(path.resolve(cwd, source), 'utf8');
  } catch (error) {
    const revision = /^([^:]{2,}):(.+)$/.exec(source);
    if (revision !== null) return showRevision(source, cwd);
    const { code } = error as { code?: unknown };
    const reason = code === 'ENOENT' ? `there is no such file in ${cwd}` : String(code ?? error);
    throw new InputError(`${printable(source)} could not be read: ${reason}.`, { cause: error });
  }
}

async function showRevision(source: string, cwd: string): Promise<string> {
  const [revision = '', file = ''] = source.split(/:(.*)/s);
  try {
    // `./` makes the path relative to the working directory, like paths of files.
    const git = [
      'show',
      '--end-of-options',
      `${revision}:${file.startsWith('/') ? file.slice(1) : `./${file}`}`,
    ];
    const { stdout } = await promisify(execFile)('git', git, { cwd, maxBuffer: 2 ** 30 });
    return stdout;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new InputError(`${printable(source)} could not be read by git: ${stderr.trim() || message}`, {
      cause: error,
    });
  }
}

/** @param isQuoted false if the error must not quote the text */
export function parseJson(text: string, source: string, isQuoted = true): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const shown = isQuoted
      ? `: ${printable(message)}`
      : (/ \(line \d+ column \d+\)/.exec(message)?.[0] ?? '.');
    throw new InputError(`${printable(source)} is not valid JSON${shown}`, isQuoted ? { cause: error } : {});
  }
}
