import { existsSync } from 'node:fs';
import path from 'node:path';
import type { OpenApiDocument } from 'dtospec/internal';
import type { AcceptedChange, Change, DiffOptions, DiffReport } from '../diff/index.js';
import {
  type CommandContext,
  choiceOf,
  type Command,
  countOf,
  EXIT,
  InputError,
  listOf,
  type OptionValues,
  UsageError,
} from './command.js';
import { CONFIG_OPTION, readConfig } from './config.js';
import { findingsOf, locateChanges } from './diff-findings.js';
import { printFindings } from './findings.js';
import { DOCS_OPTIONS } from './load/load-docs.js';
import { readBundle } from './load/read-document.js';
import { parseJson, readSource } from './load/read-source.js';

const FORMATS = ['text', 'json', 'markdown', 'changelog', 'github', 'sarif', 'junit'] as const;
/** The verdicts, the worst first. */
const LEVELS = ['breaking', 'unclear', 'compatible'] as const;
const FAIL_ON = [...LEVELS, 'none'] as const;
/** The file of accepted changes, which is read without an option if it exists. */
const ACCEPTED = 'dtospec.accepted.json';

export const diff: Command = {
  usage: '<old> <new> [options], or --base <revision> <document…>',
  help: `Compares two OpenAPI documents of versions 3.0, 3.1 and 3.2. Each change is breaking, with a value that shows it;
compatible; or unclear, with the reason.
A document is a file in JSON or YAML, a file of a git revision (main:openapi.yaml), a URL, or a module that exports docs.
Files that it refers to are read from the same revision. If one cannot be read, the exit code is 3.`,
  options: {
    [`--format <${FORMATS.join('|')}>`]: 'The output format [text]',
    [`--fail-on <${FAIL_ON.join('|')}|share%>`]:
      'Exit with 1 for these changes and worse ones, or for those that concern more than a share of the traffic [breaking]',
    [`--level <${LEVELS.join('|')}>`]: 'Show only these changes and worse ones [compatible]',
    '--traffic <file>': 'A recording of requests: show and rank changes by the share that they concern',
    '--accepted <file>': `A file of accepted changes with reasons [${ACCEPTED}, if it exists]`,
    '--generated-clients': 'Count changes that break only generated clients (operationId) as breaking',
    '--fetch': 'Follow references to URLs of other hosts',
    '--base <revision>':
      'Compare each document with its version in this git revision [the base of the pull request, for one document]',
    '--path <glob>...': 'Compare these paths only, such as "/v1/**"; "!/v1/internal/**" excludes paths',
    '--old-prefix <prefix>': 'A prefix to remove from the paths of the old document before the comparison',
    '--new-prefix <prefix>': 'A prefix to remove from the paths of the new document',
    ...CONFIG_OPTION,
    ...DOCS_OPTIONS,
    '--max-candidates <count>': 'The number of values to try for a changed schema [2000]',
  },
  examples: [
    'main:openapi.yaml openapi.yaml',
    'old.json new.json --format markdown',
    '--base main openapi.yaml --fail-on unclear',
    'main:openapi.yaml openapi.yaml --traffic traffic.json --fail-on 0.1%',
    'v1.yaml v2.yaml --old-prefix /v1 --new-prefix /v2 --path "/users/**"',
  ],
  positionals: [1, 100],
  run: async (documents, options, context) => {
    const { cwd, print, progress } = context;
    const format = choiceOf(options, 'format', FORMATS) ?? 'text';
    const failOn = failOnOf(options);
    const level = choiceOf(options, 'level', LEVELS) ?? 'compatible';
    const rank = await rankerOf(options.traffic, cwd);
    const maxCandidates = countOf(options, 'max-candidates', [1]);
    const pairs = await pairsOf(documents, options.base, cwd);
    const library = await import('../diff/index.js');
    const accepted = await readAccepted(options.accepted, cwd);
    const { rules: verdicts = {} } = (await readConfig(options, cwd)).diff ?? {};
    const paths = listOf(options, 'path');
    const prefixes = prefixesOf(options);
    const isColored = options.format === undefined && process.stdout.isTTY && !process.env.NO_COLOR;
    const reports: LabelledReport[] = [];
    let hasFailure = false;
    for (const [old, current] of pairs) {
      progress?.(`Comparing ${old} with ${current}`);
      const before = await readBundle(old, options, cwd, options.fetch === true);
      const after = await readBundle(current, options, cwd, options.fetch === true);
      const compared = await library.diffDocuments(before, after, {
        accepted,
        verdicts,
        prefixes,
        ...(paths !== undefined && { paths }),
        generatedClients: options['generated-clients'] === true,
        ...(maxCandidates !== undefined && { maxCandidates }),
      });
      const report = rank?.(compared, [before as never, after as never]) ?? compared;
      const shown = ofLevel(report, level);
      const isPlain = format === 'text' || format === 'changelog';
      reports.push({
        document: current,
        report: isPlain ? shown : await locateChanges(shown, [old, current], cwd),
      });
      hasFailure ||= isFailure(report, failOn);
    }
    if (isForCi(format)) {
      const findings = reports.flatMap(({ report }) => findingsOf(report));
      printFindings(findings, format, context);
    } else if (format === 'json') printJson(reports, print);
    else printTexts(reports, context, (report) => library.formatDiff(report, format, { color: isColored }));
    return hasFailure ? EXIT.found : EXIT.done;
  },
};

interface LabelledReport {
  /** The new document. */
  readonly document: string;
  readonly report: DiffReport;
}

/** Returns the report without the changes that are better than a level. */
function ofLevel(report: DiffReport, level: (typeof LEVELS)[number]): DiffReport {
  const verdicts = LEVELS.slice(0, LEVELS.indexOf(level) + 1);
  return { ...report, changes: report.changes.filter(({ verdict }) => verdicts.includes(verdict)) };
}

function printTexts(
  reports: readonly LabelledReport[],
  { print, printRaw }: CommandContext,
  format: (report: DiffReport) => string,
): void {
  for (const { document, report } of reports) {
    if (reports.length > 1) print(`${document}\n`);
    printRaw(format(report));
  }
}

/** Prints one report as an object, and several as a list. */
function printJson(reports: readonly LabelledReport[], print: CommandContext['print']): void {
  const [first, ...others] = reports;
  if (first === undefined) return;
  print(`${JSON.stringify(others.length === 0 ? first.report : reports, null, 2)}\n`);
}

function prefixesOf(options: OptionValues): NonNullable<DiffOptions['prefixes']> {
  const old = options['old-prefix'];
  const current = options['new-prefix'];
  return { ...(typeof old === 'string' && { old }), ...(typeof current === 'string' && { new: current }) };
}

async function pairsOf(
  documents: readonly string[],
  base: OptionValues[string],
  cwd: string,
): Promise<(readonly [string, string])[]> {
  const [old = '', current, ...more] = documents;
  if (base === undefined && current !== undefined) {
    if (more.length > 0)
      throw new UsageError(
        'dtospec diff compares two documents, or any number of them with --base <revision>.',
      );
    return [[old, current]];
  }
  const revision = typeof base === 'string' ? base : await pullRequestBase(cwd);
  return documents.map((document) => [`${revision}:${document}`, document]);
}

const TARGETS = ['GITHUB_BASE_REF', 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME', 'BITBUCKET_PR_DESTINATION_BRANCH'];

/**
 * Returns the commit at which the branch started: from the pull request's target in CI, otherwise from the
 * remote's default branch.
 */
async function pullRequestBase(cwd: string): Promise<string> {
  const target =
    TARGETS.map((name) => process.env[name]).find((branch) => branch !== undefined && branch !== '') ??
    'HEAD';
  const { promisify } = await import('node:util');
  const { execFile } = await import('node:child_process');
  try {
    const { stdout } = await promisify(execFile)('git', ['merge-base', '--', 'HEAD', `origin/${target}`], {
      cwd,
    });
    return stdout.trim();
  } catch (error) {
    throw new InputError(
      `With one document, dtospec diff compares it with the base of the pull request, but git has no common commit with origin/${target}. Name two documents, add --base <revision>, or fetch the branch (actions/checkout with fetch-depth: 0).`,
      { cause: error },
    );
  }
}

function isForCi(format: string): format is 'github' | 'sarif' | 'junit' {
  return ['github', 'sarif', 'junit'].includes(format);
}

async function rankerOf(
  file: OptionValues[string],
  cwd: string,
): Promise<((...parts: RankedPair) => DiffReport) | undefined> {
  if (typeof file !== 'string') return undefined;
  const { rankByTraffic, readTraffic } = await import('./diff-traffic.js');
  const traffic = readTraffic(parseJson(await readSource(file, cwd), file), file);
  return (report, documents) => rankByTraffic(report, documents, traffic);
}

type RankedPair = [report: DiffReport, documents: readonly [OpenApiDocument, OpenApiDocument]];

/** Returns whether a change concerns more than a share of the requests or of the clients, in percent. */
function exceeds({ traffic }: Change, percent: number): boolean {
  if (traffic === undefined) return false;
  const { requests, clients, ofRequests, ofClients } = traffic;
  return requests * 100 > percent * ofRequests || clients * 100 > percent * ofClients;
}

type FailOn = (typeof FAIL_ON)[number] | { readonly percent: number };

function failOnOf(options: OptionValues): FailOn {
  const [, share] = /^(\d+(?:\.\d+)?)%$/.exec(String(options['fail-on'])) ?? [];
  if (share === undefined) return choiceOf(options, 'fail-on', FAIL_ON) ?? 'breaking';
  if (options.traffic === undefined)
    throw new UsageError('--fail-on with a share needs --traffic <file>, a recording of requests.');
  return { percent: Number(share) };
}

function isFailure({ counts, changes }: DiffReport, failOn: FailOn): boolean {
  if (typeof failOn === 'object')
    return changes.some((change) => change.accepted === undefined && exceeds(change, failOn.percent));
  if (failOn === 'none') return false;
  return LEVELS.slice(0, LEVELS.indexOf(failOn) + 1).some((level) => counts[level] > 0);
}

async function readAccepted(file: OptionValues[string], cwd: string): Promise<readonly AcceptedChange[]> {
  const name = typeof file === 'string' ? file : ACCEPTED;
  if (file === undefined && !existsSync(path.resolve(cwd, name))) return [];
  const { readAccepted: read } = await import('../diff/diff.js');
  return read(parseJson(await readSource(name, cwd), name), name);
}
