import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { bin, root, run } from './run.mjs';

const REPORT = 'build/jest.json';

/** Half of the tests' time is waiting for sockets, processes and the page: twice as many workers as cores fill it. */
const WORKERS = 2 * availableParallelism();

/**
 * Runs jest on all cores (of itself it leaves one free) and counts; says which tests were skipped. CI has all that the
 * tests can use: there a skipped test is a failure.
 */
export async function runJest(args) {
  rmSync(path.join(root, REPORT), { force: true });
  const options = [`--maxWorkers=${WORKERS}`, '--json', `--outputFile=${REPORT}`];
  const { code } = await run(process.execPath, [bin('jest'), ...options, ...args], { shown: true });
  const report = readReport();
  if (report === undefined) return { passed: 0, failed: 1 };
  const lacking = skipped(report);
  for (const name of lacking) console.log(`skipped ${name}`);
  // A file that does not even load has no tests that could fail.
  const { numFailedTests, numRuntimeErrorTestSuites } = report;
  const failed =
    numFailedTests + numRuntimeErrorTestSuites + (process.env.CI === 'true' ? lacking.length : 0);
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport() {
  try {
    return JSON.parse(readFileSync(path.join(root, REPORT), 'utf8'));
  } catch {
    return undefined;
  }
}

function skipped({ testResults }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'pending')
    .map(({ fullName }) => fullName);
}
