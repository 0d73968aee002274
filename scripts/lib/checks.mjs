import { bin, run } from './run.mjs';
import { tarball } from './prepare.mjs';

/** What is checked beside the tests. Each counts as one. */
const CHECKS = [
  // Natively, and with the errors of TypeScript 7, whose types its rules ask for anyway; the build and the declarations
  // are TypeScript 5's.
  {
    name: 'lint and types',
    script: () => [bin('oxlint'), '-c', '.eslintrc.json', '--type-check', '--tsconfig', 'tsconfig.json'],
  },
  // Prettier's form in an eightieth of its processor time.
  { name: 'format', script: () => [bin('oxfmt'), '--check'] },
  {
    name: 'package (attw)',
    script: () => [bin('@arethetypeswrong/cli', 'attw'), tarball(), '--profile', 'strict'],
  },
  { name: 'public API', script: () => ['scripts/report-api.mjs', '--check'] },
  { name: 'errors and diagnostics', script: () => ['scripts/report-errors.mjs', '--check'] },
  { name: 'package (publint)', script: () => [bin('publint'), 'run', tarball(), '--strict'] },
  { name: 'docs (every page, every link)', script: () => ['scripts/docs.mjs', 'check'] },
];

/** Runs one check after the other, beside whatever else runs; resolves to the counts and to what to print. */
export async function runChecks() {
  const lines = [];
  let failed = 0;
  for (const { name, script } of CHECKS) {
    const { code, output } = await run(process.execPath, script());
    if (code !== 0) failed += 1;
    lines.push(code === 0 ? `ok      ${name}` : `FAILED  ${name}\n${output}`);
  }
  return { passed: CHECKS.length - failed, failed, report: lines.join('\n') };
}
