// One contestant in a process of its own: node run.mjs NAME URL AT_ONCE; then sends as many as each message of its parent says.
import { CONTESTANTS } from './contestants.mjs';

const [name, url, atOnce] = process.argv.slice(2);
const send = await CONTESTANTS[name].open(url, Number(atOnce));

async function round(count) {
  const waits = [];
  let left = count;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const worker = async () => {
    for (; left > 0;) {
      left -= 1;
      const began = performance.now();
      await send();
      waits.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, worker));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  waits.sort((a, b) => a - b);
  return { rate: count / seconds, p99: waits[Math.floor(waits.length * 0.99)], cpu: (user + system) / count };
}

process.on('message', async (count) => {
  const result = await round(count);
  globalThis.gc?.();
  process.send({ ...result, heap: process.memoryUsage().heapUsed / 1024 / 1024 });
});
process.on('disconnect', () => process.exit());
await send();
process.send('checked');
