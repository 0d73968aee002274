// How long a document takes to build, beside @nestjs/swagger, zod-to-openapi and one bare pass over the metadata.
// npm run build && npm ci --prefix bench && node bench/document.mjs [rounds] [sizes]
// Each build is cold, in a process of its own, and counted in JSON.stringify of the same document in the same process.
// What the contestants built is compared before anything is counted. Classes are alike, or all different (varied).
import assert from 'node:assert';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf } from './document/content.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [rounds = '5', sizes = '100,1000,5000'] = process.argv.slice(2);
const CONTESTANTS = ['dtospec', 'nestjs-swagger', 'zod-to-openapi', 'linear-pass'];
const KINDS = ['alike', 'varied'];
const NAMES = { 'nestjs-swagger': '@nestjs/swagger', 'linear-pass': 'one bare pass (the floor)' };

const folder = mkdtempSync(join(tmpdir(), 'dtospec-bench-'));
const rows = [];
for (const [kind, size] of KINDS.flatMap((kind) => sizes.split(',').map((size) => [kind, Number(size)]))) {
  const first = await compareContent(kind, size);
  const results = Object.fromEntries(CONTESTANTS.map((name, index) => [name, [first[index]]]));
  for (let round = 1; round < Number(rounds); round += 1)
    for (const name of CONTESTANTS) results[name].push(await run(name, kind, size));
  const builtBy = (name) => median(results[name].map(({ built }) => built));
  for (const [name, all] of Object.entries(results)) {
    const over = (key) => all.map((one) => one[key] / one.stringified);
    rows.push([
      kind,
      size,
      NAMES[name] ?? name,
      spread(over('built'), 1),
      `${median(all.map(({ built }) => built)).toFixed(0)} ms`,
      (builtBy(name) / builtBy('zod-to-openapi')).toFixed(2),
      (builtBy(name) / builtBy('nestjs-swagger')).toFixed(2),
      (median(all.map(({ peak }) => peak)) / median(all.map(({ heap }) => heap))).toFixed(1),
    ]);
  }
}
rmSync(folder, { recursive: true });
printTable(
  [
    'classes',
    'endpoints',
    '',
    'build by JSON.stringify',
    'build',
    'by zod-to-openapi',
    'by @nestjs/swagger',
    'peak memory by the document',
  ],
  rows,
);

/** @returns of each contestant the first of its results */
async function compareContent(kind, size) {
  const results = [];
  const contents = [];
  for (const name of CONTESTANTS) {
    const file = join(folder, `${name}.json`);
    results.push(await run(name, kind, size, file));
    contents.push(contentOf(JSON.parse(readFileSync(file, 'utf8'))));
  }
  for (const [index, content] of contents.entries())
    assert.deepStrictEqual(content, contents[0], `${CONTESTANTS[index]} says something else`);
  console.error(`${size} endpoints, ${kind} classes: the documents say the same`);
  return results;
}

async function run(name, kind, size, file) {
  const script = new URL('./document/run.mjs', import.meta.url);
  const args = [name, kind, String(size), ...(file === undefined ? [] : [file])];
  const child = fork(script, args, { execArgv: ['--expose-gc'] });
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
  ]);
  await (child.exitCode === null ? once(child, 'exit') : undefined);
  return result;
}
