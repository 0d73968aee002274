// How fast a backlog is delivered by real, signed POSTs, and at which processor time: each engine beside what a team would write
// on the same library or database without dtospec (undici's Pool, its own signature, batches where the library has them).
// Each side has a process of its own that only drains; another has filled the queue, the receivers have a third.
// npm run build && npm ci --prefix bench && node bench/queueing.mjs [rounds] [cold backlog] [long backlog] [hosts] [engines]
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { STORES } from './queueing/stores.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [rounds = 3, cold = 3_000, long = 10_000, hosts = 1_000] = process.argv.slice(2, 6).map(Number);
/** Names of engines, such as `sqlite,bullmq`; all without it. */
const wanted = process.argv[6]?.split(',').map((name) => `dtospec/${name}`);
const FEW_HOSTS = Math.min(16, hosts);
const SIDES = ['plain', 'dtospec'];

/** 16 at once to an origin, and 64 in all, are the notifier's defaults. */
const BACKLOGS = [
  { name: `${cold} for one host, cold`, count: cold, hosts: 1, atOnce: 16 },
  { name: `${long} for ${FEW_HOSTS} hosts`, count: long, hosts: FEW_HOSTS, atOnce: 64 },
  { name: `${long} for ${hosts} hosts`, count: long, hosts, atOnce: 64 },
];

const script = (name) => new URL(`./queueing/${name}.mjs`, import.meta.url).pathname;
const receivers = fork(script('receivers'), [String(hosts)]);
const [ports] = await once(receivers, 'message');

async function received() {
  receivers.send('count');
  const [count] = await once(receivers, 'message');
  return count;
}

let queues = 0;

/** @returns seconds, microseconds of the processor for each, and megabytes of the process that drained */
async function measure(name, side, location, { count, hosts: asked, atOnce }) {
  queues += 1;
  const setup = { name, side, location, queue: `queue-${queues}`, count, atOnce };
  const run = async (what) => {
    const given = JSON.stringify({ ...setup, what, ports: ports.slice(0, asked) });
    const { stdout } = await promisify(execFile)(process.execPath, [script('side'), given]);
    return JSON.parse(stdout);
  };
  await run('fill');
  await received();
  const drained = await run('drain');
  const arrived = await received();
  if (arrived !== count) throw new Error(`${side} of ${name}: ${arrived} of ${count} arrived`);
  return drained;
}

for (const [name, store] of Object.entries(STORES)) {
  if (wanted && !wanted.includes(name)) continue;
  if (!store.isInstalled()) {
    console.log(`${name} was not measured: what it needs is not installed here.\n`);
    continue;
  }
  const running = await store.start();
  const rows = [];
  for (const backlog of BACKLOGS.filter(({ count }) => count > 0)) {
    const turns = [];
    for (let round = 0; round < rounds; round += 1) {
      const turn = {};
      // Who goes first changes: a machine is never the same for all.
      for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed())
        turn[side] = await measure(name, side, running.location, backlog);
      turns.push(turn);
    }
    const of = (side, what) => median(turns.map((turn) => turn[side][what]));
    const show = (side) =>
      `${Math.round(backlog.count / of(side, 'seconds'))}/s, ${of(side, 'cpu').toFixed(0)} µs`;
    rows.push([
      backlog.name,
      ...SIDES.map(show),
      spread(turns.map(({ plain, dtospec }) => plain.cpu / dtospec.cpu)),
      spread(turns.map(({ plain, dtospec }) => plain.seconds / dtospec.seconds)),
      SIDES.map((side) => of(side, 'megabytes')).join(' and '),
    ]);
  }
  await running.stop();
  printTable(['a backlog of', store.plain, name, 'ratio of processor time', 'ratio of rates', 'MB'], rows);
}
receivers.disconnect();
