import { text as textOf } from 'node:stream/consumers';
import type * as Redocly from '@redocly/openapi-core';
import { choiceOf, type Command, type CommandContext, EXIT, InputError } from './command.js';
import { CONFIG_OPTION, readConfig, withSeverities } from './config.js';
import { countFindings, createLocator, FINDING_FORMATS, type CommandFinding } from './findings.js';
import { DOCS_OPTIONS, loadDocs } from './load/load-docs.js';
import { isDocument, parseDocument } from './load/read-document.js';
import { readSource } from './load/read-source.js';
import { checkOpenApiSchema } from './openapi-schema.js';

const RULES = ['spec', 'minimal', 'recommended'] as const;

export const validate: Command = {
  usage: '<module|file|-> [options]',
  help: `Reports errors and warnings of an OpenAPI document. For a module that exports docs, it prints docs.diagnostics() with the
class or endpoint of each. For a file (.json, .yaml, a file of a git revision such as main:openapi.yaml, or - for standard
input), it checks OpenAPI's JSON Schema, and then the rules of @redocly/openapi-core, if you have installed it.`,
  options: {
    [`--format <${Object.keys(FINDING_FORMATS).join('|')}>`]: 'The output format [text]',
    '--strict': 'Exit with 1 for warnings too',
    '--notes': 'Print notes too',
    [`--rules <${RULES.join('|')}>`]: 'The rules of Redocly for a file; spec is OpenAPI alone [spec]',
    '--fetch': 'Follow references to URLs',
    ...CONFIG_OPTION,
    ...DOCS_OPTIONS,
  },
  examples: [
    'dist/docs.js --strict',
    'openapi.yaml --rules recommended',
    'main:openapi.yaml --format github',
    '- < openapi.json',
  ],
  positionals: [1, 1],
  run: async ([source = ''], options, context) => {
    const { cwd, print, note, progress } = context;
    const format = choiceOf(options, 'format', Object.keys(FINDING_FORMATS)) ?? 'text';
    const rules = choiceOf(options, 'rules', RULES) ?? 'spec';
    progress?.(`Reading ${source}`);
    const found =
      source === '-' || isDocument(source)
        ? await checkFile(source, rules, options.fetch === true, context)
        : (await loadDocs(source, options, cwd)).diagnostics({ notes: true });
    const { validate: configured } = await readConfig(options, cwd);
    const all = withSeverities(found, configured?.rules);
    const told = options.notes === true ? all : all.filter(({ severity }) => severity !== 'info');
    print(FINDING_FORMATS[format]?.(told) ?? '');
    note(`${source === '-' ? 'Standard input' : source}: ${countFindings(told)}.\n`);
    const isBad = told.some(
      ({ severity }) => severity === 'error' || (severity === 'warning' && options.strict === true),
    );
    return isBad ? EXIT.found : EXIT.done;
  },
};

async function checkFile(
  source: string,
  rules: (typeof RULES)[number],
  mayFetch: boolean,
  { cwd, note }: CommandContext,
): Promise<CommandFinding[]> {
  const text = source === '-' ? await textOf(process.stdin) : await readSource(source, cwd);
  const document = await parseDocument(text, source);
  // Removes the git revision.
  const file = source.replace(/^[^:]{2,}:/, '');
  const violations = await checkOpenApiSchema(document);
  const locate = await createLocator(text);
  const found = (violations ?? []).map(({ pointer, message }): CommandFinding => ({
    ...{ severity: 'error', code: 'openapi-schema', message, places: [pointer], file },
    ...locate(pointer),
  }));
  const redocly = await loadRedocly();
  if (redocly === undefined && (violations === undefined || rules !== 'spec'))
    throw new InputError(
      violations === undefined
        ? `${source} is not an OpenAPI document of version 3.0, 3.1 or 3.2. To check other versions: ${INSTALL}`
        : `--rules ${rules} needs @redocly/openapi-core. Install it: ${INSTALL}`,
    );
  if (redocly !== undefined)
    found.push(...(await lint(redocly, text, `${cwd}/${file}`, rules, violations !== undefined, mayFetch)));
  else note(`References and path parameters were not checked. To check them: ${INSTALL}\n`);
  return found.map((one) => ({ ...one, file }));
}

const INSTALL = 'npm install --save-dev @redocly/openapi-core';

/** @param hasSchema true if OpenAPI's JSON Schema is used instead of Redocly's rule, which rejects valid documents */
async function lint(
  redocly: typeof Redocly,
  source: string,
  absoluteRef: string,
  rules: (typeof RULES)[number],
  hasSchema: boolean,
  mayFetch: boolean,
): Promise<CommandFinding[]> {
  const { BaseResolver, createConfig, getLineColLocation, lintFromString } = redocly;
  const config = await createConfig({ extends: [rules], ...(hasSchema && { rules: { struct: 'off' } }) });
  const customFetch = mayFetch ? fetch : () => Promise.reject(new Error(NOT_FETCHED));
  const externalRefResolver = new BaseResolver({ http: { headers: [], customFetch } });
  try {
    const problems = await lintFromString({ source, absoluteRef, config, externalRefResolver });
    return problems
      .filter((problem) => problem.ignored !== true)
      .map(({ ruleId, severity, message, location: [location] }) => {
        const start = location && getLineColLocation(location).start;
        return {
          severity: message.includes(NOT_FETCHED) ? 'info' : severity === 'warn' ? 'warning' : 'error',
          code: ruleId,
          message,
          places: [location?.pointer ?? '#/'],
          ...(start !== undefined && { line: start.line, column: start.col }),
        };
      });
  } catch (error) {
    const message = (error as Error).message;
    // Redocly has no rules for the version, which is an error of the document. Otherwise it is an error of
    // Redocly.
    if (!hasSchema) return [{ severity: 'error', code: 'spec', message, places: ['#/openapi'] }];
    const failure = `@redocly/openapi-core failed with ${JSON.stringify(message)}, so only OpenAPI's JSON Schema was checked.`;
    return [{ severity: 'warning', code: 'not-checked', message: failure, places: ['#/'] }];
  }
}

const NOT_FETCHED = 'URLs are not read without --fetch';

async function loadRedocly(): Promise<typeof Redocly | undefined> {
  try {
    return await import('@redocly/openapi-core');
  } catch (error) {
    if (/^(?:ERR_)?MODULE_NOT_FOUND$/.test(String((error as { code?: unknown }).code))) return undefined;
    throw error;
  }
}
