import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { bin, root, run } from './run.mjs';

const REPORT = 'build/jest.json';

/** Half of the tests' time is waiting for sockets, processes and the page: twice as many workers as cores fill it. */
const WORKERS = 2 * availableParallelism();

/**
 * Runs jest, prints the blocks of tests that were skipped, and returns the numbers of tests that passed, failed and were
 * skipped. CI has every program that the tests use, so there a skipped test counts as failed.
 */
export async function runJest(args) {
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
