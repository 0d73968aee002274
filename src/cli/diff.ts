import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AcceptedChange, DiffReport } from '../diff/index.js';
import { EXIT, type Command, type OptionValues } from './command.js';
import { InputError, UsageError } from './errors.js';
import { DOCS_OPTIONS } from './load-docs.js';
import { choiceOf } from './option-values.js';
import { readBundle, readSource } from './read-document.js';

const FORMATS = ['text', 'json', 'markdown', 'changelog'] as const;
const FAIL_ON = ['breaking', 'unclear', 'none'] as const;
/** What is read without being asked for, if it is there. */
const ACCEPTED = 'dtospec.accepted.json';

/** `dtospec diff <old> <new>`. */
export const diff: Command = {
  usage: '<old> <new> [options]',
  help: `Compares two OpenAPI documents, of 3.0, 3.1 and 3.2 also across them, and says of each change whether it breaks whoever
relied on the old one: breaking, with a value that was accepted and is refused now, or can be answered now and was ruled
out; compatible; or unclear, with the reason.
A document is a file in JSON or YAML, also as git has it (main:openapi.yaml), a URL, or a module that exports docs. The
files that it refers to are read as well, of the same revision; if one cannot be read, the command ends with 3.`,
  options: {
    format: { type: 'string', value: FORMATS.join('|'), description: 'How to print the changes [text]' },
    'fail-on': {
      type: 'string',
      value: FAIL_ON.join('|'),
      description: 'Exit with 1 where there are such changes, or worse ones [breaking]',
    },
    accepted: {
      type: 'string',
      value: 'file',
      description: `Changes that were accepted, with reasons [${ACCEPTED}, if it is there]`,
    },
    'generated-clients': {
      type: 'boolean',
      description: 'Let what only generated clients see count as breaking: operationId',
    },
    fetch: { type: 'boolean', description: 'Follow references to URLs of other hosts' },
    ...DOCS_OPTIONS,
    'max-candidates': {
      type: 'string',
      value: 'count',
      description: 'How many values to try where a schema changed [2000]',
    },
  },
  positionals: [2, 2],
  run: async ([old = '', current = ''], options, { cwd, print, progress }) => {
    const format = choiceOf(options, 'format', FORMATS);
    const failOn = choiceOf(options, 'fail-on', FAIL_ON) ?? 'breaking';
    const maxCandidates = countOf(options['max-candidates']);
    const library = await import('../diff/index.js');
    progress?.(`Reading ${old} and ${current}`);
    const [before, after] = [
      await readBundle(old, options, cwd, options.fetch === true),
      await readBundle(current, options, cwd, options.fetch === true),
    ];
    progress?.(`Comparing ${old} with ${current}`);
    const report = await library.diffDocuments(before, after, {
      accepted: await readAccepted(options.accepted, cwd),
      generatedClients: options['generated-clients'] === true,
      ...(maxCandidates !== undefined && { maxCandidates }),
    });
    print(
      library.formatDiff(report, format ?? 'text', {
        color: format === undefined && process.stdout.isTTY && !process.env.NO_COLOR,
      }),
    );
    return isFailure(report, failOn) ? EXIT.found : EXIT.done;
  },
};

function isFailure({ counts }: DiffReport, failOn: (typeof FAIL_ON)[number]): boolean {
  if (failOn === 'none') return false;
  return counts.breaking > 0 || (failOn === 'unclear' && counts.unclear > 0);
}

async function readAccepted(file: OptionValues[string], cwd: string): Promise<readonly AcceptedChange[]> {
  const name = typeof file === 'string' ? file : ACCEPTED;
  if (file === undefined && !existsSync(path.resolve(cwd, name))) return [];
  const { readAccepted: read } = await import('../diff/index.js');
  const text = await readSource(name, cwd);
  try {
    return read(JSON.parse(text), name);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new InputError(`${name} is no JSON: ${error.message}`, { cause: error });
    throw error;
  }
}

function countOf(value: OptionValues[string]): number | undefined {
  if (value === undefined) return undefined;
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1)
    throw new UsageError(`--max-candidates is a whole number above 0, not ${JSON.stringify(value)}.`);
  return count;
}
