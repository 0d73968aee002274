// What a document costs, beside zod-to-openapi, @nestjs/swagger and one bare pass over the metadata.
// npm run build && npm ci --prefix bench && node bench/document.mjs [rounds] [sizes]
// Processor time of the main thread, in fresh processes, in turns. All classes of a service are different. What the
// contestants built is compared before anything is counted.
import assert from 'node:assert';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf } from './document/content.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [rounds = '7', sizes = '20,100,1000,5000'] = process.argv.slice(2);
const NAMES = {
  dtospec: 'dtospec',
  'zod-to-openapi': 'zod-to-openapi',
  'nestjs-swagger': '@nestjs/swagger',
  'linear-pass': 'one bare pass (the floor)',
};
const CONTESTANTS = Object.keys(NAMES);

await reportBuilds();

async function reportBuilds() {
  const rows = [];
  for (const size of sizes.split(',').filter(Boolean)) {
    await compareContent(size);
    const times = await inTurns(CONTESTANTS, Number(rounds), (name) => runBuild(name, 'time', size));
    const timeOf = (name) => median(times[name].map(({ built }) => built));
    for (const name of CONTESTANTS) {
      const { calls, functions, source } = await runBuild(name, 'calls', size);
      const { allocated } = await runBuild(name, 'memory', size);
      rows.push([
        size,
        NAMES[name],
        spread(
          times[name].map(({ built }) => built),
          0,
        ),
        (timeOf(name) / timeOf('zod-to-openapi')).toFixed(2),
        (timeOf(name) / timeOf('nestjs-swagger')).toFixed(2),
        Math.round(calls / 1000),
        functions,
        Math.round(source / 1000),
        allocated.toFixed(0),
      ]);
    }
  }
  const counts = ['calls, thousands', 'functions', 'their source, KB', 'second build, MB'];
  const ratios = ['by zod-to-openapi', 'by @nestjs/swagger'];
  printTable(['endpoints', '', 'first build, ms', ...ratios, ...counts], rows);
}

/** @returns the results of each contestant, which take turns */
async function inTurns(names, count, measure) {
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < count; round += 1)
    for (const name of names) results[name].push(await measure(name));
  return results;
}

async function compareContent(size) {
  const folder = mkdtempSync(join(tmpdir(), 'dtospec-bench-'));
  const contents = [];
  for (const name of CONTESTANTS) {
    const file = join(folder, `${name}.json`);
    await runBuild(name, 'time', size, file);
    contents.push(contentOf(JSON.parse(readFileSync(file, 'utf8'))));
  }
  rmSync(folder, { recursive: true });
  for (const [index, content] of contents.entries())
    assert.deepStrictEqual(content, contents[0], `${CONTESTANTS[index]} says something else`);
  console.error(`${size} endpoints: the documents say the same`);
}

function runBuild(name, mode, size, ...rest) {
  const young = mode === 'memory' ? ['--min-semi-space-size=2048', '--max-semi-space-size=2048'] : [];
  return run(new URL('./document/run.mjs', import.meta.url), [name, mode, size, ...rest], young);
}

async function run(script, args, flags = []) {
  const child = fork(script, args, { execArgv: ['--expose-gc', ...flags] });
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${script} ${args} ended with ${code}`))),
  ]);
  await (child.exitCode === null ? once(child, 'exit') : undefined);
  return result;
}
