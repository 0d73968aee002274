import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundle, run } from '../../support/programs/child-process.js';
import { closeServers, KINDS, KITS, OPENERS, type EngineKit } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';

const COMMON = { lease: 3_000 };
const TOTAL = 300;

afterAll(closeServers);

/** PGlite is in the process, and ends with it. */
const SHARED = KINDS.filter((kind) => kind !== 'pglite');

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describeEngines(SHARED)('%s, when processes die during cancel and erase', (kind) => {
  let kit: EngineKit;
  let receiver: HostileReceiver;
  const children = new Set<ChildProcess>();
  const received: string[] = [];
  let isSilent = false;
  const start = (role: string, ...args: string[]) => {
    const program = bundle('engine-process', `${kind}-cancel-${children.size}-`);
    const child = run(program, [role, kind, kit.location, receiver.url, JSON.stringify(COMMON), ...args]);
    children.add(child);
    return child;
  };
  beforeEach(async () => {
    kit = await KITS[kind]();
    received.length = 0;
    isSilent = false;
    receiver = await startReceiver((socket, request, index) => {
      received.push(`${request.path.split('/').at(-1) ?? ''} ${request.headers['webhook-id'] ?? ''}`);
      if (!isSilent || !request.path.endsWith('ann')) answer('204 No Content')(socket, request, index);
    });
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await receiver.close();
    await kit.close();
  });
  const kill = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  test('every delivery is sent or cancelled, and none that was cancelled comes back', async () => {
    const engine = OPENERS[kind](kit.location, COMMON);
    const sender = openShop(engine, receiver.url);
    isSilent = true;
    const first = start('worker');
    await once(first.stdout, 'data');
    for (const id of ['m-a', 'm-b']) await sender.send('ann', new Ordered(id));
    while (received.length < 2) await pause(10);
    // Two attempts at ann are under way and end never; the rest waits.
    const ids = Array.from({ length: TOTAL }, (_, index) => `m-${index}`);
    await Promise.all(ids.map((id) => sender.send(['ann', 'bob'], new Ordered(id, { delay: 8_000 }))));
    const isCancelling = async () => (await engine.deliveries({ state: 'cancelled' })).length > 0;
    for (let kills = 0; kills < 3; kills += 1) {
      const canceller = start('canceller', 'ann');
      await once(canceller.stdout, 'data');
      while (kills === 0 && canceller.exitCode === null && !(await isCancelling())) await pause(1);
      await pause(kills * 15);
      await kill(canceller);
    }
    await kit.crash?.();
    const last = start('canceller', 'ann');
    let printed = '';
    last.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    await once(last, 'exit');
    expect(printed).toContain('cancelled ');
    await kill(first);
    isSilent = false;
    const before = received.filter((one) => one.startsWith('ann'));
    const second = start('worker');
    while ((await engine.status()).waiting > 0) await pause(100);
    await pause(500);
    const states = (await engine.deliveries({ limit: Infinity })).map(
      ({ endpoint, state }) => `${endpoint ?? ''} ${state}`,
    );
    const count = (wanted: string) => states.filter((one) => one === wanted).length;
    expect([count('ann cancelled'), count('bob sent'), states.length]).toEqual([
      TOTAL + 2,
      TOTAL,
      2 * TOTAL + 2,
    ]);
    expect(received.filter((one) => one.startsWith('ann'))).toEqual(before);
    expect(new Set(received.filter((one) => one.startsWith('bob'))).size).toBe(TOTAL);
    await kill(second);
    await sender.stop();
  }, 180_000);

  test('a message is whole or erased, and a second erase completes the first', async () => {
    const engine = OPENERS[kind](kit.location, COMMON);
    const notifier = openShop(engine, receiver.url);
    await notifier.start();
    const ids = Array.from({ length: 30 }, (_, index) => `m-${index}`);
    for (const id of ids) await notifier.send(['ann', 'bob'], new Ordered(id));
    while ((await engine.status()).waiting > 0) await pause(20);
    const all = await engine.deliveries({ limit: Infinity });
    const erased = ids.slice(0, 20);
    const countErased = async () =>
      (await Promise.all(all.map(({ id }) => engine.job(id)))).filter((job) => job === undefined).length;
    for (let kills = 0; kills < 2; kills += 1) {
      const eraser = start('eraser', ...erased);
      await once(eraser.stdout, 'data');
      while (eraser.exitCode === null && (await countErased()) <= 10 * kills) await pause(1);
      await kill(eraser);
    }
    await kit.crash?.();
    await once(start('eraser', ...erased), 'exit');
    for (const { id, messageId } of all)
      expect([messageId, (await engine.job(id)) === undefined]).toEqual([
        messageId,
        erased.includes(messageId),
      ]);
    expect((await engine.deliveries({ state: 'sent', limit: Infinity })).length).toBe(all.length);
    await notifier.stop();
  }, 180_000);
});
