// jest's reporter that has the documents of all tests checked when the last test is done: together, each once.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPassed, writePassed } from './passed.mjs';
import { createRequire } from 'node:module';

const { startValidators } = createRequire(import.meta.url)('./process.cjs');

const FOLDER = fileURLToPath(new URL('../../../build/documents', import.meta.url));
/** Documents that are worth a second process, which takes a second to start. */
const WORTH_ANOTHER = 100;

export default class DocumentsReporter {
  constructor() {
    this.folder = path.join(FOLDER, `run-${process.pid}`);
    // Workers are started later, with this environment.
    process.env.DTOSPEC_DOCUMENTS = this.folder;
  }

  onRunStart() {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
  }

  async onRunComplete(_contexts, results) {
    try {
      const passed = readPassed();
      const waiting = readdirSync(this.folder).filter((name) => name.endsWith('.json') && !passed.has(name));
      const failures = await this.checkAll(waiting);
      writePassed(waiting.filter((name) => !failures.has(name)));
      // Invalid documents count as failed tests do, in the summary that jest prints and in its report.
      results.numFailedTests += failures.size;
      results.numTotalTests += failures.size;
      for (const failure of failures.values()) console.error(failure);
      if (failures.size > 0) this.error = new Error(`documents that are not valid: ${failures.size}`);
    } finally {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  async checkAll(names) {
    const waiting = [...names];
    const failures = new Map();
    const work = async () => {
      const validator = startValidators();
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const { test, document } = JSON.parse(readFileSync(path.join(this.folder, name), 'utf8'));
        const findings = await validator.ask('findings', document);
        if (findings.length > 0) failures.set(name, describe(test, findings));
      }
      validator.end();
    };
    const processes = Math.min(availableParallelism(), Math.ceil(names.length / WORTH_ANOTHER));
    await Promise.all(Array.from({ length: processes }, work));
    return failures;
  }

  getLastError() {
    return this.error;
  }
}

function describe(test, findings) {
  const lines = findings.map(
    ({ validator, place, rule, message }) => `  ${validator} ${place} [${rule}] ${message}`,
  );
  return `A document of this test is not valid: ${test}\n${lines.join('\n')}`;
}
