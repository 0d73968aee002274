// Stores a large backlog and drains it, in an engine or in what it is made of: prints seconds and megabytes of the drain.
import { deliveriesTo, drain, measure } from './deliveries.mjs';
import { STORES } from './stores.mjs';

const [name, what, total, ports] = process.argv.slice(2);
const [store, count] = [STORES[name], Number(total)];
const deliveries = deliveriesTo(JSON.parse(ports), count);
await deliveries.open();
const running = await store.start();
let measured;
if (what === 'bare') {
  const bare = await store.bare(running, 'bare');
  for (let first = 0; first < count; first += 1_000)
    await bare.add(await deliveries.texts(first, Math.min(first + 1_000, count)));
  measured = await measure(() => bare.drain(count, deliveries.post, 64));
  await bare.close();
} else {
  const notifier = await deliveries.send(await store.open(running, 'engine'));
  measured = await measure(() => drain(notifier, count));
  await notifier.stop();
}
await running.stop();
console.log(JSON.stringify(measured));
process.exit();
