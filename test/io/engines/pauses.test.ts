import type { DurableEngine, NotifierOptions } from '../../../src/webhooks/messages/index.js';
import { closeServers, KINDS, KITS, OPENERS, type EngineKit } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import {
  answer,
  startReceiver,
  type Behaviour,
  type HostileReceiver,
} from '../../support/webhooks/hostile-receiver.js';

/** Looks again until it is so; the test's own time limit is the only one. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

const ok = answer('204 No Content');

afterAll(closeServers);

describeEngines(KINDS)('%s', (kind) => {
  let kit: EngineKit;
  let receiver: HostileReceiver;
  let behave: Behaviour;
  const engines: DurableEngine[] = [];
  beforeEach(async () => {
    behave = ok;
    kit = await KITS[kind]();
    receiver = await startReceiver((socket, request, index) => {
      behave(socket, request, index);
    });
  });
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop({ grace: 0 })));
    await receiver.close();
    await kit.close();
  });
  const open = (options?: object): DurableEngine => {
    const engine = OPENERS[kind](kit.location, options);
    engines.push(engine);
    return engine;
  };
  const work = async (options?: NotifierOptions, common?: object) => {
    const engine = open(common);
    const notifier = openShop(engine, receiver.url, options);
    await notifier.start();
    return { engine, notifier };
  };
  const isDone = (engine: DurableEngine) => async () => (await engine.status()).waiting === 0;
  const bodies = () =>
    receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id);

  if (kind !== 'redis')
    test('messages of a key arrive in order, although newer ones are sent while the endpoint is resumed', async () => {
      const { engine, notifier } = await work({ orderBy: () => 'one' });
      await engine.pauseEndpoint('ann');
      const ids = Array.from({ length: 300 }, (_, index) => `m-${index}`);
      for (const id of ids.slice(0, 120)) await notifier.send('ann', new Ordered(id));
      await until(isDone(engine));
      const sending = (async () => {
        for (const id of ids.slice(120)) {
          await notifier.send('ann', new Ordered(id));
          await new Promise((resolve) => setTimeout(resolve, 12));
        }
      })();
      await engine.resumeEndpoint('ann');
      await sending;
      await until(isDone(engine));
      expect(bodies()).toEqual(ids);
    }, 60_000);

  test('keeps the newest paused messages, by option', async () => {
    const { engine, notifier } = await work();
    await engine.pauseEndpoint('ann');
    for (const id of ['m-1', 'm-2', 'm-3', 'm-4']) {
      await notifier.send('ann', new Ordered(id));
      await until(isDone(engine));
    }
    const lease = kind === 'pglite' ? 10_000 : 3_000;
    const other = openShop(open({ keepPaused: 2, lease }), receiver.url);
    const warnings: string[] = [];
    other.on('warning', ({ code }) => warnings.push(code));
    await other.start();
    await until(async () => (await engine.status()).paused === 2);
    const kept = (await engine.deliveries({ state: 'paused' })).map(({ messageId }) => messageId);
    expect(kept).toEqual(['m-4', 'm-3']);
    await until(() => warnings.includes('keep-paused'));
  }, 60_000);

  test('health pauses a failing endpoint in the engine, by option', async () => {
    behave = answer('503 Service Unavailable');
    const health = { failingAfter: 0, disabledAfter: 50, circuitAfter: 0, disable: 'pause' } as const;
    const { engine, notifier } = await work({ health });
    await notifier.send('ann', new Ordered('m-1'));
    await until(isDone(engine));
    expect(await engine.status()).toMatchObject({ paused: 1, dead: 0, pausedEndpoints: ['ann'] });
    behave = ok;
    expect(await engine.resumeEndpoint('ann')).toBe(1);
    await until(async () => (await engine.deliveries({ state: 'sent' })).length === 1);
    expect(await engine.health?.get('webhook ann')).toBeUndefined();
  });

  test('returns the job of a delivery with its payload, and deletes ended deliveries', async () => {
    behave = answer('422 Unprocessable Content');
    const { engine, notifier } = await work();
    const { deliveries } = await notifier.send(['ann', 'bob'], new Ordered('m-1'));
    await until(isDone(engine));
    const { id } = deliveries[0]!;
    const job = await engine.job(id);
    expect(job).toMatchObject({ id, endpoint: 'ann', payload: { method: 'POST' } });
    const { body } = job!.payload as { body: Uint8Array };
    expect(Buffer.from(body).toString()).toBe('{"id":"m-1"}');
    expect(await engine.job('none')).toBeUndefined();
    expect(await engine.discardAll({ endpoint: 'ann', state: 'paused' })).toBe(0);
    expect(await engine.discardAll({ endpoint: 'ann' })).toBe(1);
    expect(await engine.job(id)).toBeUndefined();
    expect(await engine.deliveries()).toMatchObject([{ endpoint: 'bob', state: 'dead' }]);
  });
});
