// How fast a backlog is delivered by real, signed POSTs: each engine beside the library or the database that it is made of,
// with the same POSTs, as many at once, on the same server.
// npm run build && node bench/queueing.mjs [deliveries] [rounds] [deliveries of the large backlog]
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { deliveriesTo, drain, measure as measureWork } from './queueing/deliveries.mjs';
import { STORES } from './queueing/stores.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [count = 2_000, rounds = 5, large = 0] = process.argv.slice(2).map(Number);

/** 16 at once to an origin, and 64 in all, are the notifier's defaults. */
const BACKLOGS = [
  { name: 'one origin', origins: 1, concurrency: 16 },
  { name: '200 origins', origins: 200, concurrency: 64 },
  { name: 'one key of orderBy', origins: 1, concurrency: 1, orderBy: () => 'one' },
];

const receivers = spawn(process.execPath, ['bench/queueing/receivers.mjs', '200'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const [line] = await once(receivers.stdout, 'data');
const ports = JSON.parse(line);

let queues = 0;

async function measure(store, running, { origins, concurrency, orderBy }) {
  const turns = [];
  for (let round = 0; round < rounds; round += 1) {
    const deliveries = deliveriesTo(ports.slice(0, origins), count);
    await deliveries.open();
    queues += 1;
    const bare = await store.bare(running, `bare-${queues}`);
    await bare.add(await deliveries.texts());
    const { seconds } = await measureWork(() => bare.drain(count, deliveries.post, concurrency));
    await bare.close();
    const notifier = await deliveries.send(await store.open(running, `engine-${queues}`), orderBy);
    turns.push({ bare: seconds, engine: (await measureWork(() => drain(notifier, count))).seconds });
    await notifier.stop();
    deliveries.close();
  }
  return [
    `${Math.round(count / median(turns.map(({ bare }) => bare)))}/s`,
    `${Math.round(count / median(turns.map(({ engine }) => engine)))}/s`,
    spread(turns.map(({ bare, engine }) => bare / engine)),
  ];
}

/** Each in a process of its own, for its memory. */
async function measureLarge(name) {
  const one = async (what) => {
    const args = ['bench/queueing/large.mjs', name, what, String(large), JSON.stringify(ports)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout);
  };
  const [bare, engine] = [await one('bare'), await one('engine')];
  const show = ({ seconds, megabytes }) => `${Math.round(seconds)} s, ${megabytes} MB`;
  return [show(bare), show(engine), (bare.seconds / engine.seconds).toFixed(2)];
}

for (const [name, store] of Object.entries(STORES)) {
  if (!store.isInstalled()) {
    console.log(`${name} was not measured: what it needs is not installed here.\n`);
    continue;
  }
  const running = await store.start();
  const rows = [];
  for (const backlog of BACKLOGS.filter(({ orderBy }) => !orderBy || store.orders))
    rows.push([backlog.name, ...(await measure(store, running, backlog))]);
  await running.stop();
  if (large > 0) rows.push([`${large} for 200 origins`, ...(await measureLarge(name))]);
  printTable(['a backlog for', store.beside, name, 'ratio'], rows);
}
receivers.stdin.end();
