import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FACTS_FILE, type FactsFile, type HandlerFact } from 'dtospec/internal';
import { type Command, EXIT, InputError, type OptionValues } from './command.js';

export const extract: Command = {
  usage: '[options]',
  help: `Reads the sources of a project with its own TypeScript, and writes facts about them: return types of handlers, and types and
comments of properties, also of those without a decorator. nestDocs, new Docs and the commands of dtospec read the file.
Decorators and rules override it. It runs none of your code. With --check, no file is written, and the exit code is 1
if the file is out of date.`,
  options: {
    '-o, --output <file>': `The file to write [${FACTS_FILE}]`,
    '--project <file>': 'The tsconfig.json that lists the sources [the nearest]',
    '--check': 'Compare with the file instead of writing it',
  },
  examples: ['', '--project tsconfig.build.json', '--check'],
  positionals: [0, 0],
  run: async (_, options, { cwd, note }) => {
    const output = typeof options.output === 'string' ? options.output : FACTS_FILE;
    const facts = await read(output, options, cwd);
    const text = `${JSON.stringify(facts, null, 1)}\n`;
    if (options.check === true) {
      const existing = await readFile(path.resolve(cwd, output), 'utf8').catch(() => undefined);
      const isCurrent = existing?.replaceAll('\r\n', '\n') === text;
      note(
        isCurrent
          ? `${output} is up to date.\n`
          : `${output} ${existing === undefined ? 'does not exist' : 'is out of date'}. Run the command without --check to write it.\n`,
      );
      return isCurrent ? EXIT.done : EXIT.found;
    }
    await write(text, output, cwd);
    note(`Wrote ${output}: ${summaryOf(facts)}.\n`);
    return EXIT.done;
  },
};

async function read(output: string, options: OptionValues, cwd: string): Promise<FactsFile> {
  const { extractFacts } = await import('../extract/extract.js');
  const folder = path.dirname(path.resolve(cwd, output));
  return extractFacts({ project: options.project as string | undefined, cwd, folder });
}

async function write(text: string, output: string, cwd: string): Promise<void> {
  try {
    await writeFile(path.resolve(cwd, output), text);
  } catch (error) {
    throw new InputError(`${output} could not be written: ${(error as Error).message}`, { cause: error });
  }
}

function summaryOf({ handlers, types }: FactsFile): string {
  const all = Object.values(handlers).flatMap((one) => Object.values(one));
  const isEntity = ({ answer }: HandlerFact): boolean => answer !== undefined && 'entity' in answer;
  const entities = all.filter(isEntity).length;
  const known = all.filter(({ answer }) => answer !== undefined).length - entities;
  const count = Object.keys(types).length;
  const open = entities === 0 ? '' : `, ${entities} return a class of an ORM and stay open`;
  return `answers of ${known} of ${all.length} handlers${open}; ${count} ${count === 1 ? 'type' : 'types'}`;
}
