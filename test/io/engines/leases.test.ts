import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { bundle, run } from '../../support/programs/child-process.js';
import { closeServers, KINDS, KITS, OPENERS, type EngineKit } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';
import type { DurableEngine, Notifier } from '../../../src/webhooks/messages/index.js';

afterAll(closeServers);

/** PGlite is in one process, whose claims no other takes over. */
const SHARED = KINDS.filter((kind) => kind !== 'pglite');

describeEngines(SHARED)('%s, the lease of a delivery', (kind) => {
  const lease = kind === 'postgres' ? 10_000 : 3_000;
  let kit: EngineKit;
  let receiver: HostileReceiver;
  let engine: DurableEngine;
  let notifier: Notifier;
  let child: ChildProcess;
  /** Ends the requests, in their order. */
  const ends: ((status: string) => void)[] = [];

  /** A process has the first delivery, and this one waits for it. */
  beforeEach(async () => {
    ends.length = 0;
    kit = await KITS[kind]();
    receiver = await startReceiver((socket, request, index) => {
      ends.push((status) => {
        answer(status)(socket, request, index);
      });
    });
    const program = bundle('engine-process', `${kind}-lease-`);
    child = run(program, ['worker', kind, kit.location, receiver.url, JSON.stringify({ lease })]);
    await once(child.stdout!, 'data');
    engine = OPENERS[kind](kit.location, { lease });
    notifier = openShop(engine, receiver.url);
    await notifier.send('ann', new Ordered('m-1'));
    while (ends.length < 1) await pause(10);
    await notifier.start();
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await notifier.stop({ grace: 0 });
    await receiver.close();
    await kit.close();
  });
  const isSent = async () => (await engine.deliveries({ state: 'sent' })).length === 1;

  test('lasts as long as the attempt, so it is made once', async () => {
    await pause(2.2 * lease);
    ends[0]!('204 No Content');
    while (!(await isSent())) await pause(20);
    expect(ends.length).toBe(1);
    expect((await engine.deliveries())[0]?.attempts).toBe(1);
  }, 120_000);

  test('is over while its process hangs, whose failure then changes nothing', async () => {
    child.kill('SIGSTOP');
    while (ends.length < 2) await pause(20);
    ends[0]!('503 Service Unavailable');
    child.kill('SIGCONT');
    await pause(1_500);
    const [delivery] = await engine.deliveries();
    expect([ends.length, delivery?.state]).toEqual([2, 'waiting']);
    ends[1]!('204 No Content');
    while (!(await isSent())) await pause(20);
    const { attempts, history } = (await engine.deliveries())[0]!;
    expect([ends.length, attempts, history.map(({ status }) => status)]).toEqual([2, 1, [204]]);
  }, 120_000);

  test('outlasts a cancel, whose mark stays until the attempt ends', async () => {
    expect(await engine.cancel({ endpoint: 'ann' })).toBe(1);
    await pause(lease / 2); // all processes have tidied up since
    ends[0]!('503 Service Unavailable');
    while ((await engine.status()).waiting > 0) await pause(20);
    const [delivery] = await engine.deliveries();
    expect([ends.length, delivery?.state, delivery?.attempts]).toEqual([1, 'cancelled', 1]);
  }, 60_000);
});
