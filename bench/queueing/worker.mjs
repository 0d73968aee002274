// One process of several: fills a queue, or works on it. On a message it starts; on the next one it ends, and sends its messages and
// microseconds of the processor. Ends with its parent.
import { once } from 'node:events';
import { STORES } from './stores.mjs';

const { name, fill, ...setup } = JSON.parse(process.argv[2]);
process.on('disconnect', () => process.exit());
const side = await STORES[name].openEngine(setup);
if (fill) {
  for (const { count, ports } of fill) await side.fill(count, ports);
} else {
  process.send('ready');
  await once(process, 'message');
  const cpu = process.cpuUsage();
  const sent = await side.start();
  await once(process, 'message');
  const { user, system } = process.cpuUsage(cpu);
  process.send({ sent: sent(), cpu: user + system });
}
await side.close();
process.exit();
