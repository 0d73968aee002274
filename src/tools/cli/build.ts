import type { BuiltDocs } from 'dtospec/internal';
import { choiceOf, type Command, EXIT, InputError, UsageError } from './command.js';
import { DOCS_OPTIONS, loadDocs } from './load/load-docs.js';
import { compareOutput, writeOutput } from './output-file.js';

export const build: Command = {
  usage: '<module> [options]',
  help: `Writes the OpenAPI document of a module that exports docs (makeDocs, docs) or a Nest application. The module is compiled
JavaScript, or TypeScript with your own loader. A document with errors or without operations is not written. With --check,
no file is written, and the exit code is 1 if the file is out of date.`,
  options: {
    '-o, --output <file>': 'The file to write [standard output]',
    '--format <json|yaml>': "The format [by the file's extension, else json]",
    '--check': 'Compare with the file instead of writing it',
    '--allow-empty': 'Write a document without operations and webhooks',
    ...DOCS_OPTIONS,
  },
  examples: [
    'dist/docs.js -o openapi.yaml',
    'dist/docs.js -o openapi.yaml --check',
    'dist/docs.js --openapi 3.0 --view partners',
  ],
  positionals: [1, 1],
  run: async ([file = ''], options, { cwd, printRaw, note }) => {
    const output = options.output as string | undefined;
    if (options.check === true && output === undefined)
      throw new UsageError('dtospec build --check needs a file to compare with. Add --output <file>.');
    const ofFile = /\.(json|ya?ml)$/i
      .exec(output ?? '')?.[1]
      ?.toLowerCase()
      .replace('yml', 'yaml');
    const format = choiceOf(options, 'format', ['json', 'yaml']) ?? ofFile ?? 'json';
    if (ofFile !== undefined && format !== ofFile)
      throw new UsageError(
        `dtospec build --format ${format} contradicts the name of ${output ?? ''}. ` +
          'Leave out --format, or change the extension.',
      );
    const docs = await loadDocs(file, options, cwd);
    const problems = docs.validate();
    if (problems !== null) {
      note(`${problems.message}\n`);
      return EXIT.found;
    }
    if (options['allow-empty'] !== true) refuseEmpty(docs, file);
    noteWarnings(docs, file, note);
    const text = format === 'yaml' ? docs.specYAML() : `${docs.specJSON()}\n`;
    if (output === undefined) printRaw(text);
    else if (options.check === true) return compareOutput(text, output, cwd, note);
    else {
      await writeOutput(text, output, cwd);
      note(`Wrote ${output} (${sizeOf(text)}).\n`);
    }
    return EXIT.done;
  },
};

function refuseEmpty(docs: BuiltDocs, file: string): void {
  const { paths, webhooks = {} } = docs.buildSpec();
  if (Object.keys({ ...paths, ...webhooks }).length > 0) return;
  throw new InputError(
    `The docs of ${file} have no operations and no webhooks. Export docs that register them: export function makeDocs() { … docs.addOperations(operations); return docs; }. To write an empty document, add --allow-empty.`,
  );
}

function sizeOf(text: string): string {
  return `${(Buffer.byteLength(text) / 1000).toFixed(1)} kB`;
}

function noteWarnings(docs: BuiltDocs, file: string, note: (text: string) => void): void {
  const { length } = docs.diagnostics().filter(({ severity }) => severity === 'warning');
  if (length > 0)
    note(`${length} warning${length === 1 ? '' : 's'}. Run dtospec validate ${file} to list them.\n`);
}
