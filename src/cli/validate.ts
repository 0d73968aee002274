import type * as Redocly from '@redocly/openapi-core';
import { EXIT, type Command } from './command.js';
import { InputError } from './errors.js';
import { countFindings, FINDING_FORMATS, type ToldFinding } from './findings.js';
import { DOCS_OPTIONS, loadDocs } from './load-docs.js';
import { choiceOf } from './option-values.js';
import { isDocument, parseDocument, readSource } from './read-document.js';

const RULES = ['spec', 'minimal', 'recommended'] as const;

/** `dtospec validate <module|file>`. */
export const validate: Command = {
  usage: '<module|file> [options]',
  help: `Says what is wrong with an OpenAPI document, and where. Of a module that exports its docs it is what
docs.diagnostics() lists, with the class or the endpoint that causes it. Of a file (.json, .yaml, also as git has it:
main:openapi.yaml) it is what the rules of @redocly/openapi-core find, which has to be installed for that.`,
  options: {
    format: {
      type: 'string',
      value: Object.keys(FINDING_FORMATS).join('|'),
      description: 'How to print it [text]',
    },
    strict: { type: 'boolean', description: 'End with 1 where there are warnings, too' },
    notes: { type: 'boolean', description: 'Print notes too, which nobody has to act on' },
    rules: {
      type: 'string',
      value: RULES.join('|'),
      description: 'Rules for a file: what OpenAPI demands, or more [spec]',
    },
    fetch: { type: 'boolean', description: 'Follow references to URLs' },
    ...DOCS_OPTIONS,
  },
  positionals: [1, 1],
  run: async ([source = ''], options, { cwd, print, note, progress }) => {
    const format = choiceOf(options, 'format', Object.keys(FINDING_FORMATS)) ?? 'text';
    const rules = choiceOf(options, 'rules', RULES) ?? 'spec';
    progress?.(`Reading ${source}`);
    const found = isDocument(source)
      ? await lint(source, rules, cwd, options.fetch === true)
      : (await loadDocs(source, options, cwd)).diagnostics();
    const told = options.notes === true ? found : found.filter(({ severity }) => severity !== 'info');
    print(FINDING_FORMATS[format]?.(told) ?? '');
    note(`${source}: ${countFindings(told)} to mend.\n`);
    const isBad = told.some(
      ({ severity }) => severity === 'error' || (severity === 'warning' && options.strict === true),
    );
    return isBad ? EXIT.found : EXIT.done;
  },
};

/** What Redocly's rules find in a document of anybody's. */
async function lint(
  source: string,
  rules: (typeof RULES)[number],
  cwd: string,
  mayFetch: boolean,
): Promise<ToldFinding[]> {
  const text = await readSource(source, cwd);
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

/** What is reported of a reference to a URL, unless `--fetch` is given. */
const NOT_FETCHED = 'URLs are not read without --fetch';

async function loadRedocly(): Promise<typeof Redocly> {
  try {
    return await import('@redocly/openapi-core');
  } catch (error) {
    if (!/^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((error as { code?: unknown }).code))) throw error;
    throw new InputError(
      'Documents that dtospec did not make are read by the rules of @redocly/openapi-core, which is not installed: npm install --save-dev @redocly/openapi-core',
      { cause: error },
    );
  }
}
