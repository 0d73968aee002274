import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EXIT, InputError } from './command.js';

export async function writeOutput(text: string, output: string, cwd: string): Promise<void> {
  try {
    await writeFile(path.resolve(cwd, output), text);
  } catch (error) {
    throw new InputError(`${output} could not be written: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Compares the text with the file, for `--check`. Notes the
 * first line that differs, and returns the exit code.
 */
export async function compareOutput(
  text: string,
  output: string,
  cwd: string,
  note: (text: string) => void,
): Promise<typeof EXIT.done | typeof EXIT.found> {
  const existing = await readFile(path.resolve(cwd, output), 'utf8').catch(() => undefined);
  // A checkout may have other line endings.
  const lines = existing?.replaceAll('\r\n', '\n').split('\n');
  const wanted = text.split('\n');
  if (lines?.join('\n') === text) {
    note(`${output} is up to date.\n`);
    return EXIT.done;
  }
  if (lines === undefined) note(`${output} does not exist. Run the command without --check to write it.\n`);
  else {
    const at = wanted.findIndex((line, index) => line !== lines[index]);
    const line = at === -1 ? wanted.length - 1 : at;
    note(
      `${output} is out of date. Line ${line + 1} is\n  ${lines[line] ?? '(missing)'}\nbut should be\n  ${wanted[line] ?? '(missing)'}\nRun the command without --check to write it.\n`,
    );
  }
  return EXIT.found;
}
