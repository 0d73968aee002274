import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltDocs } from '../built-docs.js';
import { EXIT, type Command } from './command.js';
import { InputError, UsageError } from './errors.js';
import { DOCS_OPTIONS, loadDocs } from './load-docs.js';
import { choiceOf } from './option-values.js';

/** `dtospec build <module>`. */
export const build: Command = {
  usage: '<module> [options]',
  help: `Writes the OpenAPI document of a module that exports its docs, or a Nest application: built JavaScript, or TypeScript
under a loader of yours. A document with errors is not written. With --check nothing is: it ends with 1 where the file is
not what would be written.`,
  options: {
    output: { type: 'string', short: 'o', value: 'file', description: 'Where to [standard output]' },
    format: { type: 'string', value: 'json|yaml', description: "[by the file's ending, else json]" },
    check: { type: 'boolean', description: 'Compare with the file, and write nothing' },
    ...DOCS_OPTIONS,
  },
  positionals: [1, 1],
  run: async ([file = ''], options, { cwd, print, note }) => {
    const output = options.output as string | undefined;
    if (options.check === true && output === undefined)
      throw new UsageError('dtospec build --check needs the file to compare with: --output <file>.');
    const format =
      choiceOf(options, 'format', ['json', 'yaml']) ?? (/\.ya?ml$/i.test(output ?? '') ? 'yaml' : 'json');
    const docs = await loadDocs(file, options, cwd);
    const problems = docs.validate();
    if (problems !== null) {
      note(`${problems.message}\n`);
      return EXIT.found;
    }
    tellOfWarnings(docs, file, note);
    const text = format === 'yaml' ? docs.specYAML() : `${docs.specJSON()}\n`;
    if (output === undefined) print(text);
    else if (options.check === true) return compare(text, output, cwd, note);
    else await write(text, output, cwd);
    return EXIT.done;
  },
};

function tellOfWarnings(docs: BuiltDocs, file: string, note: (text: string) => void): void {
  const { length } = docs.diagnostics().filter(({ severity }) => severity === 'warning');
  if (length > 0) note(`${length} warning${length === 1 ? '' : 's'}: dtospec validate ${file} lists them.\n`);
}

async function write(text: string, output: string, cwd: string): Promise<void> {
  try {
    await writeFile(path.resolve(cwd, output), text);
  } catch (error) {
    throw new InputError(`${output} could not be written: ${(error as Error).message}`, { cause: error });
  }
}

async function compare(
  text: string,
  output: string,
  cwd: string,
  note: (text: string) => void,
): Promise<typeof EXIT.done | typeof EXIT.found> {
  const found = await readFile(path.resolve(cwd, output), 'utf8').catch(() => undefined);
  // A checkout may end its lines in another way.
  const lines = found?.replaceAll('\r\n', '\n').split('\n');
  const wanted = text.split('\n');
  if (lines?.join('\n') === text) return EXIT.done;
  if (lines === undefined)
    note(`There is no file ${output} to compare with. Leave --check out to write it.\n`);
  else {
    const at = wanted.findIndex((line, index) => line !== lines[index]);
    const line = at === -1 ? wanted.length - 1 : at;
    note(
      `${output} is out of date. Line ${line + 1} is\n  ${lines[line] ?? '(missing)'}\nand would be\n  ${wanted[line] ?? '(missing)'}\nLeave --check out to write it.\n`,
    );
  }
  return EXIT.found;
}
