// What a signed message costs its sender: processor time, and memory while it waits, beside undici's Pool with a signature of its
// own. Each side has a process of its own, the receiver another; both keep as many connections as sends at once.
// npm run build && node bench/sender.mjs [sends] [rounds] [waiting messages]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { processesOf, tell } from './lib/processes.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [sends = 3_000, rounds = 11, waiting = 10_000] = process.argv.slice(2).map(Number);
const SIDES = ['undici', 'dtospec'];
const WARM_UP = 4;
const script = (name) => new URL(`./sender/${name}.mjs`, import.meta.url);

const receiver = fork(script('receiver'));
const [port] = await once(receiver, 'message');
const url = `http://127.0.0.1:${port}/hook`;
const processes = processesOf(script('side'), true, { execArgv: ['--expose-gc'] });
const rows = [];

for (const atOnce of [16, 128]) {
  const children = {};
  for (const side of SIDES)
    ({ child: children[side] } = await processes.begin('open', { side, url, atOnce }));
  for (const side of SIDES)
    for (let round = 0; round < WARM_UP; round += 1) await tell(children[side], ['send', sends]);
  const turns = [];
  for (let round = 0; round < rounds; round += 1) {
    const turn = {};
    // Who goes first changes: a machine is never the same for all.
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed())
      turn[side] = await tell(children[side], ['send', sends]);
    turns.push(turn);
  }
  const bytes = {};
  for (const side of SIDES) bytes[side] = await waitingBytes(children[side]);
  for (const child of Object.values(children)) await processes.end(child);
  rows.push([
    atOnce,
    ...SIDES.map((side) => `${median(turns.map((turn) => turn[side])).toFixed(0)} µs`),
    spread(turns.map(({ undici, dtospec }) => dtospec / undici)),
    ...SIDES.map((side) => `${(bytes[side] / 1_024).toFixed(1)} KB`),
  ]);
}
printTable(['at once', 'undici', 'dtospec', 'ratio', 'waiting: undici', 'waiting: dtospec'], rows);
receiver.disconnect();

/** The memory of messages that wait while the receiver answers none. */
async function waitingBytes(child) {
  await tell(receiver, 'hold');
  const bytes = await tell(child, ['wait', waiting]);
  await tell(receiver, 'answer');
  await tell(child, ['end']);
  return bytes;
}
