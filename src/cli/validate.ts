import { text as textOf } from 'node:stream/consumers';
import type * as Redocly from '@redocly/openapi-core';
import { choiceOf, type Command, EXIT, InputError } from './command.js';
import { countFindings, FINDING_FORMATS, type ToldFinding } from './findings.js';
import { DOCS_OPTIONS, loadDocs } from './load/load-docs.js';
import { isDocument, parseDocument, readSource } from './load/read-document.js';

const RULES = ['spec', 'minimal', 'recommended'] as const;

export const validate: Command = {
  usage: '<module|file|-> [options]',
  help: `Reports errors and warnings of an OpenAPI document. For a module that exports docs, it prints docs.diagnostics() with the
class or endpoint of each. For a file (.json, .yaml, a file of a git revision such as main:openapi.yaml, or - for standard
input), it prints the findings of @redocly/openapi-core, which you install yourself.`,
  options: {
    format: {
      type: 'string',
      value: Object.keys(FINDING_FORMATS).join('|'),
      description: 'The output format [text]',
    },
    strict: { type: 'boolean', description: 'Exit with 1 for warnings too' },
    notes: { type: 'boolean', description: 'Print notes too' },
    rules: {
      type: 'string',
      value: RULES.join('|'),
      description: 'The rules for a file; spec is OpenAPI alone [spec]',
    },
    fetch: { type: 'boolean', description: 'Follow references to URLs' },
    ...DOCS_OPTIONS,
  },
  examples: [
    'dist/docs.js --strict',
    'openapi.yaml --rules recommended',
    'main:openapi.yaml --format github',
    '- < openapi.json',
  ],
  positionals: [1, 1],
  run: async ([source = ''], options, { cwd, print, note, progress }) => {
    const format = choiceOf(options, 'format', Object.keys(FINDING_FORMATS)) ?? 'text';
    const rules = choiceOf(options, 'rules', RULES) ?? 'spec';
    progress?.(`Reading ${source}`);
    const found =
      source === '-' || isDocument(source)
        ? await lint(source, rules, cwd, options.fetch === true)
        : (await loadDocs(source, options, cwd)).diagnostics();
    const told = options.notes === true ? found : found.filter(({ severity }) => severity !== 'info');
    print(FINDING_FORMATS[format]?.(told) ?? '');
    note(`${source === '-' ? 'Standard input' : source}: ${countFindings(told)}.\n`);
    const isBad = told.some(
      ({ severity }) => severity === 'error' || (severity === 'warning' && options.strict === true),
    );
    return isBad ? EXIT.found : EXIT.done;
  },
};

async function lint(
  source: string,
  rules: (typeof RULES)[number],
  cwd: string,
  mayFetch: boolean,
): Promise<ToldFinding[]> {
  const text = source === '-' ? await textOf(process.stdin) : await readSource(source, cwd);
  const document = await parseDocument(text, source);
  const { BaseResolver, createConfig, detectSpec, getLineColLocation, lintFromString } = await loadRedocly();
  // Without the revision of git.
  const file = source.replace(/^[^:]{2,}:/, '');
  try {
    detectSpec(document);
  } catch (error) {
    const { message } = error as Error;
    return [{ severity: 'error', code: 'spec', message, places: ['#/openapi'], file }];
  }
  const config = await createConfig({ extends: [rules] });
  const customFetch = mayFetch ? fetch : () => Promise.reject(new Error(NOT_FETCHED));
  const externalRefResolver = new BaseResolver({ http: { headers: [], customFetch } });
  const problems = await lintFromString({
    ...{ source: text, absoluteRef: `${cwd}/${file}`, config, externalRefResolver },
  }).catch((error: unknown) => {
    throw new InputError(
      `${source} was not checked: @redocly/openapi-core failed with ${JSON.stringify((error as Error).message)}. Another version of it may read the document.`,
      { cause: error },
    );
  });
  return problems
    .filter((problem) => problem.ignored !== true)
    .map(({ ruleId, severity, message, location: [location] }) => {
      const start = location && getLineColLocation(location).start;
      return {
        severity: message.includes(NOT_FETCHED) ? 'info' : severity === 'warn' ? 'warning' : 'error',
        code: ruleId,
        message,
        places: [location?.pointer ?? '#/'],
        file,
        ...(start !== undefined && { line: start.line, column: start.col }),
      };
    });
}

/** The error for a reference to a URL without `--fetch`. */
const NOT_FETCHED = 'URLs are not read without --fetch';

async function loadRedocly(): Promise<typeof Redocly> {
  try {
    return await import('@redocly/openapi-core');
  } catch (error) {
    if (!/^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((error as { code?: unknown }).code))) throw error;
    throw new InputError(
      'dtospec validate checks files with @redocly/openapi-core. Install it: npm install --save-dev @redocly/openapi-core',
      { cause: error },
    );
  }
}
