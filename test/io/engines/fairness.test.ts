import type { DurableEngine } from '../../../src/webhooks/messages/index.js';
import { closeServers, KINDS, KITS, OPENERS, type EngineKit } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';
import { describeEngines } from '../../support/programs/optional-programs.js';

/** `DTOSPEC_DELIVERIES=9000` has the slow tenant a backlog of so many. */
const BACKLOG = Number(process.env.DTOSPEC_DELIVERIES ?? 600);
/** Milliseconds that the slow receiver takes. */
const SLOW = 60;
/** Attempts at once at one target, which is the notifier's default. */
const AT_ONCE = 16;

afterAll(closeServers);

const ok = answer('204 No Content');

describeEngines(KINDS)('%s', (kind) => {
  let kit: EngineKit;
  let slow: HostileReceiver;
  let fast: HostileReceiver;
  const engines: DurableEngine[] = [];
  beforeEach(async () => {
    kit = await KITS[kind]();
    slow = await startReceiver((socket, request, index) => {
      setTimeout(() => {
        ok(socket, request, index);
      }, SLOW);
    });
    fast = await startReceiver(ok);
  });
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop({ grace: 0 })));
    await Promise.all([slow.close(), fast.close()]);
    await kit.close();
  });

  const open = () => {
    const engine = OPENERS[kind](kit.location);
    engines.push(engine);
    return openShop(engine, slow.url);
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const sendMany = async (prefix: string, count: number, to: string) => {
    const sender = open();
    for (let from = 0; from < count; from += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, count - from) }, (_, index) =>
          sender.send(to, new Ordered(`${prefix}-${from + index}`)),
        ),
      );
  };

  test('a message to another receiver does not wait for the backlog of a slow one', async () => {
    await sendMany('slow', BACKLOG, 'ann');
    await open().start();
    await until(() => slow.requests.length >= 4 * AT_ONCE);
    const before = slow.requests.length;
    await open().send(`${fast.url}/bob`, new Ordered('fast'));
    await until(() => fast.requests.length === 1);
    expect(slow.requests.length - before).toBeLessThanOrEqual(3 * AT_ONCE);
  }, 120_000);

  test('a backlog of another receiver has its turns beside that of a slow one', async () => {
    await sendMany('slow', BACKLOG, 'ann');
    await open().start();
    await until(() => slow.requests.length >= 2 * AT_ONCE);
    const others = 100;
    await sendMany('fast', others, `${fast.url}/bob`);
    // Storing takes a while, in which the slow one has attempts alone.
    const before = slow.requests.length;
    await until(() => fast.requests.length === others);
    // Each has as many attempts as the other, or the fast one has more.
    expect(slow.requests.length - before).toBeLessThanOrEqual(others + 4 * AT_ONCE);
  }, 120_000);

  test('a message to another receiver does not wait for the backlogs of a dozen fast ones', async () => {
    // PGlite is one process with this one, and slow.
    const [tenants, each] = [12, kind === 'pglite' ? 60 : 200];
    const busy = await startReceiver(ok, '0.0.0.0');
    const urls = Array.from(
      { length: tenants },
      (_, index) => `http://127.2.0.${index + 1}:${busy.port}/ann`,
    );
    const sender = open();
    for (let count = 0; count < each; count += 1)
      await Promise.all(urls.map((url, index) => sender.send(url, new Ordered(`m-${index}-${count}`))));
    await open().start();
    await until(() => busy.requests.length >= 4 * AT_ONCE);
    await sender.send(`${fast.url}/bob`, new Ordered('fast'));
    const before = busy.requests.length;
    await until(() => fast.requests.length === 1);
    expect(busy.requests.length - before).toBeLessThan((tenants * each) / 3);
    await Promise.all(engines.splice(0).map((engine) => engine.stop({ grace: 0 })));
    await busy.close();
  }, 120_000);

  // If it waits for them, it arrives after the time limit of the test.
  test('a message to a new host does not wait for the older ones of hundreds of silent hosts', async () => {
    // PGlite is one process with this one, and slow.
    const [hosts, each] = kind === 'pglite' ? [300, 1] : [300, 16];
    const silent = await startReceiver(() => undefined, '0.0.0.0');
    const sender = open();
    const urls = Array.from(
      { length: hosts },
      (_, index) => `http://127.1.${Math.floor(index / 200)}.${(index % 200) + 1}:${silent.port}/ann`,
    );
    const messages = urls.flatMap((url, index) =>
      Array.from({ length: each }, (_, count) => ({ url, id: `m-${index}-${count}` })),
    );
    for (let from = 0; from < messages.length; from += 100)
      await Promise.all(
        messages.slice(from, from + 100).map(({ url, id }) => sender.send(url, new Ordered(id))),
      );
    await open().start();
    // More than 256 have a place only if some were found to be silent.
    await until(() => silent.requests.length > 270);
    await sender.send(`${fast.url}/bob`, new Ordered('fast'));
    await until(() => fast.requests.length === 1);
    await Promise.all(engines.splice(0).map((engine) => engine.stop({ grace: 0 })));
    await silent.close();
  }, 120_000);
});
