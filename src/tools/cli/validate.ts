import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type * as Redocly from '@redocly/openapi-core';
import { choiceOf, type Command, type CommandContext, EXIT, InputError, UsageError } from './command.js';
import { CONFIG_OPTION, readConfig, withSeverities } from './config.js';
import {
  countFindings,
  createLocator,
  FINDING_FORMATS,
  printFindings,
  type CommandFinding,
} from './findings.js';
import { DOCS_OPTIONS, loadDocs } from './load/load-docs.js';
import { printable } from 'dtospec/internal';
import { isUrl } from './load/bundle.js';
import { isDocument, parseDocument } from './load/read-document.js';
import { referredFiles, withoutRevision } from './load/referred-files.js';
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
    const { cwd, note, progress } = context;
    const format = choiceOf(options, 'format', Object.keys(FINDING_FORMATS)) ?? 'text';
    const rules = choiceOf(options, 'rules', RULES) ?? 'spec';
    if (options.rules !== undefined && source !== '-' && !isDocument(source))
      throw new UsageError(
        `--rules applies to a file, and ${source} is a module. Write its document first: dtospec build ${source} -o openapi.yaml, then dtospec validate openapi.yaml --rules ${rules}.`,
      );
    progress?.(`Reading ${source}`);
    const read =
      source === '-' || isDocument(source)
        ? await checkFile(source, rules, options.fetch === true, context)
        : (await loadDocs(source, options, cwd)).diagnostics({ notes: true });
    const { validate: configured } = await readConfig(options, cwd);
    const all = withSeverities(read, configured?.rules);
    const findings = options.notes === true ? all : all.filter(({ severity }) => severity !== 'info');
    printFindings(findings, format, context);
    note(`${source === '-' ? 'Standard input' : source}: ${countFindings(findings)}.\n`);
    const isBad = findings.some(
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
  const file = withoutRevision(source);
  const violations = await checkOpenApiSchema(document);
  const locate = await createLocator(text);
  const problems = (violations ?? []).map(({ pointer, message }): CommandFinding => ({
    severity: 'error',
    code: 'openapi-schema',
    message,
    places: [pointer],
    file,
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
    problems.push(
      ...(await lint(redocly, text, rules, {
        file: `${cwd}/${file}`,
        hasSchema: violations !== undefined,
        mayFetch,
        requireAllowed: referredFiles(source, cwd),
      })),
    );
  else note(`References and path parameters were not checked. To check them: ${INSTALL}\n`);
  return problems.map((problem) => ({ ...problem, file }));
}

const INSTALL = 'npm install --save-dev @redocly/openapi-core';

interface LintOptions {
  readonly file: string;
  /** True if OpenAPI's JSON Schema is used instead of Redocly's rule, which rejects valid documents. */
  readonly hasSchema: boolean;
  readonly mayFetch: boolean;
  readonly requireAllowed: (file: string) => Promise<void>;
}

async function lint(
  redocly: typeof Redocly,
  source: string,
  rules: (typeof RULES)[number],
  { file, hasSchema, mayFetch, requireAllowed }: LintOptions,
): Promise<CommandFinding[]> {
  const { createConfig, getLineColLocation, lintFromString } = redocly;
  const config = await createConfig({ extends: [rules], ...(hasSchema && { rules: { struct: 'off' } }) });
  const customFetch = mayFetch ? fetch : () => Promise.reject(new Error(NOT_FETCHED));
  const refusals: InputError[] = [];
  const externalRefResolver = resolverOf(redocly, customFetch, async (referred, text) => {
    try {
      if (!isUrl(referred)) await requireAllowed(referred);
      if (text !== undefined && isDocument(referred)) await parseDocument(text, referred, false);
    } catch (error) {
      const { message } = error as InputError;
      const name = isUrl(referred) ? referred : path.relative(path.dirname(file), referred);
      refusals.push(
        new InputError(`The document refers to ${printable(name)}. ${message}`, { cause: error }),
      );
      throw error;
    }
  });
  try {
    const problems = await lintFromString({ source, absoluteRef: file, config, externalRefResolver });
    const [refusal] = refusals;
    if (refusal !== undefined) throw refusal;
    return problems
      .filter((problem) => problem.ignored !== true)
      .map(({ ruleId, severity, message, location: [location] }) => {
        const start = location && getLineColLocation(location).start;
        const asLinted = severity === 'warn' ? 'warning' : 'error';
        return {
          severity: message.includes(NOT_FETCHED) ? 'info' : asLinted,
          code: ruleId,
          message,
          places: [location?.pointer ?? '#/'],
          ...(start !== undefined && { line: start.line, column: start.col }),
        };
      });
  } catch (error) {
    if (error instanceof InputError) throw error;
    const message = (error as Error).message;
    // Redocly has no rules for the version, which is an error
    // of the document. Otherwise it is an error of Redocly.
    if (!hasSchema) return [{ severity: 'error', code: 'spec', message, places: ['#/openapi'] }];
    const failure = `@redocly/openapi-core failed with ${JSON.stringify(message)}, so only OpenAPI's JSON Schema was checked.`;
    return [{ severity: 'warning', code: 'not-checked', message: failure, places: ['#/'] }];
  }
}

/** @param check is called for each referred file, before it is read without its text, and again with it */
function resolverOf(
  { BaseResolver }: typeof Redocly,
  customFetch: NonNullable<Redocly.ResolveConfig['http']['customFetch']>,
  check: (file: string, text?: string) => Promise<void>,
): Redocly.BaseResolver {
  return new (class extends BaseResolver {
    override async loadExternalRef(file: string): Promise<Redocly.Source> {
      await check(file);
      const source = await super.loadExternalRef(file);
      await check(file, source.body);
      return source;
    }
  })({ http: { headers: [], customFetch } });
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
