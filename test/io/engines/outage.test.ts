import type { DurableEngine, Notifier } from '../../../src/webhooks/messages/index.js';
import type { EngineWarning } from '../../../src/webhooks/notifier/engine.js';
import { layCable, type Cable } from '../../support/network/breakable-connection.js';
import { closeServers, KINDS, KITS, OPENERS } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';
import { describeEngines } from '../../support/programs/optional-programs.js';

afterAll(closeServers);

interface Shop {
  readonly cable: Cable;
  readonly engine: DurableEngine;
  readonly notifier: Notifier;
  readonly warnings: EngineWarning[];
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
};

const SERVERS = KINDS.filter((kind) => kind === 'redis' || kind === 'postgres');

describeEngines(SERVERS)('%s out of reach', (kind) => {
  let receiver: HostileReceiver;
  const cables: Cable[] = [];

  async function open(state: Cable['state'] = 'up'): Promise<Shop> {
    const [port, queue] = (await KITS[kind]()).location.split('/');
    const cable = await layCable(Number(port));
    cables.push(cable);
    cable.state = state;
    const engine = OPENERS[kind](`${cable.port}/${queue}`);
    const notifier = openShop(engine, receiver.url);
    const warnings: EngineWarning[] = [];
    notifier.on('warning', (warning) => warnings.push(warning));
    return { cable, engine, notifier, warnings };
  }

  beforeAll(async () => {
    receiver = await startReceiver(answer('204 No Content'));
  });
  afterAll(async () => {
    await Promise.all([receiver, ...cables].map((one) => one.close()));
  });

  test('a server that is down at the first send is found by later sends', async () => {
    const { cable, notifier } = await open('down');
    const first = notifier.send('ann', new Ordered('m-first'));
    const starting = notifier.start().then(
      () => 'started',
      () => 'refused',
    );
    // PostgreSQL fails at once, of Redis the connection is tried again and again.
    await Promise.race([starting, first, new Promise((resolve) => setTimeout(resolve, 300))]);
    cable.state = 'up';
    await first;
    if ((await starting) === 'refused') await notifier.start();
    expect((await notifier.send('ann', new Ordered('m-later'))).deliveries).toMatchObject([
      { outcome: 'queued' },
    ]);
    await until(() => receiver.requests.some(({ body }) => body.includes('m-later')));
    await notifier.stop();
  }, 20_000);

  test('stop ends and releases all connections', async () => {
    const shops = await Promise.all([open(), open()]);
    const [idle] = shops;
    await Promise.all(
      shops.map(async ({ cable, notifier }) => {
        await notifier.start();
        cable.state = notifier === idle.notifier ? 'silent' : 'down';
        await notifier.stop({ grace: 50 });
        await until(() => cable.open === 0);
      }),
    );
    expect(idle.warnings.map(({ code }) => code).join()).toContain('-stop');
  }, 20_000);

  test('an engine that is stopped while it starts makes no attempts', async () => {
    for (const pause of [0, 1, 3, 6, 10, 20]) {
      const { cable, notifier } = await open();
      const starting = notifier.start().then(
        () => '',
        (error: unknown) => (error as Error).message,
      );
      await new Promise((resolve) => setTimeout(resolve, pause));
      await notifier.stop({ grace: 50 });
      expect(await starting).toMatch(/^$|was stopped. Create a new one/);
      await until(() => cable.open === 0);
    }
  }, 20_000);
});
