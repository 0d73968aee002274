// jest's reporter that says at the end which files took most processor time: their own and that of what they started.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SHOWN = 20;
/** One or two files need no table. */
const FEW = 3;

export default class CostReporter {
  constructor() {
    this.file = path.join(ROOT, 'build', `costs-${process.pid}.jsonl`);
    // Workers are started later, with this environment.
    process.env.DTOSPEC_COSTS = this.file;
  }

  onRunStart() {
    mkdirSync(path.dirname(this.file), { recursive: true });
    rmSync(this.file, { force: true });
  }

  onRunComplete() {
    const costs = this.read().sort((a, b) => b.seconds - a.seconds);
    rmSync(this.file, { force: true });
    if (costs.length < FEW) return;
    const total = costs.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(`\nProcessor time: ${total.toFixed(0)} s in ${costs.length} files; the costliest:`);
    for (const { file, seconds } of costs.slice(0, SHOWN))
      console.log(`${seconds.toFixed(1).padStart(6)} s  ${path.relative(ROOT, file)}`);
  }

  read() {
    try {
      return readFileSync(this.file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    } catch (error) {
      // No file ran to its end.
      if (error.code === 'ENOENT') return [];
      throw error;
    }
  }
}
