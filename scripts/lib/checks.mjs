import { availableParallelism } from 'node:os';
import { bin, run } from './run.mjs';
import { tarball } from './prepare.mjs';

/** What is checked beside the tests. Each counts as one. The slowest come first, so that the last ones fill the gaps. */
const CHECKS = [
  { name: 'lint', script: () => [bin('eslint'), '.'] },
  { name: 'typecheck', script: () => [bin('typescript', 'tsc'), '--noEmit', '-p', 'tsconfig.json'] },
  { name: 'format', script: () => [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  {
    name: 'package (attw)',
    script: () => [bin('@arethetypeswrong/cli', 'attw'), tarball(), '--profile', 'node16'],
  },
  { name: 'package (publint)', script: () => [bin('publint'), '--strict', '--pack', 'npm'] },
];

/** Runs every check, as many at a time as there are processors, and prints what a failed one said. */
export async function runChecks() {
  const waiting = [...CHECKS];
  let failed = 0;
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { code, output } = await run(process.execPath, check.script());
      if (code !== 0) failed += 1;
      console.log(code === 0 ? `ok      ${check.name}` : `FAILED  ${check.name}\n${output}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
  return { passed: CHECKS.length - failed, failed };
}
