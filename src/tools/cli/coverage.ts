import path from 'node:path';
import { coverageMarkdown, describeCoverage } from '../coverage/describe-coverage.js';
import { readCoverage, coverageShortfalls } from '../coverage/merge.js';
import type { CoverageMeasure, CoverageReport } from '../coverage/types.js';
import { choiceOf, type Command, EXIT, numberOf, type OptionValues } from './command.js';

const FORMATS: Readonly<Record<string, (report: CoverageReport, missing: boolean) => string>> = {
  text: (report, missing) => describeCoverage(report, { missing }),
  json: (report) => JSON.stringify(report, null, 2),
  markdown: (report, missing) => coverageMarkdown(report, { missing }),
};

const LEAST: Readonly<Record<string, readonly [CoverageMeasure, what: string]>> = {
  'min-operations': ['operations', 'operations that were called'],
  'min-statuses': ['statuses', 'documented responses that occurred'],
  'min-content-types': ['contentTypes', 'media types of requests and responses'],
  'min-parameters': ['parameters', 'parameters, present and absent'],
  'min-branches': ['branches', 'branches of schemas'],
};

export const coverage: Command = {
  usage: '<report|folder...> [options]',
  help: `Reports which parts of a document the tests exercised: operations, responses, media types, parameters, and branches of schemas.
Tests write the reports with SpecCoverage of dtospec-tools/testing, and this command merges them. With a --min-… option, the exit
code is 1 below that percentage.`,
  options: {
    [`--format <${Object.keys(FORMATS).join('|')}>`]: 'The output format [text]',
    '--missing': 'List each point that was not exercised',
    ...Object.fromEntries(
      Object.entries(LEAST).map(([name, [, what]]) => [
        `--${name} <percent>`,
        `The minimum percentage of ${what}`,
      ]),
    ),
  },
  examples: ['api-coverage', 'api-coverage --min-operations 100 --missing', 'api-coverage --format markdown'],
  positionals: [1, Infinity],
  run: async (places, options, { cwd, print, note }) => {
    const format = choiceOf(options, 'format', Object.keys(FORMATS)) ?? 'text';
    const thresholds = thresholdsOf(options);
    const report = await readCoverage(places.map((place) => path.resolve(cwd, place)));
    print(`${FORMATS[format]?.(report, options.missing === true) ?? ''}\n`);
    const shortfalls = coverageShortfalls(report, thresholds);
    for (const shortfall of shortfalls) note(`${shortfall}\n`);
    return shortfalls.length > 0 ? EXIT.found : EXIT.done;
  },
};

function thresholdsOf(options: OptionValues): Partial<Record<CoverageMeasure, number>> {
  return Object.fromEntries(
    Object.entries(LEAST).flatMap(([name, [measure]]) => {
      const least = numberOf(options, name, [0, 100]);
      return least === undefined ? [] : [[measure, least] as const];
    }),
  );
}
