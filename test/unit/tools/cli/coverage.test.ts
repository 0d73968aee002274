import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkExchange, SpecCoverage, type CoverageReport } from '../../../../src/tools/testing.js';
import { callCommand } from '../../../support/programs/call-command.js';
import { EXCHANGES, petsDocument } from '../coverage/pets-document.js';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'dtospec-coverage-'));
  const document = petsDocument();
  // Each exchange in a process of its own, as it were.
  for (const exchange of EXCHANGES) {
    const coverage = new SpecCoverage(document);
    await checkExchange(document, exchange, { coverage });
    coverage.write(path.join(folder, 'reports'));
  }
  writeFileSync(path.join(folder, 'other.json'), '{}');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('merges the reports of a folder into one table', async () => {
  const { code, printed, noted } = await callCommand(folder, ['coverage', 'reports']);
  expect([code, noted]).toEqual([0, '']);
  expect(printed).toContain('Pets 1.0.0: 4 exchanges\n');
  expect(printed).toMatch(/GET \/pets +1\/1 +1\/1 +1\/2 +5\/5 +1\/2 +/);
  expect(printed).toMatch(/\nAll +100% +100% +75% +100% +66\.66%\n$/);
});

test('writes a report again with --format json, and a table with --format markdown', async () => {
  const { printed } = await callCommand(folder, ['coverage', 'reports', '--format', 'json']);
  expect((JSON.parse(printed) as CoverageReport).branches).toEqual({
    covered: 16,
    total: 24,
    percent: 66.66,
  });
  writeFileSync(path.join(folder, 'merged.json'), printed);
  const again = await callCommand(folder, ['coverage', 'merged.json', '--format', 'json']);
  expect(again.printed).toBe(printed);
  const markdown = await callCommand(folder, [
    'coverage',
    'merged.json',
    '--format',
    'markdown',
    '--missing',
  ]);
  expect(markdown.printed).toContain('| **All** | **100%** |');
  expect(markdown.printed).toContain('- GET /pets: 200 text/csv');
});

test.each<[string, number, string]>([
  ['--min-operations 100 --min-statuses 100 --min-content-types 75', 0, ''],
  ['--min-branches 66.66 --min-parameters 100', 0, ''],
  ['--min-branches 66.67', 1, 'branches: 66.66 % (16 of 24), below the minimum of 66.67 %.'],
  ['--min-content-types 100', 1, 'contentTypes: 75 % (3 of 4), below the minimum of 100 %.'],
  ['--min-branches many', 2, '--min-branches must be a number from 0 to 100, not "many".'],
  ['--min-branches 101', 2, '--min-branches must be a number'],
  ['--format html', 2, '--format must be one of text, json, markdown, not "html".'],
])('%s ends with %i', async (line, expected, message) => {
  const { code, noted } = await callCommand(folder, ['coverage', 'reports', ...line.split(' ')]);
  expect(code).toBe(expected);
  expect(noted).toContain(message);
});

test.each([
  ['none', 'the file or folder does not exist'],
  ['other.json', 'is not a report of coverage in the format dtospec-coverage/1'],
  ['.', 'is not a report of coverage'],
])('rejects %s', async (place, message) => {
  const { code, noted } = await callCommand(folder, ['coverage', place]);
  expect(code).toBe(3);
  expect(noted).toContain(message);
});
