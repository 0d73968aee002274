// Compares the documents of two versions of the source, to prove that a change of the core keeps them byte for byte.
// It records each document that the tests build, in OpenAPI 3.0, 3.1 and 3.2, with its diagnostics and its YAML. One of
// the tests uses `dist`: run `npm run build` before each recording.
//   node scripts/record-documents.mjs build/before          before the change: a minute or two
//   node scripts/record-documents.mjs build/after           after it
//   node scripts/record-documents.mjs build/before build/after --compare
// More arguments are files and folders of tests, in place of all those that build documents. Tests that count calls
// may fail while documents are recorded; the exit code ignores them. `--compare` prints the first difference of each
// document and exits with 1 if there is one.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bin, root, run } from './lib/run.mjs';

const BUILDERS = `
  test/unit/documents test/unit/decorators test/unit/docs test/unit/nest test/unit/operations test/unit/page
  test/unit/adapters test/unit/tools test/law/corpus test/law/documents test/law/mapped-types
  test/law/request-and-response test/law/operations test/seed test/package/large-service`
  .trim()
  .split(/\s+/);

const isComparison = process.argv.includes('--compare');
const [folder, ...others] = process.argv.slice(2).filter((argument) => argument !== '--compare');
if (isComparison) compare(folder, others[0]);
else await record(path.resolve(folder), others);

async function record(into, tests) {
  rmSync(into, { recursive: true, force: true });
  const jest = [bin('jest'), '--maxWorkers=1', ...(tests.length > 0 ? tests : BUILDERS)];
  await run(process.execPath, jest, { shown: true, env: { DTOSPEC_RECORD: into } });
  const files = filesOf(into);
  const count = files.reduce((sum, file) => sum + linesOf(into, file).length, 0);
  console.log(`${count} documents of ${files.length} test files in ${path.relative(root, into)}`);
}

function compare(before, after) {
  let differences = 0;
  const files = [...new Set([...filesOf(before), ...filesOf(after)])].sort();
  for (const file of files) {
    const [old, current] = [linesOf(before, file), linesOf(after, file)];
    for (let index = 0; index < Math.max(old.length, current.length); index += 1) {
      if (old[index] === current[index]) continue;
      differences += 1;
      console.log(`${file}: ${differenceOf(old[index], current[index])}`);
    }
  }
  console.log(`${differences} documents differ`);
  process.exitCode = differences === 0 ? 0 : 1;
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.jsonl'));
}

function linesOf(folder, file) {
  const whole = path.join(folder, file);
  return existsSync(whole) ? readFileSync(whole, 'utf8').trimEnd().split('\n') : [];
}

function differenceOf(before, after) {
  if (before === undefined || after === undefined)
    return `${before === undefined ? 'only after' : 'only before'}: ${(before ?? after).slice(0, 200)}`;
  const old = JSON.parse(before);
  const [place, left, right] = firstDifference(old, JSON.parse(after), '');
  const show = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 300);
  return `${old.test} (${old.openapi ?? 'as emitted'})\n  ${place}\n  before ${show(left)}\n  after  ${show(right)}`;
}

function firstDifference(before, after, place) {
  const areObjects = [before, after].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects) return [place, before, after];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const name = names.find((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  if (name !== undefined) return firstDifference(before[name], after[name], `${place}/${name}`);
  return [`${place} (order of members)`, Object.keys(before), Object.keys(after)];
}
