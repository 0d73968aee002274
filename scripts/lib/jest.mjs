import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bin, root, run } from './run.mjs';

const REPORT = 'build/jest.json';

/** Runs jest and counts; says which tests were skipped. */
export async function runJest(args) {
  rmSync(path.join(root, REPORT), { force: true });
  const { code } = await run(process.execPath, [bin('jest'), '--json', `--outputFile=${REPORT}`, ...args], {
    shown: true,
  });
  const report = readReport();
  if (report === undefined) return { passed: 0, failed: 1 };
  for (const name of skipped(report)) console.log(`skipped ${name}`);
  // A file that does not even load has no tests that could fail.
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
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
