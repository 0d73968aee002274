// What a durable engine costs beyond its store: deliveries that are stored, and stored, attempted by an empty handler and
// settled. SQLite's beside bare statements with the same text, 500 to a transaction, on the same settings; BullMQ's beside
// BullMQ itself with an empty handler, on the same server.
// npm run build && node bench/queueing.mjs [deliveries] [rounds] [deliveries on PostgreSQL]
import { runBullMq, STORES } from './queueing/bullmq.mjs';
import { runSqlite } from './queueing/sqlite.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [count = 5_000, rounds = 7, countOnPostgres = Math.ceil(count / 5)] = process.argv.slice(2).map(Number);

async function inTurns(count, run) {
  const turns = [];
  for (let round = 0; round < rounds; round += 1) turns.push(await run(count));
  return ['to store', 'to attempt and settle'].map((name, half) => [
    name,
    `${Math.round(count / median(turns.map(({ bare }) => bare[half])))}/s`,
    `${Math.round(count / median(turns.map(({ engine }) => engine[half])))}/s`,
    spread(turns.map(({ bare, engine }) => bare[half] / engine[half])),
  ]);
}

printTable(['', 'bare SQLite', 'dtospec/sqlite', 'ratio'], await inTurns(count, runSqlite));
for (const [name, { isInstalled, start, connect }] of Object.entries(STORES)) {
  if (!process.env.CI && !isInstalled()) {
    console.log(`${name} was not measured: it is not installed here.\n`);
    continue;
  }
  const store = await start();
  const connected = connect(store.port);
  const rows = await inTurns(name === 'Redis' ? count : countOnPostgres, (count) =>
    runBullMq(connected, count),
  );
  printTable([`on ${name}`, 'BullMQ, empty handler', 'dtospec/bullmq', 'ratio'], rows);
  await store.stop();
}
