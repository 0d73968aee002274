import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';
import { FACTS_FILE, type FactsFile, type HandlerFact } from 'dtospec/internal';
import { type Command, type CommandContext, EXIT, type OptionValues } from './command.js';
import { compareOutput, writeOutput } from './output-file.js';

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
    '--watch': 'Write the file again when a source changes',
  },
  examples: ['', '--project tsconfig.build.json', '--check', '--watch'],
  positionals: [0, 0],
  run: async (_, options, context) => {
    const { cwd, note } = context;
    const output = typeof options.output === 'string' ? options.output : FACTS_FILE;
    const extractAgain = async (): Promise<FactsFile> => {
      const facts = await read(output, options, cwd);
      await writeOutput(textOf(facts), output, cwd);
      note(`Wrote ${output}: ${summaryOf(facts)}.\n`);
      return facts;
    };
    if (options.check === true)
      return compareOutput(textOf(await read(output, options, cwd)), output, cwd, note);
    const facts = await extractAgain();
    if (options.watch === true) await watchSources(facts, path.resolve(cwd, output), extractAgain, context);
    return EXIT.done;
  },
};

function textOf(facts: FactsFile): string {
  return `${JSON.stringify(facts, null, 1)}\n`;
}

/** Extracts again when a file changes in a folder with sources, until the command is stopped. */
async function watchSources(
  first: FactsFile,
  output: string,
  extractAgain: () => Promise<FactsFile>,
  { note, stop }: CommandContext,
): Promise<void> {
  const watched = new Set<string>();
  let isChanged = false;
  let running: Promise<void> | undefined;
  const follow = ({ sources }: FactsFile): void => {
    const folders = Object.keys(sources).map((file) =>
      path.resolve(path.dirname(output), path.dirname(file)),
    );
    for (const folder of folders) {
      if (watched.has(folder)) continue;
      watched.add(folder);
      watch(folder, { signal: stop }, (_, file) => {
        if (file !== null && path.join(folder, file) === output) return;
        isChanged = true;
        running ??= extractWhileChanged();
      });
    }
  };
  const extractWhileChanged = async (): Promise<void> => {
    while (isChanged && !stop.aborted) {
      isChanged = false;
      await extractAgain().then(follow, (error: unknown) => {
        note(`${(error as Error).message}\n`);
      });
    }
    running = undefined;
  };
  follow(first);
  note('Watching the sources.\n');
  if (!stop.aborted) await once(stop, 'abort');
  await running;
}

async function read(output: string, options: OptionValues, cwd: string): Promise<FactsFile> {
  const { extractFacts } = await import('../extract/extract.js');
  const folder = path.dirname(path.resolve(cwd, output));
  return extractFacts({ project: options.project as string | undefined, cwd, folder });
}

function summaryOf({ handlers, types }: FactsFile): string {
  const all = Object.values(handlers).flatMap((ofController) => Object.values(ofController));
  const isEntity = ({ answer }: HandlerFact): boolean => answer !== undefined && 'entity' in answer;
  const entities = all.filter(isEntity).length;
  const known = all.filter(({ answer }) => answer !== undefined).length - entities;
  const count = Object.keys(types).length;
  const open = entities === 0 ? '' : `, ${entities} return a class of an ORM and stay open`;
  return `answers of ${known} of ${all.length} handlers${open}; ${count} ${count === 1 ? 'type' : 'types'}`;
}
