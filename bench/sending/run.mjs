// One contestant in a process of its own: node run.mjs NAME URL AT_ONCE SENDS [memory]
import { CONTESTANTS } from './contestants.mjs';

const [name, url, atOnce, sends, memory] = process.argv.slice(2);
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

if (memory) {
  const heap = [];
  for (let part = 0; part < 10; part += 1) {
    await round(Math.ceil(Number(sends) / 10));
    globalThis.gc();
    heap.push(process.memoryUsage().heapUsed / 1024 / 1024);
  }
  process.send({ heap });
} else {
  await send();
  process.send('checked');
  await new Promise((resolve) => process.once('message', resolve));
  await round(Math.min(2_000, Number(sends)));
  process.send(await round(Number(sends)));
}
process.exit();
