// `npm test`: from a fresh clone to every check. The last line is the sum: `N passed, N failed, N skipped`.
// `npm run test:all` is the same with the tests of `lib/only-in-all.mjs`.
// `npm test -- src/webhooks` runs the tests of one folder, and lint and format of it.
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { PACKAGES } from './lib/entry-points.mjs';
import { install, installForTests } from './lib/install.mjs';
import { changedSince, leaveOut, onlyInAll } from './lib/only-in-all.mjs';
import { ownTests } from './lib/own-tests.mjs';
import { buildAndPack, keepAsBuilt, tarball } from './lib/prepare.mjs';
import { bin, root, run } from './lib/run.mjs';

/** Checks of the sources: of all, or of the places that are named. */
const sourceChecks = (...places) => [
  // Natively, and with the errors of TypeScript 7, whose types its rules ask for anyway; the build and the declarations
  // are TypeScript 5's.
  {
    name: 'lint and types',
    script: () => [
      bin('oxlint'),
      ...['-c', '.eslintrc.json', '--type-check', '--tsconfig', 'tsconfig.json', ...places],
    ],
  },
  // Prettier's form in an eightieth of its processor time.
  { name: 'format', script: () => [bin('oxfmt'), '--check', ...places] },
];

/** What is checked beside the tests. Each counts as one. */
const CHECKS = [
  ...sourceChecks(),
  { name: 'entry points', script: () => ['scripts/report-entries.mjs', '--check'] },
  { name: 'sizes', script: () => ['scripts/report-sizes.mjs', '--check'] },
  { name: 'public API', script: () => ['scripts/report-api.mjs', '--check'] },
  { name: 'errors and diagnostics', script: () => ['scripts/report-errors.mjs', '--check'] },
  ...Object.keys(PACKAGES).flatMap((name) => [
    {
      name: `${name} (attw)`,
      script: () => [bin('@arethetypeswrong/cli', 'attw'), tarball(name), '--profile', 'strict'],
    },
    { name: `${name} (publint)`, script: () => [bin('publint'), 'run', tarball(name), '--strict'] },
  ]),
  { name: 'docs (every page, every link)', script: () => ['scripts/docs.mjs', 'check'] },
];

const REPORT = 'build/jest.json';

/** Half of the tests' time is waiting for sockets, processes and the page: twice as many workers as cores fill it. */
const WORKERS = 2 * availableParallelism();

const isAll = process.argv.includes('--all');
const selection = process.argv.slice(2).filter((argument) => argument !== '--all');
const isWhole = selection.length === 0;
const sources = ownTests(selection);
/** CI sets the revision, so that a change of what these tests are about runs them. */
const leftOut = onlyInAll(changedSince(process.env.DTOSPEC_CHANGED_SINCE));

// Needs nothing of the rest, and is done before the tests that ask for it: npm and the build use one core each.
const installed = isWhole ? installForTests(isAll) : undefined;
await install();
if (sources === undefined) {
  await buildAndPack();
  keepAsBuilt();
} else {
  console.log(`Tests of ${sources.places.join(', ')}: ${sources.own.join(', ')}`);
}

// Many tests wait for sockets and processes: meanwhile the cores have something to do.
const [checks, tests] = await Promise.all([
  runChecks(sources === undefined ? CHECKS : sourceChecks(...sources.places, ...sources.own)),
  runJest(sources?.own ?? (isWhole && !isAll ? leaveOut(leftOut) : selection)),
  installed,
]);
console.log(`\n${checks.report}`);
if (sources !== undefined && sources.beside.length > 0)
  console.log(`Its slower tests: npx jest ${sources.beside.join(' ')}`);
if (isWhole && !isAll)
  for (const [place, what] of leftOut) console.log(`only in npm run test:all: ${what} (${place})`);
const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
process.exitCode = failed === 0 ? 0 : 1;
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
console.log(`${passed} passed, ${failed} failed${skipped}`);

/** Runs one check after the other, beside whatever else runs; resolves to the counts and to what to print. */
async function runChecks(checks) {
  const lines = [];
  let failed = 0;
  for (const { name, script } of checks) {
    const { code, output } = await run(process.execPath, script());
    if (code !== 0) failed += 1;
    lines.push(code === 0 ? `ok      ${name}` : `FAILED  ${name}\n${output}`);
  }
  return { passed: checks.length - failed, failed, report: lines.join('\n') };
}

/**
 * Runs jest, prints the blocks of tests that were skipped, and returns the numbers of tests that passed, failed and were
 * skipped. CI has every program that the tests use, so there a skipped test counts as failed.
 */
async function runJest(args) {
  rmSync(path.join(root, REPORT), { force: true });
  const options = [`--maxWorkers=${WORKERS}`, '--json', `--outputFile=${REPORT}`];
  const { code } = await run(process.execPath, [bin('jest'), ...options, ...args], { shown: true });
  const report = readReport();
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  for (const [name, count] of skippedBlocks(report)) console.log(`skipped ${name} (${count})`);
  // A file that does not even load has no tests that could fail.
  const { numFailedTests, numRuntimeErrorTestSuites, numPassedTests: passed, numPendingTests } = report;
  const isCI = process.env.CI === 'true';
  const failed = numFailedTests + numRuntimeErrorTestSuites + (isCI ? numPendingTests : 0);
  return {
    passed,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: isCI ? 0 : numPendingTests,
  };
}

function readReport() {
  try {
    return JSON.parse(readFileSync(path.join(root, REPORT), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The number of skipped tests of each file's top-level blocks, by file and block. */
function skippedBlocks({ testResults }) {
  const blocks = new Map();
  for (const { name: file, assertionResults } of testResults)
    for (const { status, ancestorTitles, title } of assertionResults) {
      if (status !== 'pending') continue;
      const name = `${path.relative(root, file)}: ${ancestorTitles[0] ?? title}`;
      blocks.set(name, (blocks.get(name) ?? 0) + 1);
    }
  return blocks;
}
