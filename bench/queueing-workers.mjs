// One queue on Redis, and one on PostgreSQL, with 1, 2 and 4 processes that work on it: how fast a backlog is sent, at which processor
// time, and how long a small tenant waits whose messages were queued after those of a big and of a slow one.
// npm run build && npm ci --prefix bench && node bench/queueing-workers.mjs [rounds] [backlog] [hosts] [processes] [engines]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { STORES } from './queueing/stores.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [rounds = 3, backlog = 10_000, hosts = 16] = process.argv.slice(2, 5).map(Number);
const PROCESSES = (process.argv[5] ?? '1,2,4').split(',').map(Number);
const wanted = (process.argv[6] ?? 'bullmq,postgres').split(',');
/** Milliseconds that the slow tenant takes for each response. */
const SLOW = 500;
const SMALL = 20;

const script = (name) => new URL(`./queueing/${name}.mjs`, import.meta.url).pathname;
let queues = 0;

/** @returns seconds until the watched messages have arrived, what each process did, and how many messages came twice */
async function measure(name, location, processes, fill, watched) {
  const receivers = fork(script('counting-receivers'), [String(hosts), String(fill.length > 1 ? SLOW : 0)]);
  const [ports] = await once(receivers, 'message');
  queues += 1;
  const setup = { name, location, queue: `queue-${queues}`, ports };
  const open = (more) => fork(script('worker'), [JSON.stringify({ ...setup, ...more })]);
  await once(open({ fill: fill.map(({ at, count }) => ({ count, ports: at(ports) })) }), 'exit');
  const workers = Array.from({ length: processes }, () => open({}));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const began = Date.now();
  for (const worker of workers) worker.send('start');
  const arrived = async ({ at, count }) => {
    receivers.send([count, at(ports)]);
    return (await once(receivers, 'message'))[0];
  };
  const { at } = await arrived(watched);
  const count = fill.reduce((sum, one) => sum + one.count, 0);
  await arrived({ at: () => ports, count });
  await pause(500); // for messages that arrive twice
  const { repeated } = await arrived({ at: () => ports, count });
  const done = workers.map(async (worker) => {
    worker.send('end');
    return (await once(worker, 'message'))[0];
  });
  const exits = workers.map((worker) => once(worker, 'exit'));
  const each = await Promise.all(done);
  await Promise.all(exits);
  receivers.disconnect();
  return {
    seconds: (at - began) / 1_000,
    cpu: each.reduce((sum, { cpu }) => sum + cpu, 0) / count,
    each,
    repeated,
  };
}

const first = (ports) => ports.slice(0, 1);
const second = (ports) => ports.slice(1, 2);
const third = (ports) => ports.slice(2, 3);
const everyone = { at: (ports) => ports, count: backlog };
const small = { at: third, count: SMALL };
const others = [
  { at: first, count: Math.ceil(backlog / 100) },
  { at: second, count: Math.ceil(backlog / 2) },
];

async function measureProcesses(name, location, processes) {
  const turns = [];
  for (let round = 0; round < rounds; round += 1) {
    const all = await measure(name, location, processes, [everyone], everyone);
    const alone = await measure(name, location, processes, [small], small);
    const beside = await measure(name, location, processes, [...others, small], small);
    turns.push({ all, alone, beside });
  }
  const sum = (count) =>
    turns.reduce((total, { all, alone, beside }) => total + count(all) + count(alone) + count(beside), 0);
  const least = turns.map(({ all }) => (Math.min(...all.each.map(({ sent }) => sent)) / backlog) * 100);
  return [
    processes,
    spread(
      turns.map(({ all }) => backlog / all.seconds),
      0,
    ),
    `${median(turns.map(({ all }) => all.cpu)).toFixed(0)} µs`,
    `${median(least).toFixed(0)} %`,
    spread(
      turns.map(({ alone }) => alone.seconds * 1_000),
      0,
    ),
    spread(
      turns.map(({ beside }) => beside.seconds * 1_000),
      0,
    ),
    sum(({ repeated }) => repeated),
  ];
}

for (const [name, store] of Object.entries(STORES)) {
  if (!wanted.includes(name.replace('dtospec/', ''))) continue;
  if (!store.isInstalled()) {
    console.log(`${name} was not measured: what it needs is not installed here.\n`);
    continue;
  }
  const running = await store.start();
  const rows = [];
  for (const processes of PROCESSES) rows.push(await measureProcesses(name, running.location, processes));
  await running.stop();
  const head = [
    `processes on ${name}`,
    'sent a second',
    'processor time for each',
    'share of the idlest',
    `${SMALL} messages alone, ms`,
    'beside a big and a slow tenant, ms',
    'sent twice',
  ];
  printTable(head, rows);
}
