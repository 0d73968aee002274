// One side of a store: fills its queue, or drains it and prints seconds, microseconds of the processor for each and megabytes.
import { STORES } from './stores.mjs';

const { name, side, what, count, ...setup } = JSON.parse(process.argv[2]);
const open = { plain: STORES[name].openPlain, dtospec: STORES[name].openEngine }[side];
const opened = await open(setup);
let measured = {};
if (what === 'fill') await opened.fill(count);
else measured = await measure(() => opened.drain(count));
await opened.close();
console.log(JSON.stringify(measured));
process.exit();

async function measure(work) {
  let rss = 0;
  const look = () => (rss = Math.max(rss, process.memoryUsage.rss()));
  const timer = setInterval(look, 50);
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  look();
  clearInterval(timer);
  return { seconds, cpu: (user + system) / count, megabytes: Math.round(rss / 2 ** 20) };
}
