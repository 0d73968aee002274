// Measures the rules against class-validator and writes docs/precision.md, and
// the table of all rules into test/law/rules/precision.md: node scripts/report-rules.mjs [runs] [seed]
import { fileURLToPath } from 'node:url';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { writeFormatted } from './lib/run.mjs';

const [runs = '1000', seed = '20260101'] = process.argv.slice(2);
// Inside the repository, so that the packages left outside the bundle are found.
const outfile = fileURLToPath(new URL('../build/report-rules.cjs', import.meta.url));
await mkdir(new URL('../build/', import.meta.url), { recursive: true });
await build({
  entryPoints: [fileURLToPath(new URL('../test/law/rules/report.ts', import.meta.url))],
  bundle: true,
  platform: 'node',
  packages: 'external',
  outfile,
});
const require = createRequire(import.meta.url);
require('reflect-metadata');
const { reportRules } = require(outfile);

const { page, table } = reportRules(Number(runs), Number(seed));
await writeFormatted(fileURLToPath(new URL('../docs/precision.md', import.meta.url)), page);
await writeFormatted(fileURLToPath(new URL('../test/law/rules/precision.md', import.meta.url)), table);
