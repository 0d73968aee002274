import { openShop, Ordered } from '../../support/engines/shop.js';
import { closeServers, KINDS, KITS, OPENERS } from '../../support/engines/kits.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';
import type { DurableEngine, Notifier } from '../../../src/webhooks/messages/index.js';

const MINUTE = 60_000;

afterAll(closeServers);

describe.each(KINDS)('a delivery that nothing attempts, in %s', (kind) => {
  let warned: unknown[][];
  let minutes: (() => void)[];
  let close: () => Promise<void>;
  let location: string;
  let url: string;
  let engine: DurableEngine;
  let notifier: Notifier;

  beforeEach(async () => {
    warned = [];
    minutes = [];
    jest.spyOn(process, 'emitWarning').mockImplementation((...given: unknown[]) => {
      if ((given[1] as { code?: string }).code === 'DTOSPEC_ENGINE_NOT_STARTED') warned.push(given);
    });
    const start = globalThis.setTimeout;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, time?: number) => {
      if (time === MINUTE) minutes.push(callback);
      return start(callback, time);
    }) as never);
    const kit = await KITS[kind]();
    const receiver = await startReceiver(answer('204 No Content'));
    ({ location } = kit);
    ({ url } = receiver);
    engine = OPENERS[kind](location);
    notifier = openShop(engine, url);
    close = async () => {
      await notifier.stop({ grace: 0 });
      await receiver.close();
      await kit.close();
    };
  });
  afterEach(async () => {
    await close();
    jest.restoreAllMocks();
  });

  /** Ends the minute, and waits until the engine has read the delivery. */
  const passMinute = async (): Promise<void> => {
    for (const end of minutes.splice(0)) end();
    await engine.deliveries();
    await new Promise((resolve) => setTimeout(resolve, 100));
  };

  it('is a process warning after a minute, once', async () => {
    const { deliveries } = await notifier.send('ann', new Ordered('m-1'));
    await passMinute();
    await notifier.send('ann', new Ordered('m-2'));
    await passMinute();
    expect(warned).toEqual([
      [
        expect.stringMatching(
          `^The delivery ${deliveries[0]?.id} has been queued in the \\w+Engine for a minute without an attempt. Call await notifier.start\\(\\) `,
        ),
        { type: 'WebhookWarning', code: 'DTOSPEC_ENGINE_NOT_STARTED' },
      ],
    ]);
  });

  it('is silent if it is delayed, or the engine is paused', async () => {
    await notifier.send('ann', new Ordered('m-1', { delay: 600_000 }));
    await engine.pause();
    await notifier.send('ann', new Ordered('m-2'));
    await passMinute();
    expect(warned).toEqual([]);
  });

  it('is silent if this process attempts it', async () => {
    await notifier.send('ann', new Ordered('m-1'));
    await notifier.start();
    await passMinute();
    expect(warned).toEqual([]);
  });

  it('is silent if another process attempts it', async () => {
    const worker = openShop(OPENERS[kind](location), url);
    await worker.start();
    await notifier.send('ann', new Ordered('m-1'));
    while ((await engine.deliveries({ state: 'waiting' })).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await passMinute();
    await worker.stop({ grace: 0 });
    expect(warned).toEqual([]);
  });
});
