// Contestants of a process: a message `['open', NAME, URL, AT_ONCE]` of its parent has one send its first, each
// `['round', NAME, COUNT]` as many as it says.
import { CONTESTANTS } from './contestants.mjs';

const opened = new Map();

const asks = {
  async open(name, url, atOnce) {
    const send = await CONTESTANTS[name].open(url, atOnce);
    opened.set(name, { send, atOnce });
    await send();
    return 'checked';
  },
  async round(name, count) {
    const result = await round(opened.get(name), count);
    globalThis.gc?.();
    return { ...result, heap: process.memoryUsage().heapUsed / 1024 / 1024 };
  },
};

async function round({ send, atOnce }, count) {
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
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  waits.sort((a, b) => a - b);
  return { rate: count / seconds, p99: waits[Math.floor(waits.length * 0.99)], cpu: (user + system) / count };
}

process.on('message', async ([what, ...asked]) => process.send(await asks[what](...asked)));
process.on('disconnect', () => process.exit());
