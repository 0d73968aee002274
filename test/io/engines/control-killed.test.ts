import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundle, run } from '../../support/programs/child-process.js';
import { closeServers, KINDS, KITS, OPENERS, type EngineKit } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';
import type { DurableEngine } from '../../../src/webhooks/messages/index.js';
import type { EndedState } from '../../../src/webhooks/notifier/delivery-filter.js';

const COMMON = { lease: 3_000 };
const TOTAL = 300;
const KILLS = 3;

afterAll(closeServers);

/** PGlite is in the process, and ends with it. */
const SHARED = KINDS.filter((kind) => kind !== 'pglite');

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describeEngines(SHARED)('%s, when processes die during redeliverAll and discardAll', (kind) => {
  let kit: EngineKit;
  let receiver: HostileReceiver;
  let isRefusing = true;
  const accepted: string[] = [];
  const children = new Set<ChildProcess>();
  const ids = Array.from({ length: TOTAL }, (_, index) => `m-${index}`);

  beforeEach(async () => {
    kit = await KITS[kind]();
    accepted.length = 0;
    isRefusing = true;
    receiver = await startReceiver((socket, request, index) => {
      if (!isRefusing) accepted.push(request.headers['webhook-id'] ?? '');
      answer(isRefusing ? '422 Unprocessable Content' : '204 No Content')(socket, request, index);
    });
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await receiver.close();
    await kit.close();
  });

  /** Has processes change all deliveries of a state, and kills each of them but the last. */
  const change = async (role: string, engine: DurableEngine, state: EndedState): Promise<void> => {
    const count = async () => (await engine.deliveries({ state, limit: Infinity })).length;
    const start = () => {
      const program = bundle('engine-process', `${kind}-control-${children.size}-`);
      const settings = JSON.stringify(COMMON);
      const filter = JSON.stringify({ endpoint: 'ann', state });
      const child = run(program, [role, kind, kit.location, receiver.url, settings, filter]);
      children.add(child);
      return child;
    };
    for (let kills = 0; kills < KILLS; kills += 1) {
      const before = await count();
      const child = start();
      await once(child.stdout, 'data');
      while (child.exitCode === null && (await count()) === before) await pause(1);
      child.kill('SIGKILL');
      if (child.exitCode === null) await once(child, 'exit');
    }
    await kit.crash?.();
    const [code] = await once(start(), 'exit');
    expect(code).toBe(0);
    expect(await count()).toBe(0);
  };
  const untilNoneWaits = async (engine: DurableEngine) => {
    while ((await engine.status()).waiting > 0) await pause(50);
  };

  test.each(['dead', 'paused'] as const)(
    'what was %s is sent once, with one record more',
    async (state) => {
      const engine = OPENERS[kind](kit.location, COMMON);
      const notifier = openShop(engine, receiver.url);
      await notifier.start();
      if (state === 'paused') await engine.pauseEndpoint('ann');
      await Promise.all(ids.map((id) => notifier.send('ann', new Ordered(id))));
      await untilNoneWaits(engine);
      expect((await engine.status())[state]).toBe(TOTAL);
      isRefusing = false;
      await engine.pauses?.set('ann', undefined);
      await engine.pause();
      await change('redeliverer', engine, state);
      await engine.resume();
      await untilNoneWaits(engine);
      const { dead, paused } = await engine.status();
      expect([dead, paused]).toEqual([0, 0]);
      const attempts = state === 'dead' ? 2 : 1;
      expect(
        (await engine.deliveries({ limit: Infinity })).map((one) => `${one.state} ${one.history.length}`),
      ).toEqual(ids.map(() => `sent ${attempts}`));
      expect(accepted.toSorted()).toEqual(ids.toSorted());
      await notifier.stop();
    },
    120_000,
  );

  test.each(['dead', 'paused'] as const)(
    'nothing is left of what was %s, so it can be sent again',
    async (state) => {
      const engine = OPENERS[kind](kit.location, COMMON);
      const notifier = openShop(engine, receiver.url);
      await notifier.start();
      if (state === 'paused') await engine.pauseEndpoint('ann');
      const { deliveries } = await notifier.send('ann', new Ordered('m-0'));
      await Promise.all(ids.slice(1).map((id) => notifier.send('ann', new Ordered(id))));
      await untilNoneWaits(engine);
      expect((await engine.status())[state]).toBe(TOTAL);
      await change('discarder', engine, state);
      expect((await engine.status())[state]).toBe(0);
      expect(await engine.deliveries()).toEqual([]);
      expect(await engine.job(deliveries[0]!.id)).toBeUndefined();
      isRefusing = false;
      await engine.pauses?.set('ann', undefined);
      await pause(1_100); // until the process has read that
      await Promise.all(ids.map((id) => notifier.send('ann', new Ordered(id))));
      await untilNoneWaits(engine);
      expect(accepted.toSorted()).toEqual(ids.toSorted());
      await notifier.stop();
    },
    120_000,
  );
});
