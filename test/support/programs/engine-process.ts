import { type CommonOptions, OPENERS } from '../engines/kits.js';
import type { RedeliverFilter } from '../../../src/webhooks/notifier/delivery-filter.js';
import { byKey, openShop, Ordered } from '../engines/shop.js';

// A process that makes attempts until it is told to stop, one that sends and says what is queued, or one that cancels, erases, restarts
// or deletes. It may be killed at any moment.
const [role, kind, location = '', url = '', settings = '{}', ...more] = process.argv.slice(2);
const { keys, retry, delayed, ...options } = JSON.parse(settings) as CommonOptions & {
  readonly keys?: number;
  /** Milliseconds. */
  readonly retry?: number;
  /** Milliseconds by which `m-0` is delayed. */
  readonly delayed?: number;
};
const engine = OPENERS[kind as keyof typeof OPENERS](location, options);
const notifier = openShop(engine, url, {
  ...(keys !== undefined && byKey(keys)),
  ...(retry !== undefined && { retry: () => retry }),
});

if (role === 'worker') {
  notifier.on('sent', ({ messageId }) => process.stdout.write(`sent ${messageId}\n`));
  await notifier.start();
  process.once('SIGTERM', () => void notifier.stop());
  process.stdout.write('ready\n');
} else if (role === 'canceller') {
  process.stdout.write('begins\n');
  process.stdout.write(`cancelled ${await engine.cancel({ endpoint: more[0] ?? '' })}\n`);
  await engine.stop();
} else if (role === 'eraser') {
  process.stdout.write('begins\n');
  for (const messageId of more) await engine.erase({ messageId });
  process.stdout.write('erased\n');
  await engine.stop();
} else if (role === 'redeliverer' || role === 'discarder') {
  const filter = JSON.parse(more[0] ?? '') as RedeliverFilter;
  process.stdout.write('begins\n');
  await (role === 'redeliverer' ? engine.redeliverAll(filter) : engine.discardAll(filter));
  process.stdout.write('done\n');
  await engine.stop();
} else {
  const [from, to] = more.map(Number) as [number, number];
  for (let first = from; first < to; first += 10) {
    const ids = Array.from({ length: Math.min(10, to - first) }, (_, index) => `m-${first + index}`);
    const results = await Promise.all(
      ids.map((id) =>
        notifier.send(
          `e-${Number(id.slice(2)) % 5}`,
          new Ordered(id, id === 'm-0' ? { delay: delayed } : {}),
        ),
      ),
    );
    // A sender that was killed sends again what it knew nothing of: that may have been refused since, and be dead.
    const isStored = results.every(({ deliveries }) =>
      ['queued', 'dead'].includes(deliveries[0]?.outcome ?? ''),
    );
    if (!isStored) process.exit(1);
    process.stdout.write(`${first + ids.length}\n`);
  }
  await notifier.stop();
}
