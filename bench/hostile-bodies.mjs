// How long bodies that are made to be expensive hold the event loop.
// node bench/hostile-bodies.mjs [rounds]
// Beside JSON.parse, plainToInstance and validate, for the bodies that the default limits let through: the others would
// hold it for seconds. The longest time between two turns of the loop counts.
import { build } from 'esbuild';
import { median, printTable } from './lib/report.mjs';

const [rounds = 9] = process.argv.slice(2).map(Number);

await build({
  entryPoints: ['bench/hostile-cases.ts'],
  outfile: 'build/bench/hostile-cases.mjs',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const { ask, byHand, cases } = await import('../build/bench/hostile-cases.mjs');

const rows = [];
for (const one of cases) {
  const ours = [];
  const theirs = [];
  let status = 0;
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await held(async () => (status = await ask(one))));
    const isLet = status === 200 || (status === 400 && one.body.length < 200_000);
    if (isLet && one.contentType === 'application/json') theirs.push(await held(() => byHand(one)));
  }
  const by = theirs.length === 0 ? '' : `${median(theirs).toFixed(0)} ms`;
  rows.push([
    one.name,
    `${Math.round(one.body.length / 1000)} kB`,
    status,
    `${median(ours).toFixed(0)} ms`,
    by,
  ]);
}
printTable(['', 'body', 'answer', 'holds the event loop', 'by hand'], rows);

/** @returns the longest time between two turns of the event loop while something runs, in milliseconds */
async function held(run) {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  await new Promise(setImmediate);
  isOver = true;
  return longest;
}
